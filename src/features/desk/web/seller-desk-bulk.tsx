import { useState } from 'react'
import type { Order } from '#features/orders/orders.contract.ts'
import { type DeskTab, MAX_MOVED } from '#features/orders/orders.desk.ts'
import { type Chosen, chosenOf, type DeskStep, printPath, tabSteps } from '#features/orders/web/desk-steps.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import type { ChosenOrders } from './use-chosen.ts'
import type { DeskSteps } from './use-desk-steps.ts'

interface DeskBulkProps {
  tab: DeskTab | undefined
  chosen: ChosenOrders
  steps: DeskSteps
  /** On this page of the list. */
  orders: readonly Order[]
  /** How many fit the filters. */
  total: number
}

const textButton =
  'inline-flex min-h-11 items-center gap-1.5 px-2 text-sm underline underline-offset-link aria-busy:opacity-60'

/** What is ticked, and what can be done with it: one button, the step of this tab; all else as text. On a phone it stays at the bottom. */
export function DeskBulk({ tab, chosen, steps, orders, total }: DeskBulkProps) {
  const [asking, setAsking] = useState<DeskStep>()
  const { step, others, prints } = tabSteps[tab ?? 'all']
  const { map } = chosen
  const parcels = [...map.values()].reduce((sum, one) => sum + one.parcels, 0)
  const isHere = orders.every(({ _id }) => map.has(_id))
  const inPieces = tab === 'problems'
  const all = Math.min(total, MAX_MOVED)
  const canChooseAll = !inPieces && total > orders.length && map.size < all
  if (map.size === 0 && orders.length === 0) return null

  /** Of a step for single parcels: those of what is ticked here. */
  const parcelsFor = ({ parcels: status }: DeskStep) =>
    status &&
    orders
      .filter(({ _id }) => map.has(_id))
      .flatMap((order) => order.parcels.filter((parcel) => parcel.status === status).map(({ _id }) => _id))
  const press = (pressed: DeskStep) => (pressed.ask ? setAsking(pressed) : steps.take(pressed, parcelsFor(pressed)))
  const isFor = (one: DeskStep) => parcelsFor(one)?.length !== 0
  const busy = (one: DeskStep) => steps.busy && steps.sending === one.to
  return (
    <section
      aria-label="Selection"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 ${
        map.size > 0
          ? 'z-(--z-sticky) max-orders:fixed max-orders:inset-x-0 max-orders:bottom-0 max-orders:bg-paper max-orders:pb-safe-bar max-orders:shadow-bar orders:on-dark orders:sticky orders:top-0 orders:bg-neel-900 orders:text-white'
          : 'max-orders:px-0'
      }`}
    >
      {map.size === 0 ? (
        <b className="text-ink-soft text-sm">Nothing selected</b>
      ) : (
        <b className="text-sm orders:text-base">
          {`${inWords(map.size, 'order')}${parcels > 0 ? `, ${inWords(parcels, 'parcel')}` : ''}`}
        </b>
      )}
      {!isHere && orders.length > 1 && (
        <button
          type="button"
          className={textButton}
          onClick={() => chosen.set([...map, ...orders.map((order) => [order._id, chosenOf(order)] as const)])}
        >
          {`Select ${canChooseAll ? 'this page' : inWords(orders.length, 'order', 'all')}`}
        </button>
      )}
      {canChooseAll && (
        <button type="button" className={textButton} aria-busy={steps.isChoosing} onClick={steps.chooseAll}>
          {`Select ${total > MAX_MOVED ? `the newest ${MAX_MOVED}` : `all ${total}`}`}
        </button>
      )}
      {map.size > 0 && (
        <>
          <button type="button" className={textButton} onClick={chosen.clear}>
            Clear
          </button>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-orders:w-full orders:ml-auto">
            {others.filter(isFor).map((one) => (
              <button
                key={one.text}
                type="button"
                className={textButton}
                aria-busy={busy(one)}
                onClick={() => press(one)}
              >
                {one.text}
              </button>
            ))}
            {prints && (tab !== undefined || parcels > 0) && (
              <>
                {prints === 'all' && (
                  <PrintLink what="picking" text="Picking list" chosen={map.values()} className="max-orders:hidden" />
                )}
                <PrintLink what="slips,labels" text="Print slips and labels" chosen={map.values()} />
              </>
            )}
            {step && (
              <Button
                size="sm"
                busy={busy(step)}
                onClick={() => press(step)}
                className="min-h-11 max-orders:min-h-12 max-orders:grow orders:bg-white orders:text-ink orders:hover:bg-neel-200"
              >
                {step.text}
                {step.key && (
                  <span
                    aria-hidden="true"
                    className="rounded-xs border border-line-strong px-1.25 text-xs max-orders:hidden"
                  >
                    {step.key}
                  </span>
                )}
              </Button>
            )}
          </span>
        </>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        title={asking?.ask?.title}
        text={`${inWords(map.size, 'order')}. ${asking?.ask?.text}`}
        confirm={asking?.text ?? ''}
        keep="Not now"
        danger={asking?.to !== 'cash'}
        busy={steps.busy}
        onConfirm={() => asking && steps.take(asking, parcelsFor(asking), () => setAsking(undefined))}
        onClose={() => setAsking(undefined)}
      />
    </section>
  )
}

interface PrintLinkProps {
  what: string
  text: string
  chosen: Iterable<Chosen>
  className?: string
}

/** On a phone its drawing alone. */
const PrintLink = ({ what, text, chosen, className = '' }: PrintLinkProps) => (
  <a
    href={printPath(what, { orders: Array.from(chosen, ({ number }) => number) })}
    target="_blank"
    rel="noreferrer"
    className={`${textButton} max-orders:order-last max-orders:size-12 max-orders:justify-center ${className}`}
  >
    <PageIcon name="print" size="sm" />
    <span className="max-orders:sr-only">{text}</span>
  </a>
)

const inWords = (count: number, what: string, before = '') =>
  `${before ? `${before} ` : ''}${count.toLocaleString('en-IN')} ${count === 1 ? what : `${what}s`}`
