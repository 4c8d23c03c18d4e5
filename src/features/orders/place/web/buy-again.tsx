import type { Cart } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { Order } from '../../orders.contract.ts'

export function BuyAgain({ order }: { order: Order }) {
  const cart = useCart()
  const { submit, busy, failed } = useSend<{ cart: Cart }>({
    // A cart change that arrives later would take the lines out again.
    before: cart.settled,
    onDone: (done) => cart.adopt(done.cart),
  })
  if (order.status === 'Awaiting payment') return null
  return (
    <form method="post" action="/my-orders" onSubmit={submit}>
      <HiddenFields values={{ intent: 'again', order: order._id }} />
      <Button type="submit" variant={order.status === 'Delivered' ? 'primary' : 'line'} size="sm" busy={busy}>
        <span>{order.status === 'Cancelled' ? 'Put back into the cart' : 'Buy again'}</span>
        <span className="sr-only"> (order #{order.number})</span>
      </Button>
      <SendFailed failed={failed} className="mt-3" />
    </form>
  )
}
