import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, SET_UP_PAGE, sellerMeta } from '#web/seller-page.ts'
import { EmailField, PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { accountEn } from '../account.words.en.ts'
import { accountProblem, besideFields } from '../account-form.rules.ts'
import { changeSellerEmail, changeSellerPassword, getSellerAccount } from '../seller-account.contract.ts'
import { PasswordForm } from './account-details.tsx'
import { AccountForm } from './account-form.tsx'

const title = 'Your account'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/account')

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(getSellerAccount))

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const intent = formText(form, 'intent')
      const currentPassword = formText(form, 'currentPassword')
      const { message } =
        intent === 'password'
          ? await api(changeSellerPassword, { body: { currentPassword, newPassword: formText(form, 'newPassword') } })
          : await api(changeSellerEmail, { body: { email: formText(form, 'email'), currentPassword } })
      return { message, back: `/seller/account?saved=${intent}` }
    },
    { reword: besideFields },
  )

/** Results of forms sent before JavaScript. */
const saved: Record<string, string> = {
  password: accountEn.PASSWORD_CHANGED,
  email: 'We have sent a link to the new address. It takes effect when the link is opened.',
}

export default function SellerAccountPage() {
  const account = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  const [searchParams] = useSearchParams()
  if (!account) return null
  const { email, newEmail } = account
  const done = saved[searchParams.get('saved') ?? '']
  return (
    <>
      <SellerHead title={title} text={email} />
      {done && !posted && (
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
          <PasswordForm email={email} page="/seller/account" />
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
          <EmailForm />
        </Panel>
        <Panel aria-labelledby="factor" className="grid gap-4 p-4 nav:p-6">
          <h2 id="factor" className="text-xl">
            Second factor
          </h2>
          <p className="text-ink-soft text-sm">
            Six digits of an app on your phone, asked for at each login and before money leaves.
          </p>
          <p>
            <Link to={SET_UP_PAGE} className="link inline-flex min-h-11 items-center">
              Set it up, or take it off
            </Link>
          </p>
        </Panel>
      </div>
    </>
  )
}

function EmailForm() {
  const form = useForm({
    intent: 'email',
    fields: ['email', 'currentPassword'],
    judge: accountProblem,
    onDone: (_, element) => element?.reset(),
  })
  return (
    <AccountForm
      form={form}
      page="/seller/account"
      button="Change email address"
      busyLabel="Sending the link"
      look="line"
    >
      <EmailField {...form.field('email')} label="New email address" />
      <PasswordField {...form.field('currentPassword')} label="Current password" />
    </AccountForm>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="your account" />
