import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { useLoginIfAny } from '#web/login-context.tsx'
import type { LoginMode } from '../auth.rules.ts'

interface LoginOpenerProps {
  onLogin?: (() => void) | undefined
  mode?: LoginMode
  className?: string
  children: ReactNode
}

/** Wraps a submit button: it opens the modal or, before JavaScript has loaded, the login page, which comes back here. */
export function LoginOpener({ onLogin, mode, className, children }: LoginOpenerProps) {
  const { pathname, search } = useLocation()
  const isThere = pathname === '/login'
  // On the login page itself the button keeps that page's own goal.
  const next = isThere ? new URLSearchParams(search).get('next') : pathname + search
  const preload = useLoginIfAny()?.preload
  return (
    <Form
      action="/login"
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onSubmit={(event) => {
        if (!onLogin || isThere) return
        event.preventDefault()
        onLogin()
      }}
    >
      {next !== null && <input type="hidden" name="next" value={next} />}
      {mode && <input type="hidden" name="mode" value={mode} />}
      {children}
    </Form>
  )
}
