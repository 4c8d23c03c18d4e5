import type { Tx } from '#server/db/database.ts'
import type { OrderActor } from '../orders.states.ts'

/** Who did it. Which seller is for sellers' eyes only. */
export interface By {
  actor: OrderActor
  sellerEmail?: string
}

/** Adds a line to the order's history, in the transaction of what it tells of. */
export async function recordEvent(tx: Tx, orderId: string, { actor, sellerEmail }: By, text: string, now: Date) {
  await tx
    .insertInto('order_events')
    .values({ order_id: orderId, at: now.getTime(), actor, seller_email: sellerEmail ?? null, text })
    .execute()
}
