import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { preloadLogin } from '#features/account/web/login-on-demand.tsx'

/**
 * Around a submit button named Login: opens the modal, or, before JavaScript has loaded, leads to the login page that
 * comes back here.
 */
export function LoginOpener({
  onLogin,
  className,
  children,
}: {
  onLogin?: (() => void) | undefined
  className?: string
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Form
      action="/login"
      className={className}
      onPointerEnter={preloadLogin}
      onFocus={preloadLogin}
      onSubmit={(event) => {
        if (!onLogin || pathname === '/login') return
        event.preventDefault()
        onLogin()
      }}
    >
      {pathname !== '/login' && <input type="hidden" name="next" value={pathname + search} />}
      {children}
    </Form>
  )
}
