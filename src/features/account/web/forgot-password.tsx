import { useEffect, useRef, useState } from 'react'
import { useActionData } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { accountProblems } from '../account-form.rules.ts'
import { AccountForm } from './account-form.tsx'
import type { askForLink } from './forgot-password.action.ts'

interface ForgotPasswordProps {
  page: string
  loginPage: string
  /** What the field holds at first. */
  email: string | undefined
  send: (email: string) => Promise<{ message: string }>
}

/** Asks for the address of an account, then says that a mail may be on its way. */
export function ForgotPassword({ page, loginPage, email, send }: ForgotPasswordProps) {
  const answered = useActionData<typeof askForLink>()
  const [sent, setSent] = useState(answered?.sent)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone: the reader starts again at the heading.
  useEffect(() => {
    if (sent) heading.current?.focus()
  }, [sent])

  if (sent) {
    return (
      <>
        <h1 ref={heading} tabIndex={-1} className="text-4xl">
          Look in your mail
        </h1>
        <p className="mt-3">{sent}</p>
        <p className="mt-3 text-ink-soft">
          The link works for 30 minutes. Nothing there after a few minutes? Look among the unwanted mails too, or ask
          for another.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={loginPage}>Login</ButtonLink>
          <ButtonLink
            to={page}
            variant="quiet"
            reloadDocument={answered !== undefined}
            onClick={() => setSent(undefined)}
          >
            Ask for another
          </ButtonLink>
        </div>
      </>
    )
  }
  return (
    <>
      <h1 className="text-4xl">Forgot your password?</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">
        Give us the email address of your account. We send you a link to set a new password.
      </p>
      <AccountForm
        intent="forgot"
        page={page}
        check={accountProblems.forgotPassword}
        send={(typed) => send(typed('email'))}
        onDone={setSent}
        button="Send the link"
        busyLabel="Sending"
        answer={answered?.answer}
        beside={
          <ButtonLink to={loginPage} variant="quiet">
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
            defaultValue={answered?.answer?.typed.email ?? email}
          />
        )}
      </AccountForm>
    </>
  )
}
