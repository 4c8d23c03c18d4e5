import { useLocation } from 'react-router'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order } from '../orders.contract.ts'
import { openMoves } from '../orders.moves.ts'
import { type AskName, asks } from './order-asks.ts'

interface StepsProps {
  order: Order
  asked: AskName | undefined
  /** The pressed button is gone, and with it the focus. */
  onGone: () => void
}

/** Steps go to the page that shows the order, which then reloads it. */
export const useStep = (onGone: () => void) =>
  useSend({
    onDone: () => {
      if (!document.activeElement || document.activeElement === document.body) onGone()
    },
  })

const forOrder = (order: Order) => <span className="sr-only"> (order #{order.number})</span>

function Restock() {
  const choice = (value: '1' | '0', text: string) => (
    <label className="flex min-h-11 items-center gap-2.5">
      <input type="radio" name="restock" value={value} defaultChecked={value === '1'} />
      {text}
    </label>
  )
  return (
    <fieldset className="text-ink">
      <legend className="font-semibold text-sm">The goods</legend>
      {choice('1', 'In good order: back into stock')}
      {choice('0', 'Lost or damaged: written off')}
    </fieldset>
  )
}

interface AskProps extends Pick<StepsProps, 'order' | 'asked'> {
  name: AskName
  step: ReturnType<typeof useStep>
  className?: string
}

function AskedStep({ order, asked, name, step, className = '' }: AskProps) {
  const { pathname, search } = useLocation()
  const { isOffered, button, intent, title, text, confirm, keep, isFinal } = asks[name]
  if (!isOffered(order)) return null
  return (
    <AskFirst
      send={step}
      page={pathname + search}
      ask={{ name, value: order._id, isAsked: asked === name, keepsAt: pathname }}
      fields={{ order: order._id, from: order.status, intent }}
      choices={name === 'return' && <Restock />}
      title={title(order)}
      text={text(order)}
      confirm={confirm}
      keep={keep}
      danger={isFinal}
      inlineLook="col-span-full grid gap-2 text-sm"
      className={className}
    >
      {(ask) => (
        <Button {...ask} variant="quiet" size="sm" className="min-h-11 whitespace-nowrap">
          {button}
          {forOrder(order)}
        </Button>
      )}
    </AskFirst>
  )
}

export function CashSteps({ order, asked, onGone }: StepsProps) {
  const step = useStep(onGone)
  const asking = { order, asked, step }
  return (
    <>
      <AskedStep {...asking} name="cash" />
      <AskedStep {...asking} name="undo" />
      <SendFailed failed={step.failed} className="col-span-full" />
    </>
  )
}

export function MoveOn({ order, asked, onGone }: StepsProps) {
  const step = useStep(onGone)
  const { pathname, search } = useLocation()
  const next = openMoves('seller', order).find((status) => status !== 'Cancelled' && status !== 'Returned')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {next && !asked && (
        <form method="post" action={pathname + search} onSubmit={step.submit}>
          <HiddenFields values={{ order: order._id, from: order.status, intent: next }} />
          <Button
            type="submit"
            variant="card"
            size="card"
            busy={step.sending?.get('intent') === next}
            className="whitespace-nowrap px-3.5!"
          >
            <span>{`Mark as ${next.toLowerCase()}`}</span>
            {forOrder(order)}
          </Button>
        </form>
      )}
      <AskedStep order={order} asked={asked} step={step} name="return" />
      <AskedStep order={order} asked={asked} step={step} name="cancel" />
      <SendFailed failed={step.failed} className="basis-full" />
    </div>
  )
}
