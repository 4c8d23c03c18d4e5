import { useEffect, useRef, useState } from 'react'
import { type ActionFunctionArgs, data, type MetaFunction, useActionData } from 'react-router'
import { formText } from '#features/cart/web/form-cart.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { call } from '#web/call.ts'
import { useUser } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { requestPasswordReset } from '../account.contract.ts'
import { accountProblems } from '../account-form.rules.ts'
import { AccountForm, accountAnswer } from './account-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Forgot your password', path: '/forgot-password', noindex: true })

/** The form, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = formText(await request.formData(), 'email')
  try {
    const { message } = await context.get(apiContext)(requestPasswordReset, { body: { email } })
    return { sent: message, answer: undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ sent: undefined, answer: accountAnswer('forgot', error, { email }) }, { status: error.status })
  }
}

export default function ForgotPasswordPage() {
  const answered = useActionData<typeof action>()
  const user = useUser()
  const [sent, setSent] = useState(answered?.sent)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone: the reader starts again at the heading.
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])

  if (sent) {
    return (
      <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
        <h1 ref={heading} tabIndex={-1} className="text-4xl">
          Look in your mail
        </h1>
        <p className="mt-3">{sent}</p>
        <p className="mt-3 text-ink-soft">
          The link works for 30 minutes. Nothing there after a few minutes? Look among the unwanted mails too, or ask
          for another.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to="/login">Login</ButtonLink>
          <ButtonLink
            to="/forgot-password"
            variant="quiet"
            reloadDocument={answered !== undefined}
            onClick={() => setSent(undefined)}
          >
            Ask for another
          </ButtonLink>
        </div>
      </div>
    )
  }
  return (
    <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
      <h1 className="text-4xl">Forgot your password?</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        Give us the email address of your account. We send you a link to set a new password.
      </p>
      <AccountForm
        intent="forgot"
        page="/forgot-password"
        check={accountProblems.forgotPassword}
        send={(typed) =>
          call<typeof requestPasswordReset>('POST /api/user/password/reset-request', {
            body: { email: typed('email') },
          })
        }
        onDone={setSent}
        button="Send the link"
        busyLabel="Sending"
        answer={answered?.answer}
        beside={
          <ButtonLink to="/login" variant="quiet">
            Back to login
          </ButtonLink>
        }
      >
        {(field) => (
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="username"
            maxLength={254}
            required
            defaultValue={answered?.answer?.typed.email ?? user?.email}
          />
        )}
      </AccountForm>
    </div>
  )
}
