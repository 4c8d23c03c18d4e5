import { useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { call } from '#web/call.ts'
import { formText } from '#web/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, isNotSeller, sellerMeta } from '#web/seller-page.ts'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { accountProblems } from '../account-form.rules.ts'
import { changeSellerEmail, changeSellerPassword, getSellerAccount } from '../seller-account.contract.ts'
import { PasswordForm } from './account-details.tsx'
import { type AccountAnswer, AccountForm, accountAnswer } from './account-form.tsx'

const title = 'Your account'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/account')

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(getSellerAccount))

/** The forms, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const currentPassword = formText(form, 'currentPassword')
  const email = formText(form, 'email')
  try {
    if (intent === 'password')
      await api(changeSellerPassword, { body: { currentPassword, newPassword: formText(form, 'newPassword') } })
    else if (intent === 'email') await api(changeSellerEmail, { body: { email, currentPassword } })
    else return redirect('/seller/account')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (isNotSeller(error) && error.code !== 'WRONG_PASSWORD') return redirect('/seller/account')
    return data(accountAnswer(intent, error, { email }), { status: error.status })
  }
  return redirect(`/seller/account?saved=${intent}`)
}

/** What a form sent before JavaScript had loaded has done. */
const saved: Record<string, string> = {
  password: 'Password changed. Other devices were logged out.',
  email: 'We have sent a link to the new address. It takes effect when the link is opened.',
}

/** The seller's own address and password. */
export default function SellerAccountPage() {
  const account = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  if (!account) return null
  const { email, newEmail } = account
  const done = saved[searchParams.get('saved') ?? '']
  // The area's layout shows the login then.
  const onRefused = (error: AppError) => {
    const isOut = error.status === 401
    if (isOut) revalidate()
    return isOut
  }
  return (
    <>
      <SellerHead title={title} text={email} />
      {done && !answer && (
        <Notice tone="good" className="mb-5">
          {done}
        </Notice>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel aria-labelledby="password" className="grid gap-4 p-4 nav:p-6">
          <h2 id="password" className="text-xl">
            Password
          </h2>
          <p className="text-ink-soft text-sm">A new password logs every other device out. We tell {email} of it.</p>
          <PasswordForm
            email={email}
            page="/seller/account"
            send={(body) => call<typeof changeSellerPassword>('POST /api/seller/password', { body })}
            onRefused={onRefused}
            answer={answer}
          />
        </Panel>
        <Panel aria-labelledby="email" className="grid gap-4 p-4 nav:p-6">
          <h2 id="email" className="text-xl">
            Email address
          </h2>
          <p className="text-ink-soft text-sm">
            You log in with it, and mails about orders and applications go there. A new one takes effect when you open
            the link that we send to it.
          </p>
          {newEmail && (
            <Notice tone="wait">
              We have sent a link to <b>{newEmail}</b>. Open it, then it takes the place of {email}.
            </Notice>
          )}
          <EmailForm answer={answer} onRefused={onRefused} />
        </Panel>
      </div>
    </>
  )
}

function EmailForm({
  answer,
  onRefused,
}: {
  answer: AccountAnswer | undefined
  onRefused: (error: AppError) => boolean
}) {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<string>()
  return (
    <AccountForm
      intent="email"
      page="/seller/account"
      check={accountProblems.email}
      send={(typed) =>
        call<typeof changeSellerEmail>('POST /api/seller/email', {
          body: { email: typed('email'), currentPassword: typed('currentPassword') },
        })
      }
      onDone={async (message, form) => {
        form.reset()
        await revalidate()
        setDone(message)
      }}
      onRefused={onRefused}
      button="Change email address"
      busyLabel="Sending the link"
      look="line"
      answer={answer}
      done={done}
    >
      {(field) => (
        <>
          <TextField
            {...field('email')}
            label="New email address"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            defaultValue={answer?.intent === 'email' ? answer.typed.email : undefined}
          />
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            required
          />
        </>
      )}
    </AccountForm>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="your account" />
