import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatRupees, minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import { recountRefunds } from '../orders.refunds.ts'
import { recordEvent } from './order-history.ts'
import { lockOrder } from './order-row.ts'
import { insertRefund, linesOf, readQuantities, refundedPaise } from './refunds.ts'

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
  return transact(deps, async (tx) => {
    await lockOrder(tx, orderId)
    const refunds = await tx
      .selectFrom('refunds')
      .select(['id', 'state', 'quantities', 'amount_minor'])
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
      const done = { order_id: orderId, id, amount_minor: amountPaise, state: 'done', provider_id: providerId } as const
      await insertRefund(tx, at, done)
      const text = `${formatRupees(amountPaise)} was refunded at a time that the shop does not remember`
      await recordEvent(tx, orderId, { actor: 'payment' }, text, now)
    }

    await tx.updateTable('orders').set({ ledger_due: 1 }).where('id', '=', orderId).execute()
    wakeAfterCommit(tx, 'ledger')
    const carriedOut = new Set(made.map(({ id }) => id))
    const waiting = refunds.filter(({ id, state }) => state === 'queued' && !carriedOut.has(id))
    await recount(tx, orderId, waiting, first.id, now)
    return true
  })
}

/** What waits to be refunded costs what its pieces cost, less all that went back. Where that is nothing, `heir` has its pieces. */
async function recount(
  tx: Tx,
  orderId: string,
  waiting: readonly { id: string; quantities: string; amount_minor: number }[],
  heir: string,
  now: Date,
) {
  const lines = await linesOf(tx, orderId)
  const piecesOf = waiting.map((refund) => {
    const pieces = readQuantities(refund)
    return lines.map(({ position }) => pieces.get(position) ?? 0)
  })
  const before = lines.map((line, at) => ({ ...line, refunded: line.refunded - sumAt(piecesOf, at) }))
  const waitingPaise = sumOf(waiting.map(({ amount_minor }) => paise(amount_minor)))
  const amounts = recountRefunds(before, piecesOf, minus(await refundedPaise(tx, orderId), waitingPaise))
  for (const [turn, { id }] of waiting.entries()) {
    const amountPaise = amounts[turn] ?? NO_MONEY
    if (amountPaise === 0) await tx.deleteFrom('refunds').where('id', '=', id).execute()
    else {
      const changed = { amount_minor: amountPaise, due_at: now.getTime() }
      await tx.updateTable('refunds').set(changed).where('id', '=', id).execute()
    }
  }
  const covered = piecesOf.filter((_, turn) => amounts[turn] === 0)
  const quantities = JSON.stringify(Object.fromEntries(lines.map(({ position }, at) => [position, sumAt(covered, at)])))
  await tx.updateTable('refunds').set({ quantities }).where('id', '=', heir).execute()
}

const sumAt = (lists: readonly (readonly number[])[], at: number) =>
  lists.reduce((sum, list) => sum + (list[at] ?? 0), 0)
