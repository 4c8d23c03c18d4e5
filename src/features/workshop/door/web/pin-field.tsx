import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { PIN_LENGTH } from '../pin.rules.ts'

/** The phone shows its keys for numbers. `isChosen`: the digits are shown while the PIN is chosen, so that it is typed once. */
export const PinField = ({ isChosen = false, ...field }: ComponentProps<typeof TextField> & { isChosen?: boolean }) => (
  <TextField
    {...field}
    type={isChosen ? 'text' : 'password'}
    inputMode="numeric"
    autoComplete="off"
    maxLength={PIN_LENGTH + 4}
  />
)
