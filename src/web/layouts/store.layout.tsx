import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { LoginOnDemand, preloadLogin } from '#features/account/web/login-on-demand.tsx'
import { useLogout } from '#features/account/web/use-logout.ts'
import { CartProvider, useCart } from '#features/cart/web/cart-context.tsx'
import { PendingPage } from '#features/catalog/web/pending-page.tsx'
import { useOfflineLinks } from '#web/hooks/use-offline-links.ts'
import { useShopper } from '#web/hooks/use-root.ts'
import { useSharedLogin } from '#web/hooks/use-shared-login.ts'
import { LoginProvider, useLogin } from '#web/login-context.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { ErrorPage } from './error-page.tsx'
import { FocusOnHeading } from './focus-on-heading.tsx'
import { StoreFrame } from './store-frame.tsx'
import { TopBar } from './top-bar.tsx'

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

function Store({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useOfflineLinks()
  useSharedLogin()
  return (
    <CartProvider>
      <LoginProvider preload={preloadLogin}>
        <StoreFrame topBar={<StoreTopBar />}>{children}</StoreFrame>
        <FocusOnHeading page={pathname} />
        <LoginOnDemand />
        <Toaster />
      </LoginProvider>
    </CartProvider>
  )
}

function StoreTopBar() {
  const shopper = useShopper()
  const { units } = useCart()
  const { openLogin } = useLogin()
  const logout = useLogout()
  return <TopBar units={units} shopper={shopper} onLogin={() => openLogin()} onLogout={logout.submit} />
}
