import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { payoutsEn } from '../payouts.words.en.ts'

export const sentWords = {
  field: 'reference',
  label: 'Reference of the bank',
  missing: payoutsEn.PAYOUT_REFERENCE_MISSING,
} as const

interface BankFormProps {
  /** `run`: all open payouts of the run. */
  intent: 'sent' | 'failed' | 'run'
  /** Missing for the whole run. */
  payout?: string
  /** Whose payout it is, for screen readers. */
  about: string
  field: 'reference' | 'reason'
  label: string
  hint?: string
  missing: string
  button: string
}

export function BankForm({ intent: what, payout = '', about, field, label, hint, missing, button }: BankFormProps) {
  const intent = payout === '' ? what : `${what} ${payout}`
  const form = useForm({
    intent,
    fields: [field],
    judge: (name, typed) => (typed[name].trim() === '' ? missing : undefined),
  })
  return (
    <form {...form.attributes} className="grid max-w-prose gap-3 sm:grid-cols-seller-order sm:items-end">
      <HiddenFields values={{ intent, payout }} />
      <TextField
        {...form.field(field)}
        label={
          <>
            {label}
            <span className="sr-only">, {about}</span>
          </>
        }
        hint={hint}
        autoComplete="off"
        maxLength={field === 'reference' ? 100 : 200}
      />
      <Button type="submit" variant={what === 'failed' ? 'danger' : 'line'} busy={form.busy}>
        {button}
        <span className="sr-only">: {about}</span>
      </Button>
      <Refusal message={form.message} className="col-span-full" />
    </form>
  )
}
