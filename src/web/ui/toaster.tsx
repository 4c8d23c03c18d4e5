import { useEffect, useRef } from 'react'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

/**
 * Messages at the top, centred, 8px apart, at most 20. Durations are react-hot-toast's own: 2 s for success, 4 s for
 * error, blank and custom, none for loading. Both live regions stand in the page from the start.
 */
export function Toaster() {
  const {
    toasts,
    handlers: { startPause, endPause },
  } = useToaster({ removeDelay: 0 })
  const stack = useRef<HTMLDivElement>(null)
  const shown = toasts.filter((toast) => toast.visible)
  const newest = shown[0]?.id

  // A popover lies above the page; shown again with each new message, it also lies above a dialog opened since.
  useEffect(() => {
    const element = stack.current
    if (!element) return
    if (newest !== undefined && element.matches(':popover-open')) element.hidePopover()
    if (!element.matches(':popover-open')) element.showPopover()
  }, [newest])

  // In a hidden tab the time does not count.
  useEffect(() => {
    const pause = () => (document.hidden ? startPause() : endPause())
    document.addEventListener('visibilitychange', pause)
    return () => document.removeEventListener('visibilitychange', pause)
  }, [startPause, endPause])

  const list = (alerts: boolean) => (
    <div role={alerts ? 'alert' : 'status'} className="grid justify-items-center gap-2">
      {shown
        .filter((toast) => (toast.type === 'error') === alerts)
        .map((toast) => (
          <Message key={toast.id} toast={toast} />
        ))}
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer or focus here only stops the clock
    <div
      ref={stack}
      popover="manual"
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocus={startPause}
      onBlur={endPause}
      className="pointer-events-none fixed inset-x-4 top-4 bottom-auto m-0 w-auto justify-items-center gap-2 overflow-visible bg-transparent open:grid print:hidden!"
    >
      {list(true)}
      {list(false)}
    </div>
  )
}

function Message({ toast }: { toast: Toast }) {
  return (
    <div className="pointer-events-auto flex max-w-toast items-center gap-2.5 rounded-sm bg-ink px-4 py-3 text-sm text-white leading-snug shadow-pop transition duration-(--duration-base) starting:-translate-y-2 starting:opacity-0">
      {toast.type === 'success' && <Icon name="check" size="sm" className="text-neem-300" />}
      {toast.type === 'error' && <Icon name="warn" size="sm" className="text-madder-300" />}
      {toast.type === 'loading' && <Spinner className="text-haldi-500" />}
      <span>{resolveValue(toast.message, toast)}</span>
    </div>
  )
}
