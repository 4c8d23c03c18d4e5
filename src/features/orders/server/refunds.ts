import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, NO_MONEY, paise, sumOf } from '#shared/money.ts'
import { type RefundMethod, refundMethodNames, refundPaise } from '../orders.refunds.ts'
import type { LockedOrder } from './locked-order.ts'
import { type By, recordEvent } from './order-history.ts'

export const linesOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'name', 'offer_price_paise', 'quantity', 'refunded'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** What was refunded of an order, or is about to be, in paise. */
export async function refundedPaise(db: Db, orderId: string) {
  const refunds = await db
    .selectFrom('refunds')
    .select('amount_paise')
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .execute()
  return sumOf(refunds.map(({ amount_paise }) => paise(amount_paise)))
}

/** How many pieces of a line are to be refunded. */
export type PiecesOf = (line: Line) => number
export const whatIsLeft: PiecesOf = (line) => line.quantity - line.refunded

interface RefundWay {
  method: RefundMethod
  /** What a transfer by UPI or bank is called. */
  reference?: string | undefined
}

/**
 * Writes down that pieces of a locked order are refunded: by card the payments worker does it after the commit, by UPI or bank
 * somebody has done it. Returns the amount in paise: prices and their share of the tax, 0 when nothing is left or this money
 * did not come by card.
 */
export async function queueRefund(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  by: By,
  piecesOf: PiecesOf = whatIsLeft,
  { method, reference }: RefundWay = { method: 'card' },
) {
  const isByCard = method === 'card'
  if (order.is_paid === 0 || (isByCard && order.payment_type !== 'Online')) return NO_MONEY
  const lines = await linesOf(tx, order.id)
  const priced = lines.map(({ offer_price_paise, ...line }) => ({ ...line, offerPricePaise: offer_price_paise }))
  const pieces = lines.map(piecesOf)
  const amountPaise = refundPaise(priced, pieces, await refundedPaise(tx, order.id))
  if (amountPaise === 0) return NO_MONEY
  const quantities = new Map(lines.map(({ position }, at) => [position, pieces[at] ?? 0]))
  const now = deps.now()
  await countPieces(tx, order.id, 'refunded', quantities, 1)
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      order_id: order.id,
      purpose: 'order',
      method,
      reference: reference ?? null,
      amount_paise: amountPaise,
      currency: 'inr',
      quantities: JSON.stringify(Object.fromEntries(quantities)),
      state: isByCard ? 'queued' : 'done',
      attempts: 0,
      due_at: now.getTime(),
      provider_id: null,
      created_at: now.getTime(),
      done_at: isByCard ? null : now.getTime(),
    })
    .execute()
  await tx.updateTable('orders').set({ credit_due: 1 }).where('id', '=', order.id).execute()
  const amount = formatRupees(amountPaise)
  const text = isByCard
    ? `Refund of ${amount} ordered`
    : `${amount} refunded by ${refundMethodNames[method]}, reference ${reference}`
  await recordEvent(tx, order.id, by, text, now)
  return amountPaise
}

/** Counts pieces of lines (1), or takes them back (-1). `pieces` is by the lines' positions. */
export async function countPieces(
  tx: Tx,
  orderId: string,
  column: 'refunded' | 'credited',
  pieces: ReadonlyMap<number, number>,
  direction: 1 | -1,
) {
  const changes = [...pieces].filter(([, count]) => count > 0)
  if (changes.length === 0) return
  const change = sql<number>`case ${sql.join(
    changes.map(([position, count]) => sql`when position = ${position} then cast(${direction * count} as integer)`),
    sql` `,
  )} else 0 end`
  await tx
    .updateTable('order_lines')
    .set({ [column]: sql`${sql.ref(column)} + ${change}` })
    .where('order_id', '=', orderId)
    .where(
      'position',
      'in',
      changes.map(([position]) => position),
    )
    .execute()
}
