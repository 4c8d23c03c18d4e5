import { useRef } from 'react'
import { flushSync } from 'react-dom'
import {
  countOnSale,
  isUsuallyInBatches,
  lastPromisedDay,
  MAX_BATCH_NUMBER,
  MAX_BATCHES,
  maySell,
} from '#features/catalog/batches/batches.rules.ts'
import { deliveryDaysOf } from '#features/catalog/catalog.delivery.ts'
import { indianDay, isDay } from '#shared/day.ts'
import type { Problems } from '#shared/form-fields.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Part } from '../../edit/web/seller-product-part.tsx'
import type { ProductDraft, ProductField } from '../../product-form.rules.ts'
import {
  type BatchCell,
  batchProblems,
  cellName,
  newBatch,
  readTypedBatches,
  type TypedBatch,
  toBatches,
  writeTypedBatches,
} from '../typed-batches.ts'

interface BatchesPartProps {
  draft: ProductDraft
  problems: Problems<ProductField>
  onChange: (change: Partial<ProductDraft>) => void
}

/** The batches of food, and of whatever else has some: a row each, and what may be sold of them today. */
export function BatchesPart({ draft, problems, onChange }: BatchesPartProps) {
  const own = useRef<HTMLDivElement>(null)
  const { deliveryDays } = useSettings()
  const batches = readTypedBatches(draft.batches)
  if (batches.length === 0 && !isUsuallyInBatches(draft.category)) return null
  const lastDay = lastPromisedDay(deliveryDaysOf(draft.deliveryDays, deliveryDays), new Date())
  const change = (rows: readonly TypedBatch[]) => onChange({ batches: writeTypedBatches(rows) })
  const wrong = new Map(Object.entries(problems.batches ? { ...batchProblems(draft.batches), ...problems } : {}))
  const onSale = countOnSale(toBatches(draft.batches).filter(isWhole), lastDay)

  function add() {
    flushSync(() => change([...batches, newBatch]))
    focusOn(`[name="${cellName(batches.length, 'number')}"]`)
  }
  function remove(at: number) {
    flushSync(() => change(batches.filter((_, place) => place !== at)))
    focusOn('[data-add]')
  }
  /** What the server found is not on the page yet. */
  function leadToMistake() {
    const [first] = Object.keys(batchProblems(draft.batches))
    if (first) focusOn(`[name="${first}"]`)
    else requestAnimationFrame(() => focusOn('[aria-invalid]'))
  }
  const focusOn = (control: string) => own.current?.querySelector<HTMLElement>(control)?.focus()

  return (
    <Part
      title="Batches"
      hint="Pieces with a date. The oldest go first, and none with less than 45 days or 30% of its life left on the last day of delivery. They travel in a parcel of their own."
    >
      <div ref={own} className="mt-5 grid gap-4.5">
        {/* What the form judges is all of them together; who is led here by a mistake comes to the first. */}
        <input
          name="batches"
          value={draft.batches}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onFocus={leadToMistake}
        />
        {batches.length > 0 && (
          <ul className="grid gap-4.5">
            {batches.map((batch, at) => (
              // A row has no other name than its place: numbers are being typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={at} className="border-line border-b pb-4.5">
                <BatchRow
                  at={at}
                  batch={batch}
                  lastDay={lastDay}
                  problemOf={(cell) => wrong.get(cellName(at, cell))}
                  onChange={(next) => change(batches.map((one, place) => (place === at ? next : one)))}
                  onRemove={() => remove(at)}
                />
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="line" size="sm" data-add onClick={add} disabled={batches.length >= MAX_BATCHES}>
            Add a batch
          </Button>
          <p role="status" className="text-sm">
            {batches.length > 0 && (
              <span>
                Stock count: <b>{onSale}</b>, what may be sold of the batches today
              </span>
            )}
          </p>
        </div>
      </div>
    </Part>
  )
}

const isWhole = ({ packedOn, bestBefore, stock }: { packedOn: string; bestBefore: string; stock: number }) =>
  isDay(packedOn) && isDay(bestBefore) && Number.isInteger(stock)

interface BatchRowProps {
  at: number
  batch: TypedBatch
  lastDay: string
  problemOf: (cell: BatchCell) => string | undefined
  onChange: (batch: TypedBatch) => void
  onRemove: () => void
}

function BatchRow({ at, batch, lastDay, problemOf, onChange, onRemove }: BatchRowProps) {
  const cell = (name: BatchCell) => ({
    name: cellName(at, name),
    value: batch[name],
    error: problemOf(name),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...batch, [name]: currentTarget.value }),
  })
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{`Batch ${batch.number || at + 1}`}</legend>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3">
        <TextField label="Number" maxLength={MAX_BATCH_NUMBER} {...cell('number')} />
        <TextField label="Pieces" inputMode="numeric" maxLength={7} {...cell('stock')} />
        <TextField label="Packed on" type="date" className="max-sm:col-span-2" {...cell('packedOn')} />
        <TextField label="Best before" type="date" className="max-sm:col-span-2" {...cell('bestBefore')} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-haldi-700 text-sm">{whyNotSold(batch, lastDay)}</p>
        <Button variant="quiet" size="sm" className="-mr-3 ml-auto" onClick={onRemove}>
          Take away<span className="sr-only">{` batch ${batch.number || at + 1}`}</span>
        </Button>
      </div>
    </fieldset>
  )
}

/** What is said of pieces that nobody can buy. */
function whyNotSold({ packedOn, bestBefore, stock }: TypedBatch, lastDay: string) {
  if (!isDay(packedOn) || !isDay(bestBefore) || bestBefore <= packedOn) return ''
  const pieces = Number(stock)
  if (!Number.isInteger(pieces) || pieces === 0 || maySell({ packedOn, bestBefore }, lastDay)) return ''
  const are = pieces === 1 ? '1 piece is not sold' : `${pieces} pieces are not sold`
  return bestBefore < indianDay(new Date()) ? `Past its date: ${are}.` : `Too near its date: ${are} any more.`
}
