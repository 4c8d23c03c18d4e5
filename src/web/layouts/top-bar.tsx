import type { SubmitEvent } from 'react'
import { Link, NavLink } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { useFrame } from './frame-words.ts'
import { Logo } from './logo.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { navLinks } from './nav-links.ts'
import { accountWords, cartWords, OwnPart } from './own-part.tsx'
import { SearchBox } from './search-box.tsx'

interface TopBarProps {
  /** Pieces in the cart that can be bought; undefined where not known. */
  units: number | undefined
  shopper?: Shopper | null
  isUnknown?: boolean
  onLogin?: () => void
  onLogout?: (event: SubmitEvent<HTMLFormElement>) => void
}

/** Links from 905px on; below, a menu button. The search has a row of its own until there is room. */
export function TopBar({ units, shopper, isUnknown = false, onLogin, onLogout }: TopBarProps) {
  const { say, to, items } = useFrame()
  return (
    <header className="border-line border-b bg-paper print:hidden">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-1 nav:gap-x-3 nav:pt-2 lg:min-h-20 lg:flex-nowrap lg:pt-0">
        <MenuDrawer
          shopper={shopper}
          isUnknown={isUnknown}
          onLogin={onLogin}
          onLogout={onLogout}
          className="-ml-2.5 nav:hidden"
        />
        <Logo />
        <nav aria-label={say('Main')} className="ml-5 max-nav:hidden">
          <ul className="flex gap-1">
            {navLinks.map(({ text, to: page, prefetch }) => (
              <li key={page}>
                <NavLink
                  end
                  to={page}
                  prefetch={prefetch}
                  className="block whitespace-nowrap p-3 underline-offset-nav hover:text-neel-700 hover:underline aria-[current]:underline aria-[current]:decoration-2 aria-[current]:decoration-madder-700 aria-[current]:underline-offset-current"
                >
                  {say(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <SearchBox className="order-9 min-w-32 flex-1 basis-full pb-3 lg:order-0 lg:mx-auto lg:max-w-search lg:basis-48 lg:pb-0" />
        <Link
          to={to('/producerform')}
          className="whitespace-nowrap text-sm underline underline-offset-link max-lg:ml-auto hover:text-neel-600 hover:decoration-2 max-nav:hidden"
        >
          {say('Join as Producer')}
        </Link>
        {/* Ends the bar: the server looks for what closes it (shopper-page.ts). */}
        <OwnPart
          account={shopper && accountWords(shopper)}
          isUnknown={isUnknown}
          cart={cartWords(units, items)}
          onLogin={onLogin}
          onLogout={onLogout}
        />
      </div>
    </header>
  )
}
