import { formatRupees, type Paise } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { MAX_FOR } from '../ledger.limits.ts'
import { communityFields, communityProblem } from '../ledger-forms.rules.ts'

export function CommunityForm({ idempotencyKey, left }: { idempotencyKey: string; left: Paise }) {
  const { attributes, field, busy, message } = useForm({
    intent: 'give',
    fields: communityFields,
    judge: communityProblem,
    onDone: (_, form) => form?.reset(),
  })
  if (left <= 0) return <p className="mt-4 text-ink-soft text-sm">There is nothing to give just now.</p>
  return (
    <form {...attributes} aria-label="Community payout" className="mt-5 grid max-w-form gap-4 sm:grid-cols-2">
      <HiddenFields values={{ intent: 'give', key: idempotencyKey }} />
      <TextField
        {...field('for')}
        label="What it was for"
        hint="Everybody reads it: say what and where, and name no person."
        maxLength={MAX_FOR}
        className="col-span-full"
      />
      <TextField {...field('day')} label="Day" type="date" />
      <TextField
        {...field('amount')}
        label="Amount"
        hint={`At most ${formatRupees(left)}.`}
        prefix="₹"
        inputMode="decimal"
      />
      <TextField
        {...field('link')}
        required={false}
        optional
        label="Link to a receipt or report"
        type="url"
        maxLength={500}
        className="col-span-full"
      />
      <Refusal message={message} className="col-span-full" />
      <Button type="submit" busy={busy} busyLabel="Entering" className="sm:justify-self-start">
        Enter as given
      </Button>
    </form>
  )
}
