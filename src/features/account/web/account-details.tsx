import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MIN_PASSWORD_LENGTH } from '#features/auth/auth.rules.ts'
import type { AppError } from '#shared/app-error.ts'
import { call } from '#web/call.ts'
import { PasswordField, TextField } from '#web/ui/field.tsx'
import type { changeProfile } from '../account.contract.ts'
import { accountProblems, isOtherEmail } from '../account-form.rules.ts'
import { type AccountAnswer, AccountForm } from './account-form.tsx'

/** Name and e-mail address. The current password is asked for once the address is another. */
export function ProfileForm({
  name,
  email,
  answer,
}: {
  name: string
  email: string
  answer: AccountAnswer | undefined
}) {
  const typedBefore = answer?.intent === 'profile' ? answer.typed : undefined
  const { revalidate } = useRevalidator()
  const [typedEmail, setTypedEmail] = useState(typedBefore?.email ?? email)
  const [done, setDone] = useState<string>()
  const asks = isOtherEmail(typedEmail, email)
  return (
    <AccountForm
      intent="profile"
      page="/account"
      check={(typed) => accountProblems.profile(typed, email)}
      send={(typed) =>
        call<typeof changeProfile>('PATCH /api/user/profile', {
          body: {
            name: typed('name'),
            email: typed('email'),
            ...(asks ? { currentPassword: typed('currentPassword') } : {}),
          },
        })
      }
      onDone={async (message, form) => {
        await revalidate()
        // A new address waits for its link: until then the present one stands here.
        const field = form.elements.namedItem('email')
        if (field instanceof HTMLInputElement) field.value = email
        setTypedEmail(email)
        setDone(message)
      }}
      button="Save"
      busyLabel="Saving"
      answer={answer}
      done={done}
    >
      {(field) => {
        const emailField = field('email')
        return (
          <>
            <TextField
              {...field('name')}
              label="Name"
              autoComplete="name"
              maxLength={200}
              required
              defaultValue={typedBefore?.name ?? name}
            />
            <TextField
              {...emailField}
              label="Email"
              type="email"
              autoComplete="email"
              maxLength={254}
              required
              defaultValue={typedBefore?.email ?? email}
              onChange={(event) => {
                setTypedEmail(event.target.value)
                emailField.onChange()
              }}
            />
            <div className={asks ? '' : 'hidden noscript:block'}>
              <PasswordField
                {...field('currentPassword')}
                label="Current password"
                hint="A new email address needs it. We send a link there; it is yours once you open it."
                autoComplete="current-password"
                required={asks}
              />
            </div>
          </>
        )
      }}
    </AccountForm>
  )
}

interface PasswordFormProps {
  /** Whose password it is, for password managers. */
  email: string
  page: string
  send: (body: { currentPassword: string; newPassword: string }) => Promise<{ message: string }>
  onRefused?: (error: AppError) => boolean
  answer: AccountAnswer | undefined
}

/** Logs the other devices out. */
export function PasswordForm({ email, page, send, answer, ...form }: PasswordFormProps) {
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<string>()
  return (
    <AccountForm
      {...form}
      intent="password"
      page={page}
      check={accountProblems.password}
      send={(typed) => send({ currentPassword: typed('currentPassword'), newPassword: typed('newPassword') })}
      onDone={async (message, form) => {
        form.reset()
        await revalidate()
        setDone(message)
      }}
      button="Change password"
      busyLabel="Changing password"
      look="line"
      answer={answer}
      done={done}
    >
      {(field) => (
        <>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            required
          />
          <PasswordField
            {...field('newPassword')}
            label="New password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            required
          />
        </>
      )}
    </AccountForm>
  )
}
