import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { pageMeta } from '#web/seo.ts'
import { askAsShopper } from '#web/shopper-page.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { downloadData, getEmail, listSessions } from '../account.contract.ts'
import { accountEn } from '../account.words.en.ts'
import { accountAction } from './account.action.ts'
import { AccountAddresses } from './account-addresses.tsx'
import { PasswordForm, ProfileForm } from './account-details.tsx'
import { Devices } from './account-devices.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { EmailNotice } from './email-state.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your account', path: '/account', noindex: true })

export { headers } from '#web/private-page.ts'

/** With `needsLogin` the server renders the login modal too. */
export async function loader({ context }: LoaderFunctionArgs) {
  const account = await askAsShopper(context, async (api) => {
    const [{ user }, { addresses }, { sessions }, emailState] = await Promise.all([
      api(isAuth),
      api(listAddresses),
      api(listSessions),
      api(getEmail),
    ])
    return { name: user.name, email: user.email, emailState, addresses, sessions, dataPath: downloadData.path }
  })
  return { needsLogin: !account, account }
}

export const action = accountAction

/** Results of forms sent before JavaScript. */
const saved: Record<string, string> = {
  profile: 'Saved',
  password: accountEn.PASSWORD_CHANGED,
  'end-session': 'That device is logged out.',
  'delete-address': 'Address deleted.',
  'send-email-link': 'We have sent the link again.',
}

export default function AccountPage() {
  const { account } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  const answer = posted?.isDone === false ? posted : undefined
  const [searchParams] = useSearchParams()
  if (!account) {
    return (
      <LoginFirst title="Log in to see your account" text="Your name, password, devices and addresses, in one place." />
    )
  }

  const { name, email, emailState, addresses, sessions, dataPath } = account
  const done = saved[searchParams.get('saved') ?? '']
  const isTold = answer && ['profile', 'password', 'delete-account'].includes(answer.intent)
  return (
    <div className="wrap pb-section">
      <div className="pt-8 pb-8">
        <h1 className="text-4xl">Your account</h1>
        <p className="mt-1.5 break-words text-ink-soft text-lg leading-lede">
          {name}, {email}
        </p>
      </div>
      {done && !answer && (
        <Notice tone="good" className="mb-8">
          {done}
        </Notice>
      )}
      {answer && !isTold && (
        <Notice tone="bad" role="alert" className="mb-8">
          {answer.message}
        </Notice>
      )}
      <Section id="details" title="Name and email" text="We greet you by this name and write to this address.">
        <EmailNotice {...emailState} />
        <ProfileForm name={name} email={email} />
      </Section>
      <Section id="password" title="Password" text="A new password logs every other device out.">
        <PasswordForm email={email} page="/account" />
      </Section>
      <Section
        id="devices"
        title="Where you are logged in"
        text="Log out devices you do not recognise, then change your password."
      >
        <Devices sessions={sessions} headingId="devices" />
      </Section>
      <Section id="addresses" title="Saved addresses" text="You choose among them when you order.">
        <AccountAddresses addresses={addresses} asked={searchParams.get('delete')} headingId="addresses" />
      </Section>
      <Section id="data" title="Your data" text="Everything we keep of you, in one file.">
        <p className="lg:-mt-2">
          <a href={dataPath} download="my-data.json" className="link inline-flex min-h-11 items-center">
            Download my data
          </a>
          <span className="block text-ink-soft text-sm">
            A JSON file with your account, addresses, cart, orders, devices and newsletter.
          </span>
        </p>
      </Section>
      <Section id="delete" title="Delete your account" text="Once your orders have arrived, you can leave at any time.">
        <DeleteAccount email={email} asked={searchParams.has('leave')} />
      </Section>
    </div>
  )
}

function Section({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Stitch tone="ash" />
      <div className="grid gap-5 py-8 lg:grid-cols-account lg:gap-columns">
        <div>
          <h2 id={id} tabIndex={-1} className="text-2xl">
            {title}
          </h2>
          <p className="mt-1 max-w-sentence text-ink-soft">{text}</p>
        </div>
        <div className="min-w-0 max-w-form">{children}</div>
      </div>
    </section>
  )
}
