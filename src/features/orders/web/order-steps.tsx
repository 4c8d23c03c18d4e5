import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order } from '../orders.contract.ts'
import { openMoves } from '../orders.moves.ts'
import { goesBackPaise } from '../orders.states.ts'

export function PayNow({ order }: { order: Order }) {
  const { submit, busy, failed } = useSend()
  return (
    <form
      method="post"
      action="/my-orders"
      onSubmit={submit}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t bg-haldi-100 px-5 py-3.5 md:px-6"
    >
      <HiddenFields values={{ intent: 'pay', order: order._id }} />
      <span className="flex items-center gap-2 text-haldi-700">
        <PageIcon name="clock" size="sm" />
        {order.payUntil ? `Pay by ${formatMoment(order.payUntil).time}, else the order is cancelled.` : 'Not paid yet.'}
      </span>
      <Button type="submit" busy={busy} className="max-sm:w-full">
        Pay now<span className="sr-only"> (order #{order.number})</span>
      </Button>
      <SendFailed failed={failed} className="basis-full" />
    </form>
  )
}

function consequence(order: Order) {
  const back = goesBackPaise(order)
  if (order.status === 'Awaiting payment') return 'Nothing was charged. This cannot be undone.'
  if (back > 0) return `We will not send it. ${formatRupees(back)} is refunded the way you paid. This cannot be undone.`
  return 'We will not send it. This cannot be undone.'
}

export function Cancel({ order, asked, onDone }: { order: Order; asked: boolean; onDone: () => void }) {
  const cancelling = useSend({ onDone })
  return (
    <>
      {openMoves('shopper', order).includes('Cancelled') && (
        <AskFirst
          send={cancelling}
          page="/my-orders"
          ask={{ name: 'cancel', value: order._id, isAsked: asked }}
          fields={{ intent: 'cancel', order: order._id }}
          title={`Cancel order #${order.number}?`}
          text={consequence(order)}
          confirm="Cancel order"
          keep="Keep order"
          danger
        >
          {(button) => (
            <Button {...button} variant="quiet" size="sm" className="-mr-3 min-h-11">
              Cancel<span className="sr-only"> order #{order.number}</span>
            </Button>
          )}
        </AskFirst>
      )}
      <SendFailed failed={cancelling.failed} className="basis-full" />
    </>
  )
}
