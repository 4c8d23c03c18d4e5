import { Link } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { Payout } from '../payouts.contract.ts'

const pills = {
  open: { tone: 'wait', text: 'Open' },
  sent: { tone: 'ok', text: 'Sent' },
  failed: { tone: 'no', text: 'Failed' },
} as const

/** One payout of a run: to whom, how much, and what the bank did with it. */
export function PayoutRow({ payout }: { payout: Payout }) {
  const { _id, producer, account, amount, state } = payout
  const { tone, text } = pills[state]
  return (
    <li className="grid gap-3 border-line border-b px-4 py-4 last:border-0 nav:px-6" aria-labelledby={`maker-${_id}`}>
      <div className="grid grid-cols-seller-order items-start gap-x-4 gap-y-1">
        <div className="wrap-anywhere">
          <h2 id={`maker-${_id}`} className="heading-plain text-base">
            <bdi>{producer.name}</bdi>
          </h2>
          <p className="text-ink-soft text-sm">{account === null ? 'Entered after a restore' : <bdi>{account}</bdi>}</p>
        </div>
        <p className="figures text-right font-semibold">{formatRupees(amount)}</p>
        <div>
          <Pill tone={tone}>{text}</Pill>
        </div>
        <Link to={`/seller/payouts/${_id}`} className="link justify-self-end py-1 text-sm">
          Statement<span className="sr-only"> of {producer.name}</span>
        </Link>
      </div>
      {state === 'open' ? <WhatTheBankDid payout={payout} /> : <Ended payout={payout} />}
    </li>
  )
}

function Ended({ payout: { state, reference, reason, endedAt, endedBy } }: { payout: Payout }) {
  const at = endedAt && formatMoment(endedAt)
  return (
    <p className="wrap-anywhere text-sm">
      {state === 'sent' ? (
        <>
          Reference <bdi>{reference}</bdi>.
        </>
      ) : (
        <>
          <bdi>{reason}</bdi>. Due again, in the next run.
        </>
      )}{' '}
      <span className="text-ink-mute">
        <bdi>{endedBy}</bdi>
        {at && `, ${at.day}, ${at.time}`}
      </span>
    </p>
  )
}

const WhatTheBankDid = ({ payout }: { payout: Payout }) => (
  <div className="grid gap-3">
    <OneField
      payout={payout}
      what="sent"
      field="reference"
      label="Reference of the bank"
      missing="Enter the reference of the transfer"
      button="Mark sent"
    />
    <details className="text-sm">
      <summary className="link min-h-11 w-fit cursor-pointer content-center">
        It failed<span className="sr-only">: payout to {payout.producer.name}</span>
      </summary>
      <OneField
        payout={payout}
        what="failed"
        field="reason"
        label="Why it failed"
        hint="The maker reads it. The amount is due again at once."
        missing="Enter why it failed"
        button="Mark failed"
      />
    </details>
  </div>
)

interface OneFieldProps {
  payout: Payout
  what: 'sent' | 'failed'
  field: 'reference' | 'reason'
  label: string
  hint?: string
  missing: string
  button: string
}

function OneField({ payout: { _id, producer }, what, field, label, hint, missing, button }: OneFieldProps) {
  const intent = `${what} ${_id}`
  const form = useForm({
    intent,
    fields: [field],
    judge: (name, typed) => (typed[name].trim() === '' ? missing : undefined),
  })
  return (
    <form {...form.attributes} className="grid max-w-prose gap-3 sm:grid-cols-seller-order sm:items-end">
      <HiddenFields values={{ intent, payout: _id }} />
      <TextField
        {...form.field(field)}
        label={
          <>
            {label}
            <span className="sr-only">, {producer.name}</span>
          </>
        }
        hint={hint}
        autoComplete="off"
        maxLength={field === 'reference' ? 100 : 200}
      />
      <Button type="submit" variant={what === 'sent' ? 'line' : 'danger'} busy={form.busy}>
        {button}
        <span className="sr-only">: {producer.name}</span>
      </Button>
      <Refusal message={form.message} className="col-span-full" />
    </form>
  )
}
