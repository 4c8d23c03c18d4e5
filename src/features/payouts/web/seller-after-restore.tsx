import { type ReactNode, useState } from 'react'
import { type ChosenProducer, ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import { formatMoment } from '#shared/day.ts'
import { formatRupees, readRupees } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Payout } from '../payouts.contract.ts'
import { payoutsEn } from '../payouts.words.en.ts'

const NO_REFERENCE = payoutsEn.PAYOUT_REFERENCE_MISSING

interface AfterRestoreProps {
  since: Date
  /** Payouts that are open in the restored books. */
  open: readonly Payout[]
}

/** What comes before payouts go on: compare with the bank, enter what is missing, confirm. */
export function AfterRestore({ since, open }: AfterRestoreProps) {
  const { day, time } = formatMoment(since)
  return (
    <Panel aria-labelledby="after-restore" className="mb-6 grid gap-6 border-haldi-600 p-5 nav:p-6">
      <div className="grid gap-2">
        <h2 id="after-restore" className="heading-plain text-lg">
          Payouts are locked
        </h2>
        <p className="max-w-prose">
          This shop was restored from a backup on {day} at {time}. The bank may have paid makers since the backup was
          taken, and these books do not know it: a run would pay them twice. Take the statement of your bank, and go
          through its payouts.
        </p>
      </div>
      {open.length > 0 && (
        <Step title="1. Open here, but paid by the bank?">
          <p className="text-ink-soft text-sm">Enter the reference of each that the bank has paid. Leave the others.</p>
          <ul className="grid gap-5">
            {open.map((payout) => (
              <OpenPayout key={payout._id} payout={payout} />
            ))}
          </ul>
        </Step>
      )}
      <Step title={`${open.length > 0 ? 2 : 1}. Paid by the bank, and not in the runs below?`}>
        <p className="text-ink-soft text-sm">
          Enter each of them: it is taken off what is due to the maker. The statement of your bank says to whom, how
          much and under which reference.
        </p>
        <UnknownPayout />
      </Step>
      <Step title={`${open.length > 0 ? 3 : 2}. Nothing is missing`}>
        <Confirm />
      </Step>
    </Panel>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 border-line border-t pt-5">
    <h3 className="heading-plain text-base">{title}</h3>
    {children}
  </section>
)

function OpenPayout({ payout: { _id, run, producer, amount } }: { payout: Payout }) {
  const form = useForm({
    intent: 'found',
    fields: ['reference'],
    judge: (_, { reference }) => (reference.trim() === '' ? NO_REFERENCE : undefined),
  })
  return (
    <li>
      <form {...form.attributes} className="grid max-w-prose gap-3 sm:grid-cols-seller-order sm:items-end">
        <HiddenFields values={{ intent: 'found', payout: _id }} />
        <TextField
          {...form.field('reference')}
          label={
            <>
              Run {run}, <Name>{producer.name}</Name>, <span className="figures">{formatRupees(amount)}</span>:
              reference
            </>
          }
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" variant="line" busy={form.busy}>
          The bank paid it
          <span className="sr-only">
            : <Name>{producer.name}</Name>
          </span>
        </Button>
        <Refusal message={form.message} className="col-span-full" />
      </form>
    </li>
  )
}

function UnknownPayout() {
  const [producer, setProducer] = useState<ChosenProducer>({ id: '', name: '' })
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    intent: 'found',
    fields: ['amount', 'reference'],
    judge: (field, typed) => {
      if (field === 'reference') return typed.reference.trim() === '' ? NO_REFERENCE : undefined
      const amount = readRupees(typed.amount)
      return amount === undefined || amount === 0 ? 'Enter what the bank paid, in rupees' : undefined
    },
    onDone: (_, element) => {
      element?.reset()
      setProducer({ id: '', name: '' })
    },
  })
  return (
    <form
      {...form.attributes}
      onSubmit={(event) => {
        setProblem(producer.id === '' ? 'Choose the maker who was paid' : undefined)
        if (producer.id === '') event.preventDefault()
        else form.attributes.onSubmit(event)
      }}
      className="grid max-w-prose gap-4"
    >
      <HiddenFields values={{ intent: 'found', producerId: producer.id }} />
      <ProducerField chosen={producer} onChoose={setProducer} error={problem} nobody="Search a maker" isRequired />
      <TextField {...form.field('amount')} label="Amount" prefix="₹" inputMode="decimal" autoComplete="off" />
      <TextField {...form.field('reference')} label="Reference of the bank" maxLength={100} autoComplete="off" />
      <Refusal message={form.message} className="col-span-full" />
      <Button type="submit" variant="line" busy={form.busy} className="sm:justify-self-start">
        Enter this payout
      </Button>
    </form>
  )
}

function Confirm() {
  const [isNone, setIsNone] = useState(false)
  const form = useForm({
    intent: 'confirm',
    fields: ['reference'],
    judge: (_, { reference }) =>
      !isNone && reference.trim() === '' ? 'Enter the reference of the last payout' : undefined,
  })
  return (
    <form {...form.attributes} className="grid max-w-prose gap-4">
      <HiddenFields values={{ intent: 'confirm' }} />
      <TextField
        {...form.field('reference')}
        required={false}
        label="Reference of the last payout that the bank has made"
        maxLength={100}
        autoComplete="off"
        disabled={isNone}
      />
      <Tick name="none" onChange={setIsNone}>
        The bank has made no payout to a maker yet
      </Tick>
      <Tick name="nothingMissing">Every payout in the statement of the bank is in these books</Tick>
      <Refusal message={form.message} className="col-span-full" />
      <Button type="submit" busy={form.busy} className="sm:justify-self-start">
        Confirm, payouts go on
      </Button>
    </form>
  )
}

interface TickProps {
  name: string
  onChange?: (isOn: boolean) => void
  children: ReactNode
}

const Tick = ({ name, onChange, children }: TickProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="checkbox"
      name={name}
      value="1"
      onChange={(event) => onChange?.(event.target.checked)}
      className="size-5 flex-none accent-neel-700"
    />
    {children}
  </label>
)
