import { useState } from 'react'
import { useForm } from '#web/hooks/use-form.ts'
import { EmailField, PasswordField, TextField } from '#web/ui/field.tsx'
import { accountProblem, isOtherEmail, profileFields, profileProblem } from '../account-form.rules.ts'
import { AccountForm } from './account-form.tsx'

/** Another address needs the current password. */
export function ProfileForm({ name, email }: { name: string; email: string }) {
  const form = useForm({
    intent: 'profile',
    fields: profileFields,
    start: { name, email },
    judge: profileProblem(email),
    onDone: (_, element) => {
      // The present address shows until the link is opened.
      const field = element?.elements.namedItem('email')
      if (field instanceof HTMLInputElement) field.value = email
      setTypedEmail(email)
    },
  })
  const { field, retyped } = form
  const [typedEmail, setTypedEmail] = useState(retyped?.email ?? email)
  const asks = isOtherEmail(typedEmail, email)
  const emailField = field('email')
  const password = (
    <PasswordField
      {...field('currentPassword')}
      label="Current password"
      hint="A new email address needs it. We send a link there; it is yours once you open it."
      required={asks}
    />
  )
  return (
    <AccountForm form={form} page="/account" button="Save" busyLabel="Saving">
      <TextField {...field('name')} label="Name" autoComplete="name" />
      <EmailField
        {...emailField}
        onChange={(event) => {
          setTypedEmail(event.target.value)
          emailField.onChange()
        }}
      />
      {asks ? password : <noscript>{password}</noscript>}
    </AccountForm>
  )
}

/** `email` is for password managers. */
export function PasswordForm({ email, page }: { email: string; page: string }) {
  const form = useForm({
    intent: 'password',
    fields: ['currentPassword', 'newPassword'],
    judge: accountProblem,
    onDone: (_, element) => element?.reset(),
  })
  return (
    <AccountForm form={form} page={page} button="Change password" busyLabel="Changing password" look="line">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('currentPassword')} label="Current password" />
      <PasswordField {...form.field('newPassword')} label="New password" isNew />
    </AccountForm>
  )
}
