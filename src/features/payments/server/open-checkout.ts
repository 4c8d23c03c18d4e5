import { priceOrder } from '#features/orders/orders.pricing.ts'
import { nothingToPay, onlineNotOffered } from '#features/orders/pay-order.contract.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { checkoutLines } from '../payments.rules.ts'
import { gatewayOf } from './close-checkout.ts'
import { lockPayment, movePayment } from './move-payment.ts'

/** Simultaneous calls for one order share one call to the service. */
const opening = new Map<string, Promise<string>>()

/** The address to pay an order at; opens its checkout on first call, with the payment's id as key. Throws NOTHING_TO_PAY and the service's errors. */
export function openCheckout(deps: Deps, orderId: string) {
  const running = opening.get(orderId)
  if (running) return running
  const started = open(deps, orderId).finally(() => opening.delete(orderId))
  opening.set(orderId, started)
  return started
}

async function open(deps: Deps, orderId: string) {
  const { db, config } = deps
  const found = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.id', 'provider', 'url', 'expires_at', 'status', 'number', 'amount_paise', 'tax_paise'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (found?.url) return found.url
  if (found?.status !== 'Awaiting payment') throw nothingToPay()
  const gateway = gatewayOf(deps, found)
  if (!gateway) throw onlineNotOffered()

  const lines = await db
    .selectFrom('order_lines')
    .select(['name', 'offer_price_paise as offerPricePaise', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const { sessionId, url } = await gateway.open({
    key: found.id,
    order: { id: orderId, number: found.number, amountPaise: found.amount_paise },
    lines: checkoutLines(lines, priceOrder(lines)),
    expiresAt: new Date(found.expires_at),
    successUrl: `${config.publicUrl}/loader?next=my-orders`,
    cancelUrl: `${config.publicUrl}/cart?cancelled=${orderId}`,
  })
  await db.updateTable('payments').set({ session_id: sessionId, url }).where('id', '=', found.id).execute()
  const { status } = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
  if (status === 'Cancelled') {
    await transact(deps, async (tx) => {
      const locked = await lockPayment(tx, 'order_id', orderId)
      if (locked) await movePayment(deps, tx, locked, 'opened too late')
    })
    throw nothingToPay()
  }
  return url
}
