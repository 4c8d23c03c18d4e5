import { useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, Link, useRevalidator } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { leaveFor } from '#web/leave.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { cancelOrder, Order } from '../orders.contract.ts'
import { goesBackPaise } from '../orders.states.ts'
import type { payOrder } from '../pay-order.contract.ts'
import { paymentAddress } from './payment-address.ts'

/** An order that awaits payment: until when, and the way back to the checkout. */
export function PayNow({ order }: { order: Order }) {
  const { publicUrl } = useSettings()
  const { busy, failed, act } = useAct()

  const pay = () =>
    act(async () => {
      const { url } = await call<typeof payOrder>('POST /api/order/:id/pay', { params: { id: order._id } })
      await leaveFor(paymentAddress(url, publicUrl))
    })

  return (
    <form
      method="post"
      action="/my-orders"
      onSubmit={(event) => {
        event.preventDefault()
        pay()
      }}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t bg-haldi-100 px-5 py-3.5 md:px-6"
    >
      <input type="hidden" name="order" value={order._id} />
      <span className="flex items-center gap-2 text-haldi-700">
        <Icon name="clock" size="sm" />
        {order.payUntil ? `Pay by ${formatMoment(order.payUntil).time}, else the order is cancelled.` : 'Not paid yet.'}
      </span>
      <Button type="submit" name="intent" value="pay" busy={busy} className="max-sm:w-full">
        Pay now<span className="sr-only"> (order #{order.number})</span>
      </Button>
      <ActFailed failed={failed} className="basis-full" />
    </form>
  )
}

/** What cancelling does, before it is done. */
function consequence(order: Order) {
  const back = goesBackPaise(order)
  if (order.status === 'Awaiting payment') return 'Nothing was charged. This cannot be undone.'
  if (back > 0) return `We will not send it. ${formatRupees(back)} goes back the way you paid. This cannot be undone.`
  return 'We will not send it. This cannot be undone.'
}

/** Cancels after asking once: in a dialog, or on the page itself before JavaScript has loaded. */
export function Cancel({ order, asked, onDone }: { order: Order; asked: boolean; onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const [open, setOpen] = useState(false)
  const title = `Cancel order #${order.number}?`

  async function cancel() {
    await act(async () => {
      const { message } = await call<typeof cancelOrder>('POST /api/order/:id/cancel', { params: { id: order._id } })
      toast.success(message)
      setOpen(false)
      await revalidate()
      onDone()
    })
    setOpen(false)
  }

  if (asked) {
    return (
      <form method="post" action="/my-orders" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="order" value={order._id} />
        <span className="text-ink">
          <b>{title}</b> {consequence(order)}
        </span>
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
      <ActFailed failed={failed} className="basis-full" />
      <ConfirmDialog
        open={open}
        title={title}
        text={consequence(order)}
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
