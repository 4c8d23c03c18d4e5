import { type SubmitEvent, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Link, useRevalidator } from 'react-router'
import type { sellerLogin } from '#features/auth/auth.contract.ts'
import { loginProblems } from '#features/auth/auth.rules.ts'
import { AppError } from '#shared/app-error.ts'
import { call, messageOf } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Logo } from '#web/layouts/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

export interface SellerAnswer {
  message: string
  fields: { email?: string; password?: string }
  email: string
}

/** Stands in place of any page of the seller's area while nobody is logged in to it. */
export function SellerLogin({ next, answer }: { next: string; answer: SellerAnswer | undefined }) {
  const { storeName } = useSettings()
  return (
    <div className="grid min-h-dvh grid-cols-1 nav:grid-cols-2">
      <main id="main" tabIndex={-1} className="grid content-center px-gutter py-8">
        <div className="mx-auto grid w-full max-w-96 gap-4.5">
          <Logo className="justify-self-start text-logo" />
          <div className="mt-8">
            <h1 className="text-4xl">Seller login</h1>
            <p className="mt-2 text-ink-soft">Manage products, applications and orders.</p>
          </div>
          <LoginFields next={next} answer={answer} />
          <p className="text-sm">
            <Link to="/seller/forgot-password" className="link inline-flex min-h-11 items-center">
              Forgot your password?
            </Link>
          </p>
          <p className="text-sm">
            Want to sell on {storeName}?{' '}
            <Link to="/producerform" className="link">
              Join as Producer
            </Link>
          </p>
          <p className="text-sm">
            <Link to="/" className="link">
              Back to the shop
            </Link>
          </p>
        </div>
      </main>
      <div className="sticky top-0 h-dvh bg-kajal max-nav:hidden">
        <img
          src="/pictures/producer-weaver-portrait.svg"
          alt=""
          width={800}
          height={800}
          className="size-full object-cover"
        />
      </div>
    </div>
  )
}

function LoginFields({ next, answer }: { next: string; answer: SellerAnswer | undefined }) {
  const hydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<SellerAnswer['fields']>(answer?.fields ?? {})
  const [message, setMessage] = useState(answer?.message)
  const [busy, setBusy] = useState(false)

  function show(found: SellerAnswer['fields'], said?: string) {
    setProblems(found)
    setMessage(said)
    const first = (['email', 'password'] as const).find((name) => found[name])
    form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const typed = { email: String(fields.get('email')), password: String(fields.get('password')) }
    const found = loginProblems('login', { ...typed, name: '' })
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    setMessage(undefined)
    setProblems({})
    try {
      await call<typeof sellerLogin>('POST /api/seller/login', { body: typed })
      await revalidate()
    } catch (error) {
      show(error instanceof AppError ? (error.fields ?? {}) : {}, messageOf(error))
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="post" action="/seller" noValidate={hydrated} onSubmit={onSubmit} className="grid gap-4.5">
      <input type="hidden" name="next" value={next} />
      <div role="alert" className="empty:hidden">
        {message && <Notice tone="bad">{message}</Notice>}
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        defaultValue={answer?.email}
        error={problems.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={problems.password}
      />
      <Button type="submit" block busy={busy} busyLabel="Logging in">
        Login
      </Button>
    </form>
  )
}
