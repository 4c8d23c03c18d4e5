import { type SubmitEvent, useRef } from 'react'
import { Link } from 'react-router'
import { useLeaving } from '#web/hooks/use-leaving.ts'
import { iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from './frame-words.ts'
import { LogoutForm } from './logout-form.tsx'

const item = 'flex w-full items-center gap-3 rounded-xs px-3 py-2.75 text-left hover:bg-kora'

const pages = [
  { to: '/account', icon: 'user', text: 'Your account' },
  { to: '/my-orders', icon: 'orders', text: 'My Orders' },
] as const

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

/** A native popover: it opens before JavaScript has loaded. Where popovers are unknown, the details open it (menu-details in app.css). */
export function AccountMenu({ words, onLogout, className = '' }: AccountMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = () => panel.current?.hidePopover()
  useLeaving(close)
  const { say, accountOf } = useFrame()

  return (
    <div className={`anchor-scope ${className}`}>
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={accountOf(words.firstName)}
        className={`${iconButton} menu-button anchor`}
      >
        <Icon name="user" size="lg" />
      </button>
      <details className="menu-details">
        <summary aria-label={say('Account menu')} className={`${iconButton} anchor`}>
          <Icon name="user" size="lg" />
        </summary>
      </details>
      <div
        ref={panel}
        id="account-menu"
        popover="auto"
        className="menu-panel anchored-menu min-w-60 rounded-sm border border-line bg-paper p-2 text-ink shadow-pop transition duration-(--duration-base) starting:open:-translate-y-1 starting:open:opacity-0"
      >
        <p className="mb-1.5 max-w-story break-words border-line border-b px-3 pt-2 pb-2.5 text-sm">
          <b>{words.name}</b>
          <br />
          <span className="text-ink-soft">{words.email}</span>
        </p>
        <ul>
          {pages.map(({ to, icon, text }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" onClick={close} className={item}>
                <Icon name={icon} size="sm" />
                {say(text)}
              </Link>
            </li>
          ))}
          <li>
            <LogoutForm
              className={item}
              onSubmit={(event) => {
                close()
                onLogout?.(event)
              }}
            />
          </li>
        </ul>
      </div>
    </div>
  )
}
