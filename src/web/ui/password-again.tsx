import { PasswordField } from './field.tsx'

/** Asked before money leaves, or where it goes changes. */
export const PasswordAgain = () => (
  <PasswordField
    name="currentPassword"
    label="Your password"
    hint="Asked again before money leaves."
    required
    className="max-w-form"
  />
)
