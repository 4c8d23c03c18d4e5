import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Form, Link, useLocation, useRevalidator } from 'react-router'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import type { Order } from '../orders.contract.ts'
import { movesBy, type OrderStatus } from '../orders.states.ts'
import type { markCashReceived, moveOrder, undoCashReceived } from '../seller-orders.contract.ts'
import { type AskName, asks } from './order-asks.ts'

interface StepProps {
  order: Order
  /** A form sent before JavaScript had loaded asks about this one. */
  asked: AskName | undefined
  /** Called when the button may be gone, with the focus that was on it. */
  onDone: () => void
}

const move = (order: Order, status: OrderStatus, restock?: boolean) =>
  call<typeof moveOrder>('POST /api/order/:id/status', {
    params: { id: order._id },
    body: { status, from: order.status, ...(restock === undefined ? {} : { restock }) },
  })

const calls: Record<AskName, (order: Order, restock: boolean) => Promise<{ message: string }>> = {
  cancel: (order) => move(order, 'Cancelled'),
  return: (order, restock) => move(order, 'Returned', restock),
  cash: ({ _id }) => call<typeof markCashReceived>('POST /api/order/:id/cash-received', { params: { id: _id } }),
  undo: ({ _id }) => call<typeof undoCashReceived>('POST /api/order/:id/cash-received/undo', { params: { id: _id } }),
}

/** Calls, says so, and shows what is now. A call that failed leaves the page as it is, with the reason and a way to try again. */
function useStep({ status, isPaid }: Order, onDone: () => void) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const isPressed = useRef(false)
  const keepFocus = useEffectEvent(() => {
    if (isPressed.current && (!document.activeElement || document.activeElement === document.body)) onDone()
    isPressed.current = false
  })
  // Once what is now is drawn: the pressed button, or the dialog that had the focus, may be gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the change
  useEffect(keepFocus, [status, isPaid])

  const run = (step: () => Promise<{ message: string }>) => {
    isPressed.current = true
    return act(async () => {
      toast.success((await step()).message)
      await revalidate()
    })
  }
  return { busy, failed, run }
}

const forOrder = (order: Order) => <span className="sr-only"> (order #{order.number})</span>

/** What becomes of goods that came back. */
function Restock({ onChange }: { onChange?: (restock: boolean) => void }) {
  const name = useId()
  const choice = (value: '1' | '0', text: string) => (
    <label className="flex min-h-11 items-center gap-2.5">
      <input
        type="radio"
        name={onChange ? name : 'restock'}
        value={value}
        defaultChecked={value === '1'}
        onChange={() => onChange?.(value === '1')}
      />
      {text}
    </label>
  )
  return (
    <fieldset className="mt-3 text-ink">
      <legend className="font-semibold text-sm">The goods</legend>
      {choice('1', 'In good order: back into stock')}
      {choice('0', 'Lost or damaged: written off')}
    </fieldset>
  )
}

interface AskProps extends StepProps {
  name: AskName
  className?: string
}

/** A step that asks once: in a dialog, or on the page itself before JavaScript has loaded. */
export function AskedStep({ order, name, asked, onDone, className = '' }: AskProps) {
  const { busy, failed, run } = useStep(order, onDone)
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const [restock, setRestock] = useState(true)
  const { isOffered, button, confirm, keep, isFinal, intent, ...words } = asks[name]
  if (!isOffered(order)) return <ActFailed failed={failed} />
  const [title, text] = [words.title(order), words.text(order)]

  if (asked === name) {
    return (
      <form method="post" className="col-span-full grid gap-2 text-sm">
        <input type="hidden" name="order" value={order._id} />
        <input type="hidden" name="from" value={order.status} />
        <b>{title}</b> {text}
        {name === 'return' && <Restock />}
        <Button type="submit" name="intent" value={intent} variant={isFinal ? 'danger' : 'primary'} size="sm">
          {confirm}
        </Button>
        <Link to={pathname} className="link inline-flex min-h-11 items-center">
          {keep}
        </Link>
      </form>
    )
  }
  async function confirmed() {
    await run(() => calls[name](order, restock))
    setOpen(false)
  }
  return (
    <>
      <Form
        action={pathname + search}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          setRestock(true)
          setOpen(true)
        }}
      >
        <Button
          type="submit"
          name={name}
          value={order._id}
          variant="quiet"
          size="sm"
          busy={busy && !open}
          className="min-h-11 whitespace-nowrap orders:-ml-3"
        >
          {button}
          {forOrder(order)}
        </Button>
      </Form>
      <ActFailed failed={failed} className="col-span-full" />
      <ConfirmDialog
        open={open}
        title={title}
        text={
          <>
            {text}
            {name === 'return' && open && <Restock onChange={setRestock} />}
          </>
        }
        confirm={confirm}
        keep={keep}
        danger={isFinal}
        busy={busy}
        onConfirm={confirmed}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** The cash of an order that is on its way or delivered. */
export const CashSteps = (props: StepProps) => (
  <>
    <AskedStep {...props} name="cash" className="max-orders:-ml-3" />
    <AskedStep {...props} name="undo" className="max-orders:-ml-3" />
  </>
)

/** One step on, and what may happen besides, as far as the order's status allows. */
export function MoveOn({ order, asked, onDone }: StepProps) {
  const next = movesBy('seller', order.status).find((status) => status !== 'Cancelled' && status !== 'Returned')
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 orders:mt-2.5 orders:flex-col orders:items-start">
      <NextStep order={order} next={asked ? undefined : next} onDone={onDone} />
      <AskedStep order={order} asked={asked} onDone={onDone} name="return" />
      <AskedStep order={order} asked={asked} onDone={onDone} name="cancel" />
    </div>
  )
}

/** Sent to the page's action before JavaScript has loaded. */
function NextStep({ order, next, onDone }: Omit<StepProps, 'asked'> & { next: OrderStatus | undefined }) {
  const { busy, failed, run } = useStep(order, onDone)
  const { pathname, search } = useLocation()
  return (
    <>
      {next && (
        <Form
          method="post"
          action={pathname + search}
          onSubmit={(event) => {
            event.preventDefault()
            run(() => move(order, next))
          }}
        >
          <input type="hidden" name="order" value={order._id} />
          <input type="hidden" name="from" value={order.status} />
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
        </Form>
      )}
      <ActFailed failed={failed} className="basis-full" />
    </>
  )
}
