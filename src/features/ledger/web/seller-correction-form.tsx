import { useState } from 'react'
import { ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import { formatMonth } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { Typed } from '#shared/form-fields.ts'
import { formatRupees } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { previewCorrection } from '../ledger.contract.ts'
import { MAX_LEDGER_REASON } from '../ledger.limits.ts'
import { amountKeys, amountNames } from '../ledger.words.ts'
import { type CorrectionField, correctionFields, correctionProblem } from '../ledger-forms.rules.ts'

interface Looked {
  preview: Answer<typeof previewCorrection>
  typed: Typed<CorrectionField>
}

/** Takes a correction in two steps: the change is shown, then entered. */
export function CorrectionForm({ idempotencyKey }: { idempotencyKey: string }) {
  const [producer, setProducer] = useState({ id: '', name: '' })
  const { attributes, field, busy, message, done, forget } = useForm<CorrectionField, Looked>({
    intent: 'look',
    fields: correctionFields,
    judge: correctionProblem,
  })
  if (done?.preview) return <Look looked={done} idempotencyKey={idempotencyKey} onBack={forget} />
  return (
    <form {...attributes} aria-label="Correction" className="grid max-w-form gap-4 sm:grid-cols-2">
      <HiddenFields values={{ intent: 'look', of: producer.id }} />
      <TextField {...field('reason')} label="Why" maxLength={MAX_LEDGER_REASON} className="col-span-full" />
      <div className="col-span-full">
        <ProducerField
          chosen={producer}
          onChoose={setProducer}
          error={field('of').error}
          nobody="No maker"
          hint="Whom it concerns."
        />
      </div>
      {amountKeys.map((name) => (
        <TextField
          key={name}
          {...field(name)}
          required={false}
          optional
          label={amountNames[name]}
          prefix="₹"
          inputMode="text"
          autoComplete="off"
        />
      ))}
      <TextField
        {...field('source')}
        required={false}
        optional
        label="Where the money came from, or went to"
        hint="Needed where the amounts do not add up to 0."
        maxLength={MAX_LEDGER_REASON}
        className="col-span-full"
      />
      <p className="col-span-full text-ink-mute text-sm">A minus takes off. What stays empty does not change.</p>
      <Refusal message={message} className="col-span-full" />
      <Button type="submit" variant="line" busy={busy} busyLabel="Looking" className="sm:justify-self-start">
        Show what it changes
      </Button>
    </form>
  )
}

interface LookProps {
  looked: Looked
  idempotencyKey: string
  onBack: () => void
}

function Look({ looked: { preview, typed }, idempotencyKey, onBack }: LookProps) {
  const { submit, busy, failed } = useSend({ intent: 'correct', onDone: onBack })
  const { month, producer, before, after } = preview
  const [was, is] = [before, after].map(({ shares, tax }) => ({ ...shares, tax }))
  return (
    <form method="post" onSubmit={submit} aria-label="What it changes" className="grid max-w-form gap-4">
      <HiddenFields values={{ ...typed, intent: 'correct', key: idempotencyKey }} />
      <p className="wrap-anywhere">
        <span>{`${typed.reason}. In ${formatMonth(month)}, `}</span>
        <bdi>{producer?.name ?? 'without a maker'}</bdi>:
      </p>
      <dl className="text-sm">
        {amountKeys
          .filter((name) => was?.[name] !== is?.[name])
          .map((name) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-t py-2">
              <dt>{amountNames[name]}</dt>
              <dd className="figures">
                {was && formatRupees(was[name])} becomes <b>{is && formatRupees(is[name])}</b>
              </dd>
            </div>
          ))}
      </dl>
      <SendFailed failed={failed} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Entering">
          Enter the correction
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Start again
        </Button>
      </div>
    </form>
  )
}
