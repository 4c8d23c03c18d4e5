import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { KeptPart } from '#web/kept-parts.tsx'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from './logo.tsx'
import type { MenuLinksProps } from './menu-links.tsx'
import { navLinks } from './nav-links.ts'

const load = () => import('./menu-links.tsx')
const preload = () => void load().catch(() => {})
const MenuLinks = lazy<ComponentType<MenuLinksProps>>(() => load().catch(() => ({ default: MainLinks })))

// The browser itself opens the dialog: the menu works before JavaScript has loaded, where invoker commands are known.
const opens = { commandfor: 'menu', command: 'show-modal' }
const closes = { commandfor: 'menu', command: 'close' }

/** The menu before JavaScript has loaded, and until its own code has come. */
const MainLinks = ({ close }: Pick<MenuLinksProps, 'close'>) => (
  <KeptPart as="nav" of={() => 'menu'} aria-label="Menu">
    <ul className="py-2">
      {[...navLinks, { text: 'Join as Producer', to: '/producerform' }].map(({ text, to }) => (
        <li key={to}>
          <Link to={to} onClick={close} className="flex min-h-11 items-center px-5 hover:bg-kora">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </KeptPart>
)

interface MenuDrawerProps extends Omit<MenuLinksProps, 'close'> {
  className?: string
}

/** The menu under 905px: a panel from the left. Esc, the scrim and a wider window close it; focus returns to its button. */
export function MenuDrawer({ className = '', ...account }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { key } = useLocation()
  const hydrated = useHydrated()
  const close = () => dialog.current?.close()
  const show = () => {
    if (!dialog.current?.open) dialog.current?.showModal()
    setOpen(true)
    setWasOpened(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has been reached; the dialog is the browser's
  useEffect(close, [key])
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
        onPointerEnter={preload}
        onFocus={preload}
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
        onClose={() => setOpen(false)}
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
        {wasOpened ? (
          <Suspense fallback={<MainLinks close={close} />}>
            <MenuLinks {...account} close={close} />
          </Suspense>
        ) : (
          <MainLinks close={close} />
        )}
      </dialog>
    </>
  )
}
