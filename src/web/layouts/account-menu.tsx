import { type SubmitEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LogoutForm } from './logout-form.tsx'

const item = 'flex w-full items-center gap-3 rounded-xs px-3 py-2.75 text-left hover:bg-kora'

const pages = [
  { to: '/account', icon: 'user', text: 'Your account' },
  { to: '/my-orders', icon: 'orders', text: 'My Orders' },
] as const

/** What of the menu is somebody's own. */
export interface AccountWords {
  firstName: string
  name: string
  email: string
}

interface AccountMenuProps {
  words: AccountWords
  onLogout?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined
  className?: string
}

/** A native popover: opens before JavaScript has loaded; Esc and a click elsewhere close it, and the browser says whether it is open. */
export function AccountMenu({ words, onLogout, className = '' }: AccountMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has been reached; the popover is the browser's
  useEffect(() => panel.current?.hidePopover(), [key])

  return (
    <div className={`anchor-scope ${className}`}>
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={`Account menu for ${words.firstName}`}
        className={`${iconButton} anchor`}
      >
        <Icon name="user" size="lg" />
      </button>
      <div
        ref={panel}
        id="account-menu"
        popover="auto"
        className="anchored-menu min-w-60 rounded-sm border border-line bg-paper p-2 text-ink shadow-pop transition duration-(--duration-base) starting:open:-translate-y-1 starting:open:opacity-0"
      >
        <p className="mb-1.5 max-w-story break-words border-line border-b px-3 pt-2 pb-2.5 text-sm">
          <b>{words.name}</b>
          <br />
          <span className="text-ink-soft">{words.email}</span>
        </p>
        <ul>
          {pages.map(({ to, icon, text }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" className={item}>
                <Icon name={icon} size="sm" />
                {text}
              </Link>
            </li>
          ))}
          <li>
            <LogoutForm
              className={item}
              onSubmit={(event) => {
                panel.current?.hidePopover()
                onLogout?.(event)
              }}
            />
          </li>
        </ul>
      </div>
    </div>
  )
}
