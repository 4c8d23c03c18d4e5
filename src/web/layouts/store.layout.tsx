import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { LoginOnDemand, preloadLogin } from '#features/account/web/login-on-demand.tsx'
import { useLogout } from '#features/account/web/use-logout.ts'
import { LoginProvider, useLogin } from '#features/auth/web/login-context.tsx'
import { CartProvider, useCart } from '#features/cart/web/cart-context.tsx'
import { PendingPage } from '#features/catalog/web/pending-page.tsx'
import { useUser } from '#web/hooks/use-root.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ErrorPage } from './error-page.tsx'
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
  return (
    <CartProvider>
      <LoginProvider preload={preloadLogin}>
        <StoreFrame topBar={<StoreTopBar />}>{children}</StoreFrame>
        <FocusOnHeading />
        <LoginOnDemand />
        <Toaster />
      </LoginProvider>
    </CartProvider>
  )
}

function StoreTopBar() {
  const user = useUser()
  const { units } = useCart()
  const { openLogin } = useLogin()
  const logout = useLogout()
  return (
    <TopBar
      units={units}
      account={user && <AccountMenu user={user} onLogout={logout.submit} className="ml-auto nav:ml-0" />}
      onLogin={() => openLogin()}
    />
  )
}

/**
 * On another page the reader starts at its heading, or at what the page marks as `data-arrival`; not on the first page,
 * and not while somebody types a search.
 */
function FocusOnHeading() {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  // Focus is the browser's.
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (hash || document.activeElement?.id === 'search') return
    const heading = document.querySelector('main [data-arrival]') ?? document.querySelector('main h1')
    if (!(heading instanceof HTMLElement)) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, hash])
  return null
}
