import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { LoginOnDemand, preloadLogin } from '#features/account/login/web/login-on-demand.tsx'
import { useLogout } from '#features/account/login/web/use-logout.ts'
import { CartProvider, useCart } from '#features/cart/web/cart-context.tsx'
import { PendingPage } from '#features/catalog/list/web/pending-page.tsx'
import { useOfflineLinks } from '#web/hooks/use-offline-links.ts'
import { useIsUnknown, useShopper } from '#web/hooks/use-root.ts'
import { useSharedLogin } from '#web/hooks/use-shared-login.ts'
import { LoginProvider, useLogin } from '#web/login-context.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { useLanguage } from '#web/words.tsx'
import { ErrorPage } from './error-page.tsx'
import { FocusOnHeading } from './focus-on-heading.tsx'
import { Guard } from './guard.tsx'
import { PlainPage } from './plain-page.tsx'
import { StoreFrame } from './store-frame.tsx'
import { TopBar } from './top-bar.tsx'

/** Rarely shown, so fetched when needed. Where that fails, the bar itself says that the account is not shown. */
const NotKnown = onDemand('not-known', () => import('./not-known.tsx').catch(() => ({ default: () => null })))

export default function StoreLayout() {
  return (
    <Store>
      <PendingPage>
        <Outlet />
      </PendingPage>
    </Store>
  )
}

export function ErrorBoundary() {
  return (
    <Store>
      <ErrorPage />
    </Store>
  )
}

export const Store = ({ children }: { children: ReactNode }) => (
  <Guard fallback={<PlainPage />}>
    <StoreParts>{children}</StoreParts>
  </Guard>
)

function StoreParts({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation()
  useOfflineLinks()
  useSharedLogin()
  return (
    <CartProvider>
      <LoginProvider preload={preloadLogin}>
        <StoreFrame topBar={<StoreTopBar />}>
          <Guard fallback={<ErrorPage />} page={key}>
            {children}
          </Guard>
        </StoreFrame>
        <FocusOnHeading page={pathname} />
        <LoginOnDemand />
        <Toaster />
      </LoginProvider>
    </CartProvider>
  )
}

function StoreTopBar() {
  const shopper = useShopper()
  const isUnknown = useIsUnknown()
  const { units } = useCart()
  // The dialog is English; in Hindi the entry leads to the login page.
  const isEnglish = useLanguage() === 'en'
  const { openLogin } = useLogin()
  const logout = useLogout()
  return (
    <>
      <TopBar
        units={units}
        shopper={shopper}
        isUnknown={isUnknown}
        onLogin={isEnglish ? () => openLogin() : undefined}
        onLogout={logout.submit}
      />
      {isUnknown && (
        <Suspense>
          <NotKnown />
        </Suspense>
      )}
    </>
  )
}
