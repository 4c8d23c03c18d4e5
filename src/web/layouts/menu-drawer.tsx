import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useLeaving } from '#web/hooks/use-leaving.ts'
import { useIsForAll } from '#web/hooks/use-root.ts'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isOnScrim } from '#web/ui/modal.tsx'
import { useFrame } from './frame-words.ts'
import { useLanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { MenuLinks, type MenuLinksProps, preloadPictures } from './menu-links.tsx'

interface MenuDrawerProps extends Omit<MenuLinksProps, 'close' | 'hasPictures'> {
  className?: string
}

// The browser opens the dialog, so it works before JavaScript has loaded: by invoker commands, or as a popover.
const opens = { commandfor: 'menu', command: 'show-modal', popoverTarget: 'menu' }
const closes = { commandfor: 'menu', command: 'close', popoverTarget: 'menu', popoverTargetAction: 'hide' } as const

const isOpen = (dialog: HTMLDialogElement | null) => dialog?.open || dialog?.matches(':popover-open') || false
const shut = (dialog: HTMLDialogElement | null) => {
  dialog?.close()
  dialog?.hidePopover()
}

/** A panel from the left under 905px. Esc, the scrim and a wider window close it. Details replace unknown popovers (app.css). */
export function MenuDrawer({ className = '', shopper, ...on }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const hydrated = useHydrated()
  const isForAll = useIsForAll()
  const [isGreeted, setGreeted] = useState(!isForAll)
  // Pages rendered for everybody have a visitor's menu; the first opening makes it the shopper's.
  const known = wasOpened || !isForAll ? shopper : null
  const { say } = useFrame()
  const Switch = useLanguageSwitch()
  const close = () => shut(dialog.current)
  useLeaving(close)
  const show = () => {
    if (!isOpen(dialog.current)) dialog.current?.showModal()
    setOpen(true)
    setWasOpened(true)
  }
  const closed = () => {
    setOpen(false)
    setGreeted(true)
  }

  // The browser may have opened it before: then nothing moves under a finger.
  useEffect(() => {
    if (!isOpen(dialog.current)) return setGreeted(true)
    setOpen(true)
    setWasOpened(true)
  }, [])
  // The width of the window is outside React.
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 56.5625rem)')
    const onWidth = () => wide.matches && shut(dialog.current)
    wide.addEventListener('change', onWidth)
    return () => wide.removeEventListener('change', onWidth)
  }, [])

  return (
    <div className={className}>
      <button
        type="button"
        aria-label={say('Menu')}
        aria-haspopup="dialog"
        aria-expanded={hydrated ? open : undefined}
        className={`${iconButton} menu-button`}
        onPointerEnter={preloadPictures}
        onFocus={preloadPictures}
        onClick={show}
        {...(hydrated ? {} : opens)}
      >
        <Icon name="menu" size="lg" />
      </button>
      <details className="menu-details menu-drawer-details size-11">
        <summary aria-label={say('Menu')} className={iconButton}>
          <Icon name="menu" size="lg" />
        </summary>
      </details>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the scrim; the keyboard has Esc */}
      <dialog
        ref={dialog}
        id="menu"
        popover="auto"
        aria-label={say('Menu')}
        onClose={closed}
        onToggle={({ newState }) => newState === 'closed' && closed()}
        onClick={(event) => isOnScrim(event) && close()}
        className="menu-panel safe-edges fixed top-0 right-auto bottom-0 left-0 z-(--z-drawer) m-0 h-dvh max-h-none w-80 max-w-full overflow-y-auto overscroll-contain bg-paper text-ink shadow-modal transition duration-(--duration-slow) starting:open:-translate-x-full"
      >
        <div className="flex min-h-16 items-center justify-between border-line border-b py-2 pr-2 pl-5">
          <Logo className="text-2xl" />
          <button
            type="button"
            aria-label={say('Close menu')}
            className={`${iconButton} menu-button`}
            onClick={close}
            {...(hydrated ? {} : closes)}
          >
            <Icon name="close" size="lg" />
          </button>
        </div>
        {isGreeted && known && (
          <p className="flex items-center gap-3 bg-kora px-5 py-3.5 leading-tight">
            <Icon name="user" />
            <span className="wrap-anywhere">
              <b className="block">{known.name}</b>
              <span className="text-ink-soft text-sm">{known.email}</span>
            </span>
          </p>
        )}
        {Switch && <Switch place="menu" />}
        <MenuLinks {...on} shopper={known} close={close} hasPictures={wasOpened} />
      </dialog>
    </div>
  )
}
