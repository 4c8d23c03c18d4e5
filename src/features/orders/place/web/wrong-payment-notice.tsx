import { formatRupees } from '#shared/money.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order } from '../../orders.contract.ts'

type WrongPayment = NonNullable<Order['wrongPayment']>

const whatBecomesOfIt: Record<WrongPayment['refund'], string> = {
  queued: 'All of it is being refunded.',
  done: 'All of it was refunded.',
  failed: 'It could not be refunded.',
}

export const wrongPaymentWords = ({ amount }: Pick<Order, 'amount'>, { paid, refund }: WrongPayment) =>
  `${paid} was paid for this order, which costs ${formatRupees(amount)}. ${whatBecomesOfIt[refund]}`

/** Money came that is not the order's price: what happens to it, and another try where its refund failed. */
export function WrongPaymentNotice({ order, paid }: { order: Order; paid: WrongPayment }) {
  const { submit, busy, failed } = useSend()
  const hasFailed = paid.refund === 'failed'
  return (
    <div className="mb-5 max-w-184 print:hidden">
      <Notice
        tone={hasFailed ? 'bad' : 'wait'}
        action={
          hasFailed && (
            <form method="post" onSubmit={submit}>
              <HiddenFields values={{ intent: 'refund-again', order: order._id }} />
              <Button type="submit" variant="plain" size="sm" busy={busy}>
                Refund again
              </Button>
            </form>
          )
        }
      >
        {wrongPaymentWords(order, paid)}
      </Notice>
      <SendFailed failed={failed} />
    </div>
  )
}
