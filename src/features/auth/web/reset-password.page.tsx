import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { formText } from '#features/cart/web/form-cart.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { call } from '#web/call.ts'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { resetPassword } from '../account.contract.ts'
import { accountProblems } from '../account-form.rules.ts'
import { MIN_PASSWORD_LENGTH } from '../auth.rules.ts'
import { AccountForm, accountAnswer } from './account-form.tsx'

/**
 * The token stands in the address: no other site may see it. `same-origin` tells others as little as `no-referrer`, but
 * lets a form sent before JavaScript has loaded say where it comes from.
 */
export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Set a new password', path: '/reset-password', noindex: true }),
  { name: 'referrer', content: 'same-origin' },
]

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

/** The form, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const body = { token: formText(form, 'token'), password: formText(form, 'password') }
  try {
    await context.get(apiContext)(resetPassword, { body })
    return { state: 'done' as const, answer: undefined }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const state = isUsedUp(error) ? ('usedUp' as const) : undefined
    return data({ state, answer: accountAnswer('reset', error) }, { status: error.status })
  }
}

/** A token that cannot be one is as good as used up. */
const isUsedUp = ({ code, fields }: AppError) => code === 'RESET_LINK_USED_UP' || fields?.token !== undefined

export default function ResetPasswordPage() {
  const { token } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState(token === '' ? ('usedUp' as const) : answered?.state)

  if (state === 'done') {
    return (
      <Frame
        title="Your new password is set"
        text="We have logged out every device. Log in with your new password."
        focus
      >
        <ButtonLink to="/login">Login</ButtonLink>
      </Frame>
    )
  }
  if (state === 'usedUp') {
    return (
      <Frame
        title="This link does not work any more"
        text="A link works once, for 30 minutes, and only the newest one does. Ask for another and we send it at once."
        focus={token !== ''}
      >
        <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
      </Frame>
    )
  }
  return (
    <Frame title="Set a new password" text="It logs out every device that is logged in to your account.">
      <AccountForm
        intent="reset"
        page={`/reset-password?${new URLSearchParams({ token })}`}
        check={accountProblems.resetPassword}
        send={(typed) =>
          call<typeof resetPassword>('POST /api/user/password/reset', { body: { token, password: typed('password') } })
        }
        onDone={async () => {
          setState('done')
          await revalidate()
        }}
        onRefused={(error) => {
          if (isUsedUp(error)) setState('usedUp')
          return isUsedUp(error)
        }}
        button="Set password"
        busyLabel="Setting password"
        answer={answered?.answer}
      >
        {(field) => (
          <>
            <input type="hidden" name="token" value={token} />
            <PasswordField
              {...field('password')}
              label="New password"
              hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
              autoComplete="new-password"
              minLength={MIN_PASSWORD_LENGTH}
              required
            />
          </>
        )}
      </AccountForm>
    </Frame>
  )
}

/** `focus`: the form that stood here is gone, so the reader starts again at the heading. */
function Frame({
  title,
  text,
  focus = false,
  children,
}: {
  title: string
  text: string
  focus?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The browser's focus is outside React.
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        {title}
      </h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{text}</p>
      {children}
    </div>
  )
}
