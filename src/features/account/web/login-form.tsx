import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Link } from 'react-router'
import type { login, register } from '#features/auth/auth.contract.ts'
import { type LoginMode, loginProblems, MIN_PASSWORD_LENGTH } from '#features/auth/auth.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { AppError } from '#shared/app-error.ts'
import { call, messageOf } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stitch } from '#web/ui/stitch.tsx'

type Problems = Partial<Record<'name' | 'email' | 'password', string>>

export interface LoginFormProps {
  mode: LoginMode
  /** Where a form sent before JavaScript has loaded leads to. */
  next: string
  /** Called once the account is logged in. The button stays busy until it is done. */
  onDone: () => Promise<void> | void
  /** Called when a link leads to another page. */
  onLeave?: () => void
  /** The control that switches between login and register. */
  switcher: ReactNode
  /** What the page's action found wrong, and what was typed. */
  answer?: LoginAnswer | undefined
}

export interface LoginAnswer {
  message: string
  fields: Problems
  typed: { name: string; email: string }
}

/** Login and register are one form: register asks for the name as well. Used by the modal and by the page. */
export function LoginForm({ mode, next, onDone, onLeave, switcher, answer }: LoginFormProps) {
  const hydrated = useHydrated()
  const { storeName } = useSettings()
  const { items, handedOver } = useCart()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>(answer?.fields ?? {})
  const [message, setMessage] = useState(answer?.message)
  const [busy, setBusy] = useState(false)
  const isNew = mode === 'register'

  const typed = () => {
    const fields = new FormData(form.current ?? undefined)
    const text = (name: string) => String(fields.get(name) ?? '')
    return { name: text('name'), email: text('email'), password: text('password') }
  }
  const focusFirst = (found: Problems) => {
    const name = (['name', 'email', 'password'] as const).find((field) => found[field])
    if (name) form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
  }
  // A field is judged when it is left, and cleared as soon as it is right; an untouched one is let be.
  const judge = (name: keyof Problems) => ({
    error: problems[name],
    onBlur: () => {
      const values = typed()
      const problem = values[name] === '' ? undefined : loginProblems(mode, values)[name]
      if (problem !== problems[name] && (problem || values[name] !== '')) setProblems({ ...problems, [name]: problem })
    },
    onChange: () => {
      if (problems[name] && !loginProblems(mode, typed())[name]) setProblems({ ...problems, [name]: undefined })
    },
  })

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const values = typed()
    const found = loginProblems(mode, values)
    setProblems(found)
    setMessage(undefined)
    if (Object.keys(found).length > 0) return focusFirst(found)
    setBusy(true)
    try {
      const body = { email: values.email, password: values.password, cartItems: items }
      const done = isNew
        ? await call<typeof register>('POST /api/user/register', { body: { ...body, name: values.name } })
        : await call<typeof login>('POST /api/user/login', { body })
      handedOver()
      toast.success(done.message)
      await onDone()
    } catch (error) {
      const fields = error instanceof AppError ? (error.fields ?? {}) : {}
      setMessage(messageOf(error))
      setProblems(fields)
      toast.error(messageOf(error))
      focusFirst(fields)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action="/login"
        noValidate={hydrated}
        onSubmit={onSubmit}
        className="mt-6 grid gap-4.5"
      >
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="mode" value={mode} />
        <div role="alert" className="empty:hidden">
          {message && <Notice tone="bad">{message}</Notice>}
        </div>
        {isNew && (
          <TextField
            label="Name"
            name="name"
            data-autofocus
            autoComplete="name"
            maxLength={200}
            required
            defaultValue={answer?.typed.name}
            {...judge('name')}
          />
        )}
        <TextField
          label="Email"
          name="email"
          data-autofocus
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          defaultValue={answer?.typed.email}
          {...judge('email')}
        />
        <PasswordField
          key={mode}
          label="Password"
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          hint={isNew ? `At least ${MIN_PASSWORD_LENGTH} characters.` : undefined}
          minLength={isNew ? MIN_PASSWORD_LENGTH : undefined}
          required
          {...judge('password')}
        />
        {!isNew && (
          <p className="-my-2 text-sm">
            <Link to="/forgot-password" onClick={onLeave} className="link inline-flex min-h-11 items-center">
              Forgot your password?
            </Link>
          </p>
        )}
        <Button type="submit" block busy={busy} busyLabel={isNew ? 'Creating account' : 'Logging in'} className="mt-1">
          {isNew ? 'Create account' : 'Login'}
        </Button>
      </form>
      <Stitch tone="ash" className="mt-6 mb-4" />
      <p>
        {isNew ? 'Already have an account? ' : `New to ${storeName}? `}
        {switcher}
      </p>
    </>
  )
}

/** What stands over the form. */
export const loginWords = {
  login: { title: 'Welcome back', text: 'Log in to save your cart and place orders.', other: 'Create an account' },
  register: { title: 'Create your account', text: 'Save your cart, keep addresses and follow orders.', other: 'Login' },
} as const

export const otherMode = (mode: LoginMode): LoginMode => (mode === 'login' ? 'register' : 'login')

export const switcherLook =
  'inline-flex min-h-11 items-center px-1.5 font-semibold text-neel-700 underline underline-offset-4 hover:bg-neel-100'
