import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { formatRupees } from '#shared/money.ts'
import { call } from '#web/call.ts'
import { useAct } from '#web/hooks/use-act.ts'
import { ActFailed } from '#web/ui/act-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Order } from '../orders.contract.ts'
import type { refundOrder } from '../seller-orders.contract.ts'

type WrongPayment = NonNullable<Order['wrongPayment']>

const whatBecomesOfIt: Record<WrongPayment['refund'], string> = {
  queued: 'All of it is being refunded.',
  done: 'All of it was refunded.',
  failed: 'It could not be refunded.',
}

export const wrongPaymentWords = ({ amount }: Pick<Order, 'amount'>, { paid, refund }: WrongPayment) =>
  `${paid} was paid for this order, which costs ${formatRupees(amount)}. ${whatBecomesOfIt[refund]}`

/** Money came that is not what the order costs: what became of it, and another try where its refund has failed. */
export function WrongPaymentNotice({ order, paid }: { order: Order; paid: WrongPayment }) {
  const { revalidate } = useRevalidator()
  const { busy, failed, act } = useAct()
  const again = () =>
    act(async () => {
      const { message } = await call<typeof refundOrder>('POST /api/order/:id/refund', {
        params: { id: order._id },
        body: {},
      })
      toast.success(message)
      await revalidate()
    })
  const hasFailed = paid.refund === 'failed'
  return (
    <div className="mb-5 max-w-184 print:hidden">
      <Notice
        tone={hasFailed ? 'bad' : 'wait'}
        action={
          hasFailed && (
            <Button variant="plain" size="sm" busy={busy} onClick={again} className="min-h-11">
              Refund again
            </Button>
          )
        }
      >
        {wrongPaymentWords(order, paid)}
      </Notice>
      <ActFailed failed={failed} />
    </div>
  )
}
