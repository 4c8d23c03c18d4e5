import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { countItems } from '#features/cart/cart.rules.ts'
import { Button, iconButton } from '#web/ui/button.tsx'
import { CART_ICON, Icon } from '#web/ui/icon.tsx'
import { AccountMenu, type AccountWords } from './account-menu.tsx'
import { useFrame } from './frame-words.ts'

interface CartWords {
  items: string
  badge: string
}

export const accountWords = ({ name, email }: Pick<Shopper, 'name' | 'email'>): AccountWords => ({
  firstName: name.trim().split(/\s+/)[0] ?? name,
  name,
  email,
})

/** `units`: pieces in the cart; undefined where not known. */
export const cartWords = (units: number | undefined, items = countItems): CartWords =>
  units === undefined
    ? { items: 'contents not known', badge: '' }
    : { items: items(units), badge: units > 0 ? `${units}` : '' }

interface OwnPartProps {
  account: AccountWords | null | undefined
  isUnknown?: boolean
  cart: CartWords
  onLogin?: (() => void) | undefined
  onLogout?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined
}

/** All of the top bar that differs from person to person. The server puts it into pages rendered for nobody (docs/decisions/0025). */
export function OwnPart({ account, isUnknown = false, cart, onLogin, onLogout }: OwnPartProps) {
  const { say, cart: ofCart } = useFrame()
  return (
    <div data-own="bar" className="contents">
      {account && <AccountMenu words={account} onLogout={onLogout} className="ml-auto nav:ml-0" />}
      {isUnknown && (
        <p className="ml-auto whitespace-nowrap text-ink-soft text-sm nav:ml-0">
          <span className="max-nav:sr-only">{say('Account not shown')}</span>
        </p>
      )}
      {!account && !isUnknown && (
        <LoginOpener onLogin={onLogin} className="ml-auto nav:ml-0">
          <button type="submit" aria-label={say('Login')} className={`${iconButton} nav:hidden`}>
            <Icon name="user" size="lg" />
          </button>
          <Button type="submit" variant="line" size="sm" className="max-nav:hidden">
            {say('Login')}
          </Button>
        </LoginOpener>
      )}
      <Link to="/cart" prefetch="intent" aria-label={ofCart(cart.items)} className={`${iconButton} -mr-1.5`}>
        <Icon name="bag" size="lg" id={CART_ICON} />
        <span
          aria-hidden="true"
          className="cart-badge figures absolute top-0.5 right-0 h-5 min-w-5 rounded-full bg-madder-700 px-1.25 text-center font-bold text-count text-white"
        >
          {cart.badge}
        </span>
      </Link>
    </div>
  )
}
