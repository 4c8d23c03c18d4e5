import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { Reword } from '#web/forms/form-answer.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { resetLinkUsedUp } from '../../account.contract.ts'
import { accountProblem } from '../../account-form.rules.ts'
import { AccountForm } from '../../web/account-form.tsx'
import type { loadResetLink } from './reset-password.action.ts'

/** Hides the address with its token from other sites. `same-origin`, not `no-referrer`, for forms before JavaScript must say their origin. */
export const tokenReferrer = { name: 'referrer', content: 'same-origin' }

/** A malformed token counts as used up. */
export const isUsedUp = ({ code, fields }: Parameters<Reword>[0]) =>
  code === resetLinkUsedUp.code || fields?.token !== undefined

interface ResetPasswordProps {
  page: string
  loginPage: string
  forgotPage: string
}

/** The page of the mail's link. */
export function ResetPassword({ page, loginPage, forgotPage }: ResetPasswordProps) {
  const { token, works } = useLoaderData<typeof loadResetLink>()
  const form = useForm({ intent: 'reset', fields: ['password'], judge: accountProblem })

  if (form.done) {
    return (
      <Told
        title="Your new password is set"
        text="We have logged out every device. Log in with your new password."
        focus
      >
        <ButtonLink to={loginPage}>Login</ButtonLink>
      </Told>
    )
  }
  const isRefused = form.refused !== undefined && isUsedUp(form.refused)
  if (!works || isRefused) {
    return (
      <Told
        title="This link does not work any more"
        text="A link works once, for 30 minutes. Ask for another and we send it at once."
        focus={isRefused}
      >
        <ButtonLink to={forgotPage}>Ask for a new link</ButtonLink>
      </Told>
    )
  }
  return (
    <Told title="Set a new password" text="It logs out every device that is logged in to your account.">
      <AccountForm
        form={form}
        page={`${page}?${new URLSearchParams({ token })}`}
        button="Set password"
        busyLabel="Setting password"
      >
        <input type="hidden" name="token" value={token} />
        <PasswordField {...form.field('password')} label="New password" isNew />
      </AccountForm>
    </Told>
  )
}

interface ToldProps {
  title: string
  text: string
  focus?: boolean
  children: ReactNode
}

/** `focus`: the form is gone, so the heading gets the focus. */
function Told({ title, text, focus = false, children }: ToldProps) {
  const heading = useArrival<HTMLHeadingElement>(focus)
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        {title}
      </h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{text}</p>
      {children}
    </>
  )
}
