import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatMoney, formatRupees, minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import { recountRefunds } from '../orders.refunds.ts'
import { lockOrder } from './locked-order.ts'
import { recordEvent } from './order-history.ts'
import { countPieces, linesOf, refundedPaise } from './refunds.ts'

/** The payment service has refunded. Again changes nothing. */
export async function refundDone(deps: Deps, refundId: string, providerId: string) {
  const now = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    const done = { state: 'done', provider_id: providerId, done_at: now.getTime() } as const
    const refund = await takeRefund(tx, refundId, ['queued'], done)
    if (!refund) return
    const text = `${formatMoney(refund.amount_paise, refund.currency)} refunded`
    await recordEvent(tx, refund.order_id, { actor: 'payment' }, text, now)
  })
}

/** The payment service will not refund this: the seller may try again, the pieces count as not refunded. */
export async function refundFailed(deps: Deps, refundId: string) {
  await deps.db.transaction().execute(async (tx) => {
    const refund = await takeRefund(tx, refundId, ['queued', 'done'], { state: 'failed', done_at: null })
    if (!refund) return
    await countPieces(tx, refund.order_id, 'refunded', readQuantities(refund.quantities), -1)
    const text = `Refund of ${formatMoney(refund.amount_paise, refund.currency)} failed`
    await recordEvent(tx, refund.order_id, { actor: 'payment' }, text, deps.now())
  })
}

/** Position of a line -> pieces, as a refund keeps them. */
function readQuantities(json: string) {
  const quantities: Record<string, number> = JSON.parse(json)
  return new Map(Object.entries(quantities).map(([position, count]) => [Number(position), count]))
}

/** Moves a refund on, if it is in one of the states `from`; the order is locked first, as everywhere. */
async function takeRefund(
  tx: Tx,
  id: string,
  from: readonly ('queued' | 'done')[],
  to: { state: 'done'; provider_id: string; done_at: number } | { state: 'failed'; done_at: null },
) {
  const found = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  await lockOrder(tx, found.order_id)
  return tx
    .updateTable('refunds')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning(['order_id', 'amount_paise', 'currency', 'quantities'])
    .executeTakeFirst()
}

/** A refund that the payment service made, under an id of ours. */
export interface MadeRefund {
  id: string
  providerId: string
  amountPaise: Paise
  at: Date
}

/**
 * The payment service has made refunds under ids of ours that this database does not know: it was restored from a backup
 * that is older. They are written down, and what is still queued for the order comes to so much less, or to nothing. False:
 * all of them were known.
 */
export async function bookForgottenRefunds(deps: Deps, orderId: string, made: readonly MadeRefund[]) {
  return deps.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const refunds = await tx
      .selectFrom('refunds')
      .select(['id', 'state', 'quantities', 'amount_paise'])
      .where('purpose', '=', 'order')
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const known = new Set(refunds.map(({ id }) => id))
    const forgotten = made.filter(({ id }) => !known.has(id))
    const [first] = forgotten
    if (!first) return false
    const now = deps.now()
    for (const { id, providerId, amountPaise, at } of forgotten) {
      await tx.insertInto('refunds').values(doneRefund(orderId, { id, providerId, amountPaise, at })).execute()
      const text = `${formatRupees(amountPaise)} was refunded at a time that the shop does not remember`
      await recordEvent(tx, orderId, { actor: 'payment' }, text, now)
    }

    const carriedOut = new Set(made.map(({ id }) => id))
    const waiting = refunds.filter(({ id, state }) => state === 'queued' && !carriedOut.has(id))
    await recount(tx, orderId, waiting, first.id, now)
    return true
  })
}

const doneRefund = (orderId: string, { id, providerId, amountPaise, at }: MadeRefund) => ({
  id,
  order_id: orderId,
  purpose: 'order' as const,
  method: 'card' as const,
  reference: null,
  amount_paise: amountPaise,
  currency: 'inr',
  quantities: '{}',
  state: 'done' as const,
  attempts: 0,
  due_at: at.getTime(),
  provider_id: providerId,
  created_at: at.getTime(),
  done_at: at.getTime(),
})

/** What waits to be refunded costs what its pieces cost, less all that went back. Where that is nothing, `heir` has its pieces. */
async function recount(
  tx: Tx,
  orderId: string,
  waiting: readonly { id: string; quantities: string; amount_paise: number }[],
  heir: string,
  now: Date,
) {
  const lines = (await linesOf(tx, orderId)).map(({ offer_price_paise, ...line }) => ({
    ...line,
    offerPricePaise: offer_price_paise,
  }))
  const piecesOf = waiting.map(({ quantities }) => {
    const pieces = readQuantities(quantities)
    return lines.map(({ position }) => pieces.get(position) ?? 0)
  })
  const before = lines.map((line, at) => ({ ...line, refunded: line.refunded - sumAt(piecesOf, at) }))
  const waitingPaise = sumOf(waiting.map(({ amount_paise }) => paise(amount_paise)))
  const amounts = recountRefunds(before, piecesOf, minus(await refundedPaise(tx, orderId), waitingPaise))
  for (const [turn, { id }] of waiting.entries()) {
    const amountPaise = amounts[turn] ?? NO_MONEY
    if (amountPaise === 0) await tx.deleteFrom('refunds').where('id', '=', id).execute()
    else {
      const changed = { amount_paise: amountPaise, due_at: now.getTime() }
      await tx.updateTable('refunds').set(changed).where('id', '=', id).execute()
    }
  }
  const covered = piecesOf.filter((_, turn) => amounts[turn] === 0)
  const quantities = JSON.stringify(Object.fromEntries(lines.map(({ position }, at) => [position, sumAt(covered, at)])))
  await tx.updateTable('refunds').set({ quantities }).where('id', '=', heir).execute()
}

const sumAt = (lists: readonly (readonly number[])[], at: number) =>
  lists.reduce((sum, list) => sum + (list[at] ?? 0), 0)
