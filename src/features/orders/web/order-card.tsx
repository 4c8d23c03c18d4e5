import { type ReactNode, useId, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, Link, useRevalidator } from 'react-router'
import { findCategory, productUrl } from '#features/catalog/catalog.categories.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/rupees.ts'
import { call, messageOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Pill } from '#web/ui/pill.tsx'
import type { cancelOrder, Order } from '../orders.contract.ts'
import { canCancel } from '../orders.states.ts'

interface OrderCardProps {
  order: Order
  /** Below the fold: its pictures can wait. */
  lazy: boolean
  /** A form sent before JavaScript had loaded asks whether to cancel this order. */
  asked: boolean
}

/** One order: number, date, total, status; what was bought; payment and address. */
export function OrderCard({ order, lazy, asked }: OrderCardProps) {
  const title = useId()
  const card = useRef<HTMLElement>(null)
  const payment =
    order.paymentType === 'COD' ? 'Cash on delivery' : order.isPaid ? 'Paid online by card' : 'Online by card'
  return (
    <article ref={card} aria-labelledby={title} tabIndex={-1} className="border border-line">
      <header className="grid grid-cols-2 gap-x-5 gap-y-3.5 bg-kora px-5 py-4 md:grid-cols-4 md:items-center md:px-6 md:py-4.5">
        <dl className="contents leading-snug">
          <Fact name="Order">
            <span id={title}>
              <span className="sr-only">Order </span>#{order.number}
            </span>
          </Fact>
          <Fact name="Placed on">{formatDay(order.createdAt)}</Fact>
          <Fact name="Total">{formatRupees(order.amount)}</Fact>
        </dl>
        <div className="md:justify-self-end">
          <Pill tone={order.status === 'Cancelled' ? 'no' : 'info'}>{order.status}</Pill>
        </div>
      </header>
      <ul className="px-5 md:px-6">
        {order.items.map(({ product, quantity }) => (
          <li key={product._id} className="flex gap-4 border-line py-4 not-first:border-t">
            {product.images[0] ? (
              <Picture
                image={product.images[0]}
                sizes="72px"
                maxWidth={160}
                alt=""
                lazy={lazy}
                className="aspect-product w-18 flex-none self-start"
              />
            ) : (
              <span className="aspect-product w-18 flex-none self-start bg-kora-deep" />
            )}
            <div className="min-w-0 flex-1 md:flex md:justify-between md:gap-4">
              <div className="min-w-0">
                <h2 className="heading-plain wrap-anywhere text-base leading-tight">
                  <Link to={productUrl(product)} prefetch="intent" className="hover:underline hover:underline-offset-4">
                    {product.name}
                  </Link>
                </h2>
                <p className="text-ink-soft text-sm">{findCategory(product.category)?.text}</p>
                <p className="text-sm">Quantity: {quantity}</p>
              </div>
              <p className="max-md:mt-1">{formatRupees(product.offerPrice * quantity)}</p>
            </div>
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t px-5 py-3 text-ink-soft text-sm md:px-6">
        <span className="flex items-center gap-2.5">
          {order.isPaid ? <Pill tone="ok">Paid</Pill> : <Pill tone="wait">Pending</Pill>}
          {payment}
        </span>
        <span className="min-w-0 break-words">
          To {order.address.firstName} {order.address.lastName}, {order.address.city} {order.address.zipcode}
        </span>
        {canCancel(order.status) && <Cancel order={order} asked={asked} onDone={() => card.current?.focus()} />}
      </footer>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-mute text-xs leading-tight">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** Cancels after asking once: in a dialog, or on the page itself before JavaScript has loaded. */
function Cancel({ order, asked, onDone }: { order: Order; asked: boolean; onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const title = `Cancel order #${order.number}?`

  async function cancel() {
    setBusy(true)
    try {
      const { message } = await call<typeof cancelOrder>('POST /api/order/:id/cancel', { params: { id: order._id } })
      toast.success(message)
      setOpen(false)
      await revalidate()
      onDone()
    } catch (error) {
      toast.error(messageOf(error))
      setOpen(false)
      await revalidate()
    } finally {
      setBusy(false)
    }
  }

  if (asked) {
    return (
      <form method="post" action="/my-orders" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="order" value={order._id} />
        <span className="font-semibold text-ink">{title}</span>
        <Button type="submit" name="intent" value="cancel" variant="danger" size="sm" className="min-h-11">
          Cancel order
        </Button>
        <Link to="/my-orders" className="link inline-flex min-h-11 items-center">
          Keep order
        </Link>
      </form>
    )
  }
  return (
    <>
      <Form
        action="/my-orders"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Button type="submit" name="cancel" value={order._id} variant="quiet" size="sm" className="-mr-3 min-h-11">
          Cancel<span className="sr-only"> order #{order.number}</span>
        </Button>
      </Form>
      <ConfirmDialog
        open={open}
        title={title}
        text="We will not send it. This cannot be undone."
        confirm="Cancel order"
        keep="Keep order"
        danger
        busy={busy}
        onConfirm={cancel}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
