import { cancelUnpaid } from '#features/orders/server/move-order.ts'
import type { By } from '#features/orders/server/order-history.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Message } from '#shared/messages.ts'
import type { Gateway } from './gateway.ts'
import { markPaid } from './mark-paid.ts'

/** The service that took this payment; undefined if the shop uses another now. */
export const gatewayOf = (deps: Deps, payment: { provider: string }): Gateway | undefined =>
  deps.payments.gateway?.provider === payment.provider ? deps.payments.gateway : undefined

export async function closeCheckout(deps: Deps, orderId: string) {
  const payment = await deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['provider', 'session_id'])
    .where('orders.id', '=', orderId)
    .where('orders.status', '=', 'Awaiting payment')
    .where('payments.state', '=', 'open')
    .executeTakeFirst()
  if (!payment?.session_id) return
  try {
    const checkout = await gatewayOf(deps, payment)?.close(payment.session_id)
    if (checkout?.isPaid) await markPaid(deps, checkout)
  } catch (error) {
    deps.log.warn({ err: error, order: orderId }, 'a checkout could not be closed and will be later')
  }
}

/** Cancels an order only while it awaits payment. `why` is what its history tells. */
export const cancelUnpaidOrder = (deps: Deps, orderId: string, by: By, why: Message) =>
  transact(deps, async (tx) => cancelUnpaid(deps, tx, await lockOrder(tx, orderId), by, why))
