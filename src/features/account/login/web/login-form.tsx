import { type ReactNode, type SubmitEvent, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Link } from 'react-router'
import { isAuth, login, register } from '#features/auth/auth.contract.ts'
import { type LoginMode, loginNotKept, loginProblems } from '#features/auth/auth.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { AppError } from '#shared/app-error.ts'
import { pickFields } from '#shared/form-fields.ts'
import { call } from '#web/call.ts'
import type { Refused } from '#web/forms/form-answer.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { useFields } from '#web/hooks/use-fields.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField, PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stitch } from '#web/ui/stitch.tsx'

const loginFields = ['name', 'email', 'password'] as const

export interface LoginFormProps {
  mode: LoginMode
  /** The next page of a form sent before JavaScript. */
  next: string
  /** Called after login; the button stays busy meanwhile. */
  onDone: () => Promise<void> | void
  /** Called when a link leads to another page. */
  onLeave?: () => void
  /** Switches between login and register. */
  switcher: ReactNode
  /** The action's refusal, and what was typed. */
  refused?: Refused | undefined
  /** What failed before the page was shown. */
  problem?: string | undefined
}

/** Register also asks for the name. In the modal and on the page. */
export function LoginForm({ mode, next, onDone, onLeave, switcher, refused, problem }: LoginFormProps) {
  const hydrated = useHydrated()
  const { storeName } = useSettings()
  const { items, handedOver } = useCart()
  const { form, typed, field, refuse, isRight } = useFields({
    fields: loginFields,
    start: pickFields(loginFields, refused?.typed ?? {}),
    found: pickFields(loginFields, refused?.fields ?? {}),
    judge: (name, values) => loginProblems(mode, values)[name],
  })
  const [message, setMessage] = useState(refused?.message ?? problem)
  const [busy, setBusy] = useState(false)
  const errorToast = useErrorToast()
  const isNew = mode === 'register'

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setMessage(undefined)
    errorToast.forget()
    if (!isRight()) return
    setBusy(true)
    try {
      const { name, ...given } = typed()
      const body = { ...given, cartItems: items }
      const done = isNew ? await call(register, { body: { ...body, name } }) : await call(login, { body })
      if (!(await isLoggedIn())) throw loginNotKept()
      handedOver()
      toast.success(done.message)
      await onDone()
    } catch (error) {
      setMessage(errorToast.showFailure(error, loginFields))
      refuse(pickFields(loginFields, error instanceof AppError ? (error.fields ?? {}) : {}))
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
        {isNew && <TextField {...field('name')} label="Name" data-autofocus autoComplete="name" />}
        <EmailField {...field('email')} data-autofocus autoComplete="username" />
        <PasswordField {...field('password')} key={mode} label="Password" isNew={isNew} />
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

/** Has the browser kept the session? If unclear, the next page will show. */
const isLoggedIn = () =>
  call(isAuth).then(
    () => true,
    (error: unknown) => !(error instanceof AppError && error.status === 401),
  )

export const loginWords = {
  login: { title: 'Welcome back', text: 'Log in to save your cart and place orders.', other: 'Create an account' },
  register: { title: 'Create your account', text: 'Save your cart, keep addresses and follow orders.', other: 'Login' },
} as const

export const otherMode = (mode: LoginMode): LoginMode => (mode === 'login' ? 'register' : 'login')

export const switcherLook =
  'inline-flex min-h-11 items-center px-1.5 font-semibold text-neel-700 underline underline-offset-4 hover:bg-neel-100'
