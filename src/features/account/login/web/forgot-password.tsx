import type { ActionFunctionArgs } from 'react-router'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/field.tsx'
import type { requestPasswordReset } from '../../account.contract.ts'
import { accountProblem } from '../../account-form.rules.ts'
import type { requestSellerPasswordReset } from '../../seller-account.contract.ts'
import { AccountForm } from '../../web/account-form.tsx'

/** The message stays: a mail may be on its way. */
export const askForLink = (
  args: ActionFunctionArgs,
  endpoint: typeof requestPasswordReset | typeof requestSellerPasswordReset,
) =>
  answerForm(args, async (api, form) => {
    const { message } = await api(endpoint, { body: { email: formText(form, 'email') } })
    return { message }
  })

interface ForgotPasswordProps {
  page: string
  loginPage: string
  email: string
}

export function ForgotPassword({ page, loginPage, email }: ForgotPasswordProps) {
  const form = useForm({ intent: 'forgot', fields: ['email'], start: { email }, judge: accountProblem })
  const sent = form.done?.message
  const heading = useArrival<HTMLHeadingElement>(sent)

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
          <ButtonLink to={page} variant="quiet" onClick={form.forget}>
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
        form={form}
        page={page}
        button="Send the link"
        busyLabel="Sending"
        beside={
          <ButtonLink to={loginPage} variant="quiet">
            Back to login
          </ButtonLink>
        }
      >
        <EmailField {...form.field('email')} autoComplete="username" />
      </AccountForm>
    </>
  )
}
