import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { loginNotKept, loginProblems } from '#features/auth/auth.rules.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Logo } from '#web/layouts/logo.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField, PasswordField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { withoutStep } from '../login-step.ts'
import { usePasskeys } from './passkeys-of-browser.ts'
import { CodeLogin } from './seller-code-login.tsx'
import { Or, PasskeyButton } from './seller-passkey-button.tsx'

/** Shown in place of any page of the seller's area without login. */
export function SellerLogin() {
  const { storeName } = useSettings()
  const [searchParams] = useSearchParams()
  const needsCode = searchParams.get('step') === 'code'
  return (
    <div className="grid screen-high grid-cols-1 nav:grid-cols-2">
      <main id="main" tabIndex={-1} className="grid content-center px-gutter py-8">
        <div className="mx-auto grid w-full max-w-96 gap-4.5">
          <Logo className="justify-self-start text-logo" />
          <div className="mt-8">
            <h1 className="text-4xl">{needsCode ? 'One more step' : 'Seller login'}</h1>
            <p className="mt-2 text-ink-soft">
              {needsCode
                ? 'Your password was right. Now your passkey, or a code.'
                : 'Manage products, applications and orders.'}
            </p>
          </div>
          {needsCode ? <CodeLogin /> : <LoginFields />}
          <PasskeyLogin />
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

/** A passkey is the whole login, whether or not the password was typed. */
function PasskeyLogin() {
  const { pathname, search } = useLocation()
  if (!usePasskeys()) return null
  return (
    <>
      <Or />
      <PasskeyButton intent="enter by passkey" next={withoutStep(pathname + search)} variant="line" />
    </>
  )
}

function LoginFields() {
  const { pathname, search } = useLocation()
  const [isNotKept, setNotKept] = useState(false)
  const form = useForm({
    fields: ['email', 'password'],
    // Still here only if the browser lost the session.
    onDone: () => setNotKept(true),
    judge: (field, typed) => loginProblems('login', { ...typed, name: '' })[field],
  })
  return (
    <form {...form.attributes} action="/seller" className="grid gap-4.5">
      <HiddenFields values={{ next: form.retyped?.next ?? pathname + search }} />
      <div role="alert" className="empty:hidden">
        {form.message && <Notice tone="bad">{form.message}</Notice>}
        {isNotKept && !form.busy && !form.message && <Notice tone="bad">{loginNotKept().message}</Notice>}
      </div>
      <EmailField {...form.field('email')} autoComplete="username" />
      <PasswordField {...form.field('password')} label="Password" />
      <Button type="submit" block busy={form.busy} busyLabel="Logging in">
        Login
      </Button>
    </form>
  )
}
