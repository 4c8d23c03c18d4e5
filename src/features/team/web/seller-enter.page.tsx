import type { ReactNode } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { accountProblem } from '#features/account/account-form.rules.ts'
import { tokenReferrer } from '#features/account/login/web/reset-password.tsx'
import { AccountForm } from '#features/account/web/account-form.tsx'
import { tokenOf } from '#features/newsletter/web/mail-link.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { sellerMeta } from '#web/seller-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { checkInvitation, enterTeam, inTeamAlready, invitationUsedUp } from '../team.contract.ts'

const title = 'Choose a password'
const page = '/seller/enter'

export { headers } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) => [...sellerMeta(matches, true, title, page), tokenReferrer]

/** A dead link is told before a password is typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenOf(request)
  const invitation = await context
    .get(apiContext)(checkInvitation, { query: { token } })
    .catch((error) => {
      // A malformed token does not work either.
      if (error instanceof AppError && error.status === 400) return { works: false, name: '', email: '' }
      throw error
    })
  return { token, ...invitation }
}

/** A malformed token counts as used up. */
const isUsedUp = ({ code, fields }: Parameters<Reword>[0]) =>
  code === invitationUsedUp.code || code === inTeamAlready.code || fields?.token !== undefined

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const body = { token: formText(form, 'token'), password: formText(form, 'password') }
      const { message } = await api(enterTeam, { body })
      return { message, to: '/seller' }
    },
    { reword: (refused) => (isUsedUp(refused) ? { toast: '' } : {}) },
  )

/** Where the link of an invitation leads. */
export default function SellerEnterPage() {
  const { token, works, name, email } = useLoaderData<typeof loader>()
  const { storeName } = useSettings()
  const form = useForm({ intent: 'enter', fields: ['password'], judge: accountProblem })
  const isRefused = form.refused !== undefined && isUsedUp(form.refused)
  if (isRefused || !(works || form.busy || form.done))
    return (
      <Told
        title="This link does not work any more"
        text="A link works once, for 7 days, and a newer one takes its place. Ask who invited you for another. If you have a password already, log in with it."
        focus={isRefused}
      >
        <ButtonLink to="/seller">Login</ButtonLink>
      </Told>
    )
  return (
    <Told
      title={title}
      text={
        <>
          <span>Welcome, </span>
          <bdi>{name}</bdi>
          <span>. You are invited to work in the seller’s area of {storeName}. You log in with </span>
          <bdi>{email}</bdi>
          <span> and this password.</span>
        </>
      }
    >
      <AccountForm
        form={form}
        page={`${page}?${new URLSearchParams({ token })}`}
        button="Set password and log in"
        busyLabel="Logging in"
      >
        <input type="hidden" name="token" value={token} />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...form.field('password')} label="Password" isNew />
      </AccountForm>
    </Told>
  )
}

interface ToldProps {
  title: string
  text: ReactNode
  focus?: boolean
  children: ReactNode
}

/** `focus`: the form is gone, so the heading gets the focus. */
function Told({ title: heading, text, focus = false, children }: ToldProps) {
  const element = useArrival<HTMLHeadingElement>(focus)
  return (
    <>
      <h1 ref={element} tabIndex={-1} className="text-4xl">
        {heading}
      </h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{text}</p>
      {children}
    </>
  )
}
