import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

type Field = Partial<ComponentProps<typeof TextField>> & { name: string }

/** Six digits of an app; phones show a keyboard of digits and offer what they were sent. */
export const CodeField = (field: Field) => (
  <TextField
    label="Six digits of your app"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    className="max-w-56"
    {...field}
  />
)

/** For who has lost the phone. It opens without scripts, too. */
export const RecoveryField = (field: Field) => (
  <details className="text-sm">
    <summary className="link min-h-11 w-fit cursor-pointer content-center">Use a recovery code</summary>
    <TextField
      label="Recovery code"
      hint="One of the ten that you keep. It works once."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className="mt-2 max-w-56"
      {...field}
      required={false}
    />
  </details>
)
