import { type ReactNode, useState } from 'react'
import { useForm } from '#web/hooks/use-form.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { percentHint, percentProblem } from '../../price-change.rules.ts'
import type { BulkResult } from '../../seller-products.contract.ts'

const fields = ['figure', 'percent', 'round'] as const
const start = { figure: 'offerPrice', percent: '', round: 'rupees' }

interface ChangePricesProps {
  ids: ReadonlySet<string>
  page: string
}

/** Changes a figure of ticked products by a percentage, after showing each line. */
export function ChangePrices({ ids, page }: ChangePricesProps) {
  const chosen = [...ids].toSorted().join()
  const [checked, setChecked] = useState<{ results: BulkResult[]; chosen: string; key: string }>()
  const [missed, setMissed] = useState<BulkResult[]>([])
  const form = useForm<(typeof fields)[number], { results: BulkResult[]; isCheck: boolean; key: string }>({
    ...{ intent: 'prices', fields, start },
    judge: (field, typed) => (field === 'percent' ? percentProblem(typed.percent) : undefined),
    onDone({ results, isCheck, key }) {
      setChecked(isCheck ? { results, chosen, key } : undefined)
      setMissed(isCheck ? [] : results.filter(({ ok }) => !ok))
    },
  })
  const isChecking = form.busy && form.sending?.get('to') === 'check'
  return (
    <details className="px-4 pb-2">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">Change prices</summary>
      {/* Typing makes the shown result out of date. */}
      <form {...form.attributes} action={page} onInput={() => setChecked(undefined)} className="grid gap-3 pb-2">
        <input type="hidden" name="intent" value="prices" />
        {[...ids].map((id) => (
          <input key={id} type="hidden" name="products" value={id} />
        ))}
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 cart:grid-cols-3">
          <SelectField {...form.field('figure')} label="What to change">
            <option value="offerPrice">Offer price</option>
            <option value="makerPrice">Maker’s price</option>
            <option value="costs">Costs</option>
          </SelectField>
          <TextField
            {...form.field('percent')}
            label="By how many percent"
            placeholder="5 or −10"
            autoComplete="off"
            maxLength={6}
            aria-description={percentHint}
          />
          <SelectField {...form.field('round')} label="Round">
            <option value="rupees">To whole rupees</option>
            <option value="paise">To paise</option>
          </SelectField>
        </div>
        <Refusal message={form.message} />
        <SendFailed failed={form.failed} />
        <Button
          type="submit"
          name="to"
          value="check"
          variant="line"
          size="sm"
          busy={isChecking}
          className="min-h-11 justify-self-start"
        >
          Look at it first
        </Button>
        {checked?.chosen === chosen && (
          <Lines results={checked.results} title={<b>Nothing is changed yet.</b>}>
            {/* A form sent twice counts once. */}
            <input type="hidden" name="key" value={checked.key} />
            <ChangeButton results={checked.results} busy={form.busy} />
          </Lines>
        )}
        {missed.length > 0 && <Lines results={missed} title="Not changed:" />}
      </form>
    </details>
  )
}

function ChangeButton({ results, busy }: { results: readonly BulkResult[]; busy: boolean }) {
  const count = results.filter(({ ok }) => ok).length
  if (count === 0) return null
  return (
    <Button type="submit" name="to" value="change" size="sm" busy={busy} className="mt-3 min-h-11">
      {count === 1 ? 'Change 1 product' : `Change ${count} products`}
    </Button>
  )
}

/** Shows a line for each product; those that cannot be changed come first. */
function Lines({
  results,
  title,
  children,
}: {
  results: readonly BulkResult[]
  title: ReactNode
  children?: ReactNode
}) {
  const lines = [...results.filter(({ ok }) => !ok), ...results.filter(({ ok }) => ok)]
  return (
    <ArrivalNotice tone="ask" role="status">
      <p>{title}</p>
      <ul className="mt-1 grid max-h-64 gap-1 overflow-y-auto">
        {lines.map(({ _id, ok, message }) => (
          <li key={_id} className={`wrap-anywhere ${ok ? '' : 'text-madder-700'}`}>
            {message}
          </li>
        ))}
      </ul>
      {children}
    </ArrivalNotice>
  )
}
