import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { batchesText } from '#features/catalog/batches/batches.texts.ts'
import { formatRupees, minus } from '#shared/money.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { useMay } from '#web/rights.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order, Parcel } from '../../orders.contract.ts'
import { statusEn } from '../../status-names.en.ts'
import { type DeskStep, exchangeSteps, type ParcelSteps, parcelSteps, printPath } from '../../web/desk-steps.ts'
import { couriers } from '../couriers.ts'
import { isParcelOff } from '../parcels.states.ts'

interface ParcelBoxProps {
  order: Order
  parcel: Parcel
  /** Tells its maker by WhatsApp that it waits. */
  toMaker?: string | undefined
}

const tones = {
  'To pack': 'wait',
  Packed: 'info',
  Shipped: 'info',
  Delivered: 'ok',
  Refused: 'no',
  Lost: 'no',
  Returned: 'no',
  Cancelled: 'no',
} as const satisfies Record<Parcel['status'], string>

export function ParcelBox({ order, parcel, toMaker }: ParcelBoxProps) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const heading = useId()
  const mayMove = useMay()('orders')
  const { sender, number, code, status, items } = parcel
  const lines = new Map(order.items.map((line) => [line.product._id, line]))
  const isAlone = order.parcels.length === 1
  const isExchange = order.exchanges.includes(parcel)
  return (
    <section aria-labelledby={heading} className="grid content-start gap-3.5 border border-line bg-paper px-4.5 py-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id={heading} className="heading-plain text-base leading-tight">
            {isExchange ? 'Exchange' : isAlone ? 'Parcel' : `Parcel ${number} of ${order.parcels.length}`} {code}
          </h2>
          <p className="text-ink-soft text-sm">{sender ? `${sender.name} sends it.` : 'The shop sends it.'}</p>
          {toMaker && (
            <a
              href={toMaker}
              target="_blank"
              rel="noreferrer"
              className="link inline-grid min-h-11 content-center text-sm print:hidden"
            >
              Tell them by WhatsApp<span className="sr-only"> of parcel {code}</span>
            </a>
          )}
        </div>
        <Pill tone={tones[status]}>{statusEn[status]}</Pill>
      </div>
      <div className="wrap-anywhere text-sm">
        {items.map(({ product, quantity }) => (
          <p key={product}>
            {quantity} × <Name>{lines.get(product)?.product.name}</Name>
            <Batches of={lines.get(product)?.batches} />
          </p>
        ))}
        {isExchange ? <p>Sent in exchange. Collect nothing.</p> : <CashWords parcel={parcel} />}
      </div>
      {mayMove && <Short parcel={parcel} page={page} />}
      {mayMove && status !== 'Cancelled' && (
        <Tracking key={`${parcel.courier} ${parcel.trackingNumber}`} parcel={parcel} page={page} />
      )}
      {mayMove && (
        <Steps parcel={parcel} steps={(isExchange ? exchangeSteps : parcelSteps)[status]} page={page}>
          {!isParcelOff(status) && (
            <>
              <PrintLink what="labels" text="Label" parcel={parcel} />
              <PrintLink what="slips" text="Slip" parcel={parcel} />
            </>
          )}
        </Steps>
      )}
    </section>
  )
}

const Batches = ({ of = [] }: { of: Order['items'][number]['batches'] }) =>
  of.length > 0 && <span className="block text-ink-soft">{batchesText(of)}</span>

function CashWords({ parcel: { cash, cashReceived, status } }: { parcel: Parcel }) {
  if (isParcelOff(status)) return <p>Nothing to collect.</p>
  if (cash === 0) return <p>Paid. Collect nothing.</p>
  return cashReceived > 0 ? (
    <p>
      <b>{formatRupees(cashReceived)}</b> of {formatRupees(cash)} in cash came.
    </p>
  ) : (
    <p>
      Collect <b>{formatRupees(cash)}</b> in cash.
    </p>
  )
}

const PrintLink = ({ what, text, parcel }: { what: string; text: string; parcel: Parcel }) => (
  <a
    href={printPath(what, { parcels: [parcel._id] })}
    target="_blank"
    rel="noreferrer"
    className="button min-h-11 border-transparent px-3 py-1.5 text-neel-700 text-sm hover:bg-neel-100"
  >
    <PageIcon name="print" size="sm" />
    {text}
    <span className="sr-only"> of parcel {parcel.code}</span>
  </a>
)

const fields = ['courier', 'trackingNumber'] as const

/** Courier and number are saved together. */
function Tracking({ parcel, page }: { parcel: Parcel; page: string }) {
  const list = useId()
  const form = useForm({
    intent: 'tracking',
    fields,
    start: { courier: parcel.courier ?? '', trackingNumber: parcel.trackingNumber ?? '' },
    judge: () => undefined,
    stays: true,
  })
  return (
    <form {...form.attributes} action={page} className="grid gap-2.5">
      <HiddenFields values={{ intent: 'tracking', parcel: parcel._id }} />
      <div className="grid grid-cols-tracking gap-2.5">
        <TextField {...form.field('courier')} label="Courier" required={false} list={list} maxLength={60} />
        <TextField
          {...form.field('trackingNumber')}
          label="Tracking number"
          required={false}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <datalist id={list}>
        {couriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center gap-x-3">
        <Button type="submit" variant="quiet" size="sm" busy={form.busy} className="-ml-3 min-h-11">
          Save<span className="sr-only"> courier of parcel {parcel.code}</span>
        </Button>
        {parcel.trackingUrl && (
          <a href={parcel.trackingUrl} target="_blank" rel="noreferrer" className="link text-sm">
            At the courier
          </a>
        )}
        <a href={parcel.trackPath} target="_blank" rel="noreferrer" className="link text-sm">
          As the shopper sees it
        </a>
      </div>
      <SendFailed failed={form.failed} />
    </form>
  )
}

interface StepsProps {
  parcel: Parcel
  steps: ParcelSteps
  page: string
  children: ReactNode
}

function Steps({ parcel, steps, page, children }: StepsProps) {
  const send = useSend({ stays: true })
  const [asking, setAsking] = useState<DeskStep>()
  const { step, others } = steps
  const sent = (one: DeskStep) => ({
    ...{ intent: 'parcel', parcel: parcel._id, to: one.to },
    ...(one.good === undefined ? {} : { good: one.good ? '1' : '0' }),
  })
  const stepButton = (one: DeskStep, variant: 'line' | 'quiet') =>
    one.ask ? (
      <Button key={one.text} variant={variant} size="sm" onClick={() => setAsking(one)}>
        {one.text}
      </Button>
    ) : (
      <form key={one.text} method="post" action={page} onSubmit={send.submit}>
        <HiddenFields values={sent(one)} />
        <Button type="submit" variant={variant} size="sm" busy={send.busy}>
          {one.text}
          <span className="sr-only"> (parcel {parcel.code})</span>
        </Button>
      </form>
    )
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {step && stepButton(step, 'line')}
        {children}
        {others.map((one) => stepButton(one, 'quiet'))}
      </div>
      <SendFailed failed={send.failed} />
      <ConfirmDialog
        open={asking !== undefined}
        title={asking?.ask?.title}
        text={`Parcel ${parcel.code}. ${asking?.ask?.text}`}
        confirm={asking?.text ?? ''}
        keep="Not now"
        danger
        busy={send.busy}
        page={page}
        onConfirm={(event) => send.submit(event, () => setAsking(undefined))}
        onClose={() => setAsking(undefined)}
      >
        {asking && <HiddenFields values={sent(asking)} />}
      </ConfirmDialog>
    </div>
  )
}

function Short({ parcel, page }: { parcel: Parcel; page: string }) {
  const { cash, cashReceived, cashLetGo, code, status } = parcel
  const [open, setOpen] = useState(false)
  const send = useSend({ stays: true })
  const missing = minus(minus(cash, cashReceived), cashLetGo)
  if (cashReceived === 0 || missing <= 0 || isParcelOff(status)) return null
  return (
    <>
      <Notice
        tone="ask"
        action={
          <Button variant="line" size="sm" onClick={() => setOpen(true)}>
            Let go
          </Button>
        }
      >
        {formatRupees(missing)} is still to come.
      </Notice>
      <SendFailed failed={send.failed} />
      <ConfirmDialog
        open={open}
        title={`Let go of ${formatRupees(missing)}?`}
        text={`Parcel ${code}. The shop bears the loss, and no more cash is expected for it.`}
        confirm="Let go"
        keep="Keep waiting"
        danger
        busy={send.busy}
        page={page}
        onConfirm={(event) => send.submit(event, () => setOpen(false))}
        onClose={() => setOpen(false)}
      >
        <HiddenFields values={{ intent: 'let-go', parcel: parcel._id }} />
        <TextField label="Reason" name="reason" required maxLength={200} />
      </ConfirmDialog>
    </>
  )
}
