import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useIsForAll } from '#web/hooks/use-root.ts'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from './logo.tsx'
import { MenuLinks, type MenuLinksProps, preloadPictures } from './menu-links.tsx'

// The browser itself opens the dialog: the menu works before JavaScript has loaded, where invoker commands are known.
const opens = { commandfor: 'menu', command: 'show-modal' }
const closes = { commandfor: 'menu', command: 'close' }

interface MenuDrawerProps extends Omit<MenuLinksProps, 'close' | 'hasPictures'> {
  className?: string
}

/** The menu under 905px: a panel from the left. Esc, the scrim and a wider window close it; focus returns to its button. */
export function MenuDrawer({ className = '', shopper, ...on }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { key } = useLocation()
  const shownAt = useRef(key)
  const hydrated = useHydrated()
  const isForAll = useIsForAll()
  const [isGreeted, setGreeted] = useState(!isForAll)
  // The server writes a visitor's menu into pages that are rendered for everybody; the first opening makes it the shopper's.
  const known = wasOpened || !isForAll ? shopper : null
  const close = () => dialog.current?.close()
  const show = () => {
    if (!dialog.current?.open) dialog.current?.showModal()
    setOpen(true)
    setWasOpened(true)
  }

  // The browser may have opened it before: then nothing comes on top of what is about to be touched.
  useEffect(() => {
    if (!dialog.current?.open) return setGreeted(true)
    setOpen(true)
    setWasOpened(true)
  }, [])
  // Another page has been reached; the dialog is the browser's.
  useEffect(() => {
    if (shownAt.current !== key) dialog.current?.close()
    shownAt.current = key
  }, [key])
  // The width of the window is outside React.
  useEffect(() => {
    const narrow = window.matchMedia('(width < 56.5625rem)')
    const onWidth = () => narrow.matches || dialog.current?.close()
    narrow.addEventListener('change', onWidth)
    return () => narrow.removeEventListener('change', onWidth)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={hydrated ? open : undefined}
        className={`${iconButton} ${className}`}
        onPointerEnter={preloadPictures}
        onFocus={preloadPictures}
        onClick={show}
        {...(hydrated ? {} : opens)}
      >
        <Icon name="menu" size="lg" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the scrim; the keyboard has Esc */}
      <dialog
        ref={dialog}
        id="menu"
        aria-label="Menu"
        onClose={() => {
          setOpen(false)
          setGreeted(true)
        }}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="fixed top-0 right-auto bottom-0 left-0 z-(--z-drawer) m-0 h-dvh max-h-none w-80 max-w-full overflow-y-auto overscroll-contain bg-paper text-ink shadow-modal transition duration-(--duration-slow) starting:open:-translate-x-full"
      >
        <div className="flex min-h-16 items-center justify-between border-line border-b py-2 pr-2 pl-5">
          <Logo className="text-2xl" />
          <button
            type="button"
            aria-label="Close menu"
            className={iconButton}
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
        <MenuLinks {...on} shopper={known} close={close} hasPictures={wasOpened} />
      </dialog>
    </>
  )
}
