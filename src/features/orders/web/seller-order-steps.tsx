import { type ReactNode, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, Link, useLocation, useRevalidator } from 'react-router'
import { formatRupees } from '#shared/rupees.ts'
import { call, messageOf } from '#web/call.ts'
import { useEndedSession } from '#web/hooks/use-ended-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import type { markCashReceived, moveOrder, Order } from '../orders.contract.ts'
import { allowedMoves, goesBackPaise, type OrderStatus } from '../orders.states.ts'

interface StepProps {
  order: Order
  /** Called when the button may be gone, with the focus that was on it. */
  onDone: () => void
}

const move = (order: Order, status: OrderStatus) =>
  call<typeof moveOrder>('POST /api/order/:id/status', { params: { id: order._id }, body: { status } })

const receive = (order: Order) =>
  call<typeof markCashReceived>('POST /api/order/:id/cash-received', { params: { id: order._id } })

/** Calls, says so, and shows what is now; the list is shown anew after a failure too. */
function useStep(onDone: () => void) {
  const { revalidate } = useRevalidator()
  const hasEnded = useEndedSession()
  const [busy, setBusy] = useState(false)
  async function run(step: () => Promise<{ message: string }>) {
    if (busy) return
    setBusy(true)
    try {
      toast.success((await step()).message)
    } catch (error) {
      if (!hasEnded(error)) toast.error(messageOf(error))
    }
    await revalidate()
    setBusy(false)
    if (!document.activeElement || document.activeElement === document.body) onDone()
  }
  return { busy, run }
}

/** A form of one button; sent to the page's action before JavaScript has loaded. */
function StepForm({ order, onSend, children }: { order: Order; onSend: () => void; children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action={pathname + search}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <input type="hidden" name="order" value={order._id} />
      {children}
    </Form>
  )
}

const forOrder = (order: Order) => <span className="sr-only"> (order #{order.number})</span>

/** The cash of a delivered order has come. */
export function CashReceived({ order, onDone }: StepProps) {
  const { busy, run } = useStep(onDone)
  if (order.isPaid || order.paymentType !== 'COD' || order.status === 'Cancelled') return null
  return (
    <StepForm order={order} onSend={() => run(() => receive(order))}>
      <Button
        type="submit"
        name="intent"
        value="cash"
        variant="quiet"
        size="sm"
        busy={busy}
        className="-ml-3 min-h-11 whitespace-nowrap"
      >
        Mark cash received{forOrder(order)}
      </Button>
    </StepForm>
  )
}

/** What cancelling does besides; an order that awaits payment is told of to nobody. */
function cancelWords(order: Order) {
  if (order.status === 'Awaiting payment') return 'It is not paid yet.'
  const back = goesBackPaise(order)
  return back > 0 ? `The shopper gets a mail and ${formatRupees(back)} back.` : 'The shopper gets a mail.'
}

/** One step on, and Cancel with a question, as far as the order's status allows. */
export function MoveOn({ order, asked, onDone }: StepProps & { asked: boolean }) {
  const { busy, run } = useStep(onDone)
  const [asking, setAsking] = useState(false)
  const moves = allowedMoves[order.status]
  const next = moves.find((status) => status !== 'Cancelled')
  if (moves.length === 0) return null
  const title = `Cancel order #${order.number}?`
  const text = `${cancelWords(order)} This cannot be undone.`

  async function cancel() {
    await run(() => move(order, 'Cancelled'))
    setAsking(false)
  }
  if (asked) {
    return (
      <form method="post" className="col-span-full grid gap-2 text-sm">
        <input type="hidden" name="order" value={order._id} />
        <b>{title}</b> {text}
        <Button type="submit" name="intent" value="Cancelled" variant="danger" size="sm">
          Cancel order
        </Button>
        <Link to="/seller/orders" className="link inline-flex min-h-11 items-center">
          Keep order
        </Link>
      </form>
    )
  }
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 orders:mt-2.5 orders:flex-col orders:items-start">
      {next && (
        <StepForm order={order} onSend={() => run(() => move(order, next))}>
          <Button
            type="submit"
            name="intent"
            value={next}
            variant="card"
            size="card"
            busy={busy}
            className="whitespace-nowrap px-3.5!"
          >
            Mark as {next.toLowerCase()}
            {forOrder(order)}
          </Button>
        </StepForm>
      )}
      {moves.includes('Cancelled') && (
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            setAsking(true)
          }}
        >
          <Button
            type="submit"
            name="cancel"
            value={order._id}
            variant="quiet"
            size="sm"
            className="min-h-11 whitespace-nowrap orders:-ml-3"
          >
            Cancel order{forOrder(order)}
          </Button>
        </Form>
      )}
      <ConfirmDialog
        open={asking}
        title={title}
        text={text}
        confirm="Cancel order"
        keep="Keep order"
        danger
        busy={busy}
        onConfirm={cancel}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
