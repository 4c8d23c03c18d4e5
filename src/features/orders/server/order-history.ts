import type { Tx } from '#kernel/db/database.ts'
import { formatMoment } from '#shared/day.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'

/** Who did it. Which seller is for sellers' eyes only. */
export interface By {
  actor: OrderActor
  sellerEmail?: string
}

/** Adds a line to the order's history, in the transaction of what it tells of; `status` is what it led to, where it changed one. */
export async function recordEvent(
  tx: Tx,
  orderId: string,
  { actor, sellerEmail }: By,
  text: string,
  now: Date,
  status: OrderStatus | null = null,
) {
  await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at: now.getTime(), actor, seller_email: sellerEmail ?? null, text, status })
    .execute()
}

const names = { shopper: 'the shopper', seller: 'a seller', payment: 'the payment service', shop: 'the shop' } as const

/** For the seller who came second: "by ravi@shop.example on 21 Nov 2026 at 10:42"; of the last event that fits. */
export async function lastChange(tx: Tx, orderId: string, status?: OrderStatus) {
  const event = await tx
    .selectFrom('order_events')
    .select(['at', 'actor', 'seller_email'])
    .where('order_id', '=', orderId)
    .$if(status !== undefined, (select) => select.where('status', '=', status ?? null))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!event) return ''
  const { day, time } = formatMoment(new Date(event.at))
  return ` by ${event.seller_email ?? names[event.actor]} on ${day} at ${time}`
}
