import type { SubmitEvent } from 'react'
import { Link, NavLink } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { Button, iconButton } from '#web/ui/button.tsx'
import { CART_ICON, Icon } from '#web/ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { navLinks } from './nav-links.ts'
import { SearchBox } from './search-box.tsx'

interface TopBarProps {
  /** Pieces in the cart: the badge. */
  units: number
  /** Who is logged in; without, there is Login. */
  shopper?: Shopper | null
  onLogin?: () => void
  onLogout?: (event: SubmitEvent<HTMLFormElement>) => void
}

/** Open from 905px on; below, a menu button. The search has a row of its own until there is room for it beside the links. */
export function TopBar({ units, shopper, onLogin, onLogout }: TopBarProps) {
  return (
    <header className="border-line border-b bg-paper print:hidden">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-1 nav:gap-x-3 nav:pt-2 lg:min-h-20 lg:flex-nowrap lg:pt-0">
        <MenuDrawer shopper={shopper} onLogin={onLogin} onLogout={onLogout} className="-ml-2.5 nav:hidden" />
        <Logo />
        <nav aria-label="Main" className="ml-5 max-nav:hidden">
          <ul className="flex gap-1">
            {navLinks.map(({ text, to, prefetch }) => (
              <li key={to}>
                <NavLink
                  end
                  to={to}
                  prefetch={prefetch}
                  className="block whitespace-nowrap p-3 underline-offset-nav hover:text-neel-700 hover:underline aria-[current]:underline aria-[current]:decoration-2 aria-[current]:decoration-madder-700 aria-[current]:underline-offset-current"
                >
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <SearchBox className="order-9 min-w-32 flex-1 basis-full pb-3 lg:order-0 lg:mx-auto lg:max-w-search lg:basis-48 lg:pb-0" />
        <Link
          to="/producerform"
          className="whitespace-nowrap text-sm underline underline-offset-link max-lg:ml-auto hover:text-neel-600 hover:decoration-2 max-nav:hidden"
        >
          Join as Producer
        </Link>
        {shopper ? (
          <AccountMenu shopper={shopper} onLogout={onLogout} className="ml-auto nav:ml-0" />
        ) : (
          <LoginOpener onLogin={onLogin} className="ml-auto nav:ml-0">
            <button type="submit" aria-label="Login" className={`${iconButton} nav:hidden`}>
              <Icon name="user" size="lg" />
            </button>
            <Button type="submit" variant="line" size="sm" className="max-nav:hidden">
              Login
            </Button>
          </LoginOpener>
        )}
        <Link
          to="/cart"
          prefetch="intent"
          aria-label={`Cart, ${units} ${units === 1 ? 'item' : 'items'}`}
          className={`${iconButton} -mr-1.5`}
        >
          <Icon name="bag" size="lg" id={CART_ICON} />
          <span
            aria-hidden="true"
            className="cart-badge figures absolute top-0.5 right-0 h-5 min-w-5 rounded-full bg-madder-700 px-1.25 text-center font-bold text-count text-white"
          >
            {units > 0 && units}
          </span>
        </Link>
      </div>
    </header>
  )
}
