import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { useLoginIfAny } from '#web/login-context.tsx'

interface LoginOpenerProps {
  onLogin?: (() => void) | undefined
  className?: string
  children: ReactNode
}

/**
 * Around a submit button named Login: opens the modal, or, before JavaScript has loaded, leads to the login page that
 * comes back here.
 */
export function LoginOpener({ onLogin, className, children }: LoginOpenerProps) {
  const { pathname, search } = useLocation()
  const preload = useLoginIfAny()?.preload
  return (
    <Form
      action="/login"
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
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
