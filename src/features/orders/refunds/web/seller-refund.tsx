import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatRupees, toRupees } from '#shared/money.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Name } from '#web/ui/name.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order } from '../../orders.contract.ts'
import { LookInStatement } from '../../web/look-in-statement.tsx'
import { PIECES_OF } from '../../web/order-asks.ts'
import { type RefundMethod, refundMethods, refundPaise } from '../refunds.pieces.ts'

type Line = Order['items'][number]

const leftOf = ({ quantity, refunded }: Line) => quantity - refunded

const canRefund = ({ isPaid, items }: Order) => isPaid && items.some((line) => leftOf(line) > 0)

const methodsFor = ({ paymentType }: Order) =>
  refundMethods.filter((method) => method !== 'card' || paymentType === 'Online')

const methodWords: Record<RefundMethod, string> = {
  card: 'By card, the way it was paid',
  upi: 'By UPI',
  bank: 'By bank transfer',
}

export function Refund({ order, onGone }: { order: Order; onGone: () => void }) {
  const [open, setOpen] = useState(false)
  const title = useId()
  const refunding = useSend({
    onDone: () => {
      flushSync(() => setOpen(false))
      // When all is refunded the button is gone, and with it the focus.
      if (document.activeElement === document.body) onGone()
    },
  })
  if (!canRefund(order)) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="line" size="sm" onClick={() => setOpen(true)}>
        Refund
      </Button>
      <Modal open={open} onClose={close} labelledBy={title}>
        <RefundForm order={order} title={title} refunding={refunding} onClose={close} />
      </Modal>
    </>
  )
}

interface RefundFormProps {
  order: Order
  title: string
  refunding: ReturnType<typeof useSend>
  onClose: () => void
}

function RefundForm({ order, title, refunding, onClose }: RefundFormProps) {
  const { items } = order
  const methods = methodsFor(order)
  const [method, setMethod] = useState(methods[0] ?? 'upi')
  const [typed, setTyped] = useState(() => items.map((line) => String(leftOf(line))))
  const pieces = items.map((line, place) => Math.min(leftOf(line), Math.max(0, Math.trunc(Number(typed[place])) || 0)))
  const sum = refundPaise(
    items.map(({ product, quantity, refunded, tax }) => ({
      ...{ offerPricePaise: product.offerPrice, quantity, refunded },
      ...(tax === undefined ? {} : { taxPaise: tax }),
    })),
    pieces,
    order.refunded,
  )

  return (
    <form method="post" onSubmit={refunding.submit} className="grid gap-4 px-5 pt-6 pb-8 sm:p-8">
      <HiddenFields values={{ intent: 'refund', order: order._id, refundedBefore: String(toRupees(order.refunded)) }} />
      <h2 id={title} className="text-2xl">
        Refund order #{order.number}
      </h2>
      <ul className="grid gap-3">
        {items.map((line, place) => {
          const left = leftOf(line)
          const { _id, name, offerPrice } = line.product
          if (left === 0) return null
          return (
            <li key={_id} className="grid grid-cols-refund items-end gap-4 border-line border-b pb-3">
              <span className="wrap-anywhere self-center text-sm">
                <b>
                  <Name>{name}</Name>
                </b>
                <span className="block text-ink-soft">{formatRupees(offerPrice)} each</span>
              </span>
              <TextField
                label={
                  <>
                    Pieces<span className="sr-only"> of {name}</span>, of {left}
                  </>
                }
                name={`${PIECES_OF}${_id}`}
                type="number"
                inputMode="numeric"
                required
                min={0}
                max={left}
                step={1}
                value={typed[place] ?? ''}
                onChange={({ target }) => setTyped(typed.with(place, target.value))}
              />
            </li>
          )
        })}
      </ul>
      <SelectField
        label="How it is refunded"
        name="method"
        value={method}
        onChange={({ target }) => setMethod(methods.find((one) => one === target.value) ?? method)}
      >
        {methods.map((one) => (
          <option key={one} value={one}>
            {methodWords[one]}
          </option>
        ))}
      </SelectField>
      {method !== 'card' && (
        <>
          <LookInStatement order={order.number} />
          <TextField
            label="Reference of the transfer"
            name="reference"
            hint="Send the money first, then note here what the transfer is called."
            required
            maxLength={100}
            autoComplete="off"
          />
        </>
      )}
      <div>
        <p className="flex justify-between gap-4 font-semibold text-lg">
          <span>Goes back</span>
          <output aria-live="polite">{formatRupees(sum)}</output>
        </p>
        <p className="text-ink-soft text-sm">
          With its share of the tax. This cannot be undone, and it does not cancel the order.
        </p>
      </div>
      <SendFailed failed={refunding.failed} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={refunding.busy}>
          {`Refund ${formatRupees(sum)}`}
        </Button>
        <Button variant="quiet" onClick={onClose} data-autofocus>
          Do not refund
        </Button>
      </div>
    </form>
  )
}
