import { type ComponentType, lazy, type ReactNode, type SubmitEvent, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { LoginOpener } from '#features/auth/web/login-opener.tsx'
import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import type { SitePictureName } from '#features/pictures/site-pictures.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { type FrameText, useFrame } from './frame-words.ts'
import { LogoutForm } from './logout-form.tsx'
import { navLinks } from './nav-links.ts'

const loadPicture = () => import('./menu-picture.tsx')
export const preloadPictures = () => void loadPicture().catch(() => {})
const MenuPicture = lazy<ComponentType<{ name: SitePictureName }>>(() =>
  loadPicture().catch(() => ({ default: () => null })),
)

export interface MenuLinksProps {
  shopper?: Shopper | null | undefined
  isUnknown: boolean
  onLogin?: (() => void) | undefined
  onLogout?: ((event: SubmitEvent<HTMLFormElement>) => void) | undefined
  close: () => void
  /** The pictures' places are there before. */
  hasPictures: boolean
}

const [allProducts, ...ofShop] = navLinks

export function MenuLinks({ shopper, isUnknown, onLogin, onLogout, close, hasPictures }: MenuLinksProps) {
  const { storeName } = useSettings()
  const { pathname } = useLocation()
  // The page as sent marks no link as current.
  const here = useHydrated() ? pathname.toLowerCase() : undefined
  const { say, to: inLanguage } = useFrame()
  const link = (to: string, text: FrameText, before?: ReactNode) => (
    <li key={to}>
      <Link
        to={inLanguage(to)}
        onClick={close}
        aria-current={inLanguage(to) === here ? 'page' : undefined}
        className="menu-row"
      >
        {before}
        {say(text)}
      </Link>
    </li>
  )
  return (
    <nav aria-label={say('Menu')} className="pb-6">
      <Title>{say('Shop')}</Title>
      <ul>
        {link(allProducts.to, allProducts.text)}
        {categories.map(({ path, text, picture }) =>
          link(
            categoryUrl(path),
            text,
            <span className="size-9 flex-none bg-kora-deep">
              {hasPictures && (
                <Suspense>
                  <MenuPicture name={picture} />
                </Suspense>
              )}
            </span>,
          ),
        )}
      </ul>
      <Stitch className="mx-5 mt-2.5" />
      <Title>{storeName}</Title>
      <ul>
        {ofShop.map(({ to, text }) => link(to, text))}
        {link('/producerform', 'Join as Producer')}
      </ul>
      <Stitch className="mx-5 mt-2.5" />
      <Title>{say('Account')}</Title>
      {isUnknown && <p className="px-5 py-3 text-ink-soft text-sm">{say('Account not shown')}</p>}
      <ul>
        {shopper && (
          <>
            {link('/my-orders', 'My Orders', <Icon name="orders" size="sm" />)}
            {link('/account', 'Account', <Icon name="user" size="sm" />)}
            <li>
              <LogoutForm
                className="menu-row"
                onSubmit={(event) => {
                  close()
                  onLogout?.(event)
                }}
              />
            </li>
          </>
        )}
        {!shopper && !isUnknown && (
          <li>
            <LoginOpener
              onLogin={
                onLogin &&
                (() => {
                  close()
                  onLogin()
                })
              }
            >
              <button type="submit" className="menu-row">
                <Icon name="user" size="sm" />
                {say('Login')}
              </button>
            </LoginOpener>
          </li>
        )}
      </ul>
    </nav>
  )
}

const Title = ({ children }: { children: ReactNode }) => (
  <h2 className="heading-plain px-5 pt-3.5 pb-0.5 text-ink-mute text-xs">{children}</h2>
)
