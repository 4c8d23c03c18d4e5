import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData, useLoaderData, useRevalidator } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#features/auth/auth.rules.ts'
import type { AppError } from '#shared/app-error.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { accountProblems } from '../account-form.rules.ts'
import { AccountForm } from './account-form.tsx'
import type { loader, setNewPassword } from './reset-password.action.ts'

/**
 * The token stands in the address: no other site may see it. `same-origin` tells others as little as `no-referrer`, but
 * lets a form sent before JavaScript has loaded say where it comes from.
 */
export const tokenReferrer = { name: 'referrer', content: 'same-origin' }

/** A token that cannot be one is as good as used up. */
export const isUsedUp = ({ code, fields }: AppError) => code === 'RESET_LINK_USED_UP' || fields?.token !== undefined

interface ResetPasswordProps {
  page: string
  loginPage: string
  forgotPage: string
  send: (body: { token: string; password: string }) => Promise<{ message: string }>
}

/** Where the link of the mail leads: a new password, once. */
export function ResetPassword({ page, loginPage, forgotPage, send }: ResetPasswordProps) {
  const { token } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof setNewPassword>()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState(token === '' ? ('usedUp' as const) : answered?.state)

  if (state === 'done') {
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
  if (state === 'usedUp') {
    return (
      <Told
        title="This link does not work any more"
        text="A link works once, for 30 minutes. Ask for another and we send it at once."
        focus={token !== ''}
      >
        <ButtonLink to={forgotPage}>Ask for a new link</ButtonLink>
      </Told>
    )
  }
  return (
    <Told title="Set a new password" text="It logs out every device that is logged in to your account.">
      <AccountForm
        intent="reset"
        page={`${page}?${new URLSearchParams({ token })}`}
        check={accountProblems.resetPassword}
        send={(typed) => send({ token, password: typed('password') })}
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
    </Told>
  )
}

/** `focus`: the form that stood here is gone, so the reader starts again at the heading. */
function Told({
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
    <>
      <h1 ref={heading} tabIndex={-1} className="text-4xl">
        {title}
      </h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{text}</p>
      {children}
    </>
  )
}
