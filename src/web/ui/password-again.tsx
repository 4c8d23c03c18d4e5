import type { ComponentProps } from 'react'
import { PasswordField } from './field.tsx'

/** Asked before money leaves, where it goes changes, or rights do. */
export const PasswordAgain = (field: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    name="currentPassword"
    label="Your password"
    hint="Asked again before money leaves."
    required
    className="max-w-form"
    {...field}
  />
)
