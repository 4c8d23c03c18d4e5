import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button, ButtonLink, iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from './logo.tsx'
import { navLinks } from './nav-links.ts'

// The browser itself opens the dialog: the menu works before JavaScript has loaded, where invoker commands are known.
const opens = { commandfor: 'menu', command: 'show-modal' }
const closes = { commandfor: 'menu', command: 'close' }

interface MenuDrawerProps {
  loggedIn: boolean
  onLogin?: (() => void) | undefined
  className?: string
}

/** The menu under 905px: a panel from the left. Esc, the scrim and a wider window close it; focus returns to its button. */
export function MenuDrawer({ loggedIn, onLogin, className = '' }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const hydrated = useHydrated()
  const close = () => dialog.current?.close()
  const show = () => {
    if (!dialog.current?.open) dialog.current?.showModal()
    setOpen(true)
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
        <div className="flex items-center justify-between border-line border-b py-2 pr-2 pl-5">
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
        <nav aria-label="Menu">
          <ul>
            {navLinks.map(({ text, to }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={close}
                  className="flex items-center justify-between border-line border-b px-5 py-3.5 text-lg hover:bg-kora"
                >
                  {text}
                  <Icon name="chevron-right" size="sm" />
                </Link>
              </li>
            ))}
          </ul>
          <div className="grid gap-3 p-5">
            <ButtonLink to="/producerform" prefetch="none" variant="line" onClick={close}>
              Join as Producer
            </ButtonLink>
            {!loggedIn && (
              <LoginOpener
                onLogin={
                  onLogin &&
                  (() => {
                    close()
                    onLogin()
                  })
                }
              >
                <Button type="submit" block>
                  Login
                </Button>
              </LoginOpener>
            )}
          </div>
        </nav>
      </dialog>
    </>
  )
}
