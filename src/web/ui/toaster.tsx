import { useEffect, useLayoutEffect, useRef } from 'react'
import { resolveValue, type Toast, useToaster } from 'react-hot-toast'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

/** Messages that would cover the last press stand so far below it. */
const GAP_PX = 8

/** At most 20 messages; 2 s for success, 4 s for others (react-hot-toast). WebKit makes a grid that is a popover too high. */
export function Toaster() {
  const {
    toasts,
    handlers: { startPause, endPause },
  } = useToaster({ removeDelay: 0 })
  const stack = useRef<HTMLDivElement>(null)
  const pressed = useRef<DOMRect>(null)
  const shown = toasts.filter((toast) => toast.visible)
  const newest = shown[0]?.id

  // A popover lies above the page; shown again with each message, it also lies above a dialog opened since.
  useLayoutEffect(() => {
    const element = stack.current
    if (!element) return
    if (newest !== undefined && element.matches(':popover-open')) element.hidePopover()
    if (!element.matches(':popover-open')) element.showPopover()
    element.style.top = ''
    const own = element.getBoundingClientRect()
    const { top = 0, bottom = 0 } = pressed.current ?? {}
    if (top < own.bottom && bottom > own.top) element.style.top = `${bottom + GAP_PX}px`
  }, [newest])

  // Where the last press was: another control may be there now, such as the stepper.
  useEffect(() => {
    const onPress = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.getBoundingClientRect() : null
    }
    document.addEventListener('click', onPress, true)
    return () => document.removeEventListener('click', onPress, true)
  }, [])

  // In a hidden tab the time does not count.
  useEffect(() => {
    const pause = () => (document.hidden ? startPause() : endPause())
    document.addEventListener('visibilitychange', pause)
    return () => document.removeEventListener('visibilitychange', pause)
  }, [startPause, endPause])

  const list = (alerts: boolean) => (
    <div role={alerts ? 'alert' : 'status'} className="flex flex-col items-center gap-2">
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
      className="pointer-events-none fixed inset-x-4 top-safe-toast bottom-auto m-0 h-auto w-auto flex-col items-center gap-2 overflow-visible bg-transparent open:flex print:hidden!"
    >
      {list(true)}
      {list(false)}
    </div>
  )
}

function Message({ toast }: { toast: Toast }) {
  return (
    <div className="pointer-events-auto flex max-w-toast items-center gap-2.5 rounded-sm bg-ink px-4 py-3 text-sm text-white leading-snug shadow-pop outline outline-transparent transition duration-(--duration-base) starting:-translate-y-2 starting:opacity-0">
      {toast.type === 'success' && <Icon name="check" size="sm" className="text-neem-300" />}
      {toast.type === 'error' && <Icon name="warn" size="sm" className="text-madder-300" />}
      {toast.type === 'loading' && <Spinner className="text-haldi-500" />}
      <span>{resolveValue(toast.message, toast)}</span>
    </div>
  )
}
