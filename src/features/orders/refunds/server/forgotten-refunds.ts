import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf } from '#shared/money.ts'
import { serviceName } from '../../money-problems.kinds.ts'
import { message } from '../../orders.messages.ts'
import { asColumns, countPieces, readQuantities } from '../../server/line-pieces.ts'
import { noteProblem } from '../../server/money-problems.ts'
import { recordEvent } from '../../server/order-history.ts'
import { type LockedOrder, lockOrder } from '../../server/order-row.ts'
import { recountRefunds, refundPaise } from '../refunds.pieces.ts'
import { insertRefund, linesOf, openClaims, paidPaise, refundedPaise, whatIsLeft } from './refunds.ts'

export interface MadeRefund {
  id: string
  /** The shop asked for it under an id of ours; else it was made at the payment service. */
  isOurs: boolean
  providerId: string
  /** The amount in the smallest unit of the paid currency. */
  amount: number
  currency: string
  at: Date
}

/**
 * Books refunds that are unknown here, after a restored backup or made at the payment service. They cover queued ones first; else `givePieces` finds
 * their pieces. False: all were known.
 */
export async function bookMadeRefunds(deps: Deps, orderId: string, provider: string, made: readonly MadeRefund[]) {
  return transact(deps, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const refunds = await tx
      .selectFrom('refunds')
      .select(['id', 'state', 'quantities', 'amount_minor', 'purpose', 'return_id'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const forgotten = await unknownOf(tx, made)
    const [first] = forgotten
    if (!first) return false
    const now = deps.now()
    // Money that did not fit the order goes back as a whole, and is for no pieces.
    const isForOrder = refunds.every(({ purpose }) => purpose === 'order') && order.is_paid === 1
    for (const { id, isOurs, providerId, amount, currency, at } of forgotten) {
      const done = {
        order_id: orderId,
        id,
        amount_minor: amount,
        currency,
        state: 'done',
        provider_id: providerId,
      } as const
      await insertRefund(tx, at, { ...done, purpose: isForOrder ? 'order' : 'payment' })
      const happened = isOurs
        ? message('REFUND_FORGOTTEN', { amount, currency })
        : message('REFUND_ELSEWHERE', { amount, currency, service: serviceName(provider) })
      await recordEvent(tx, orderId, { actor: 'payment' }, happened, now)
      if (!isOurs)
        await noteProblem(tx, now, { kind: 'refunded there', subject: providerId, orderId, provider, amount, currency })
    }
    const carriedOut = new Set(made.map(({ id }) => id))
    const waiting = refunds.filter(
      ({ id, state, purpose }) => state === 'queued' && purpose === 'order' && !carriedOut.has(id),
    )
    if (!isForOrder) {
      const covered = refunds.filter(({ state, purpose }) => state === 'queued' && purpose === 'payment')
      for (const { id } of covered) await tx.deleteFrom('refunds').where('id', '=', id).execute()
    } else if (waiting.length > 0) await recount(tx, orderId, waiting, first.id, now)
    else await givePieces(tx, order, forgotten)
    return true
  })
}

async function unknownOf(tx: Tx, made: readonly MadeRefund[]) {
  if (made.length === 0) return []
  const ids = made.map(({ id }) => id)
  const known = await tx.selectFrom('refunds').select('id').where('id', 'in', ids).execute()
  return made.filter(({ id }) => known.every((one) => one.id !== id))
}

/**
 * Finds the pieces of such refunds: all, when all money went back; a waiting return of this amount; or the only pieces of one line at that price.
 * Else none: the shop's loss, until pieces that it covers are refunded (`queueRefund`).
 */
async function givePieces(tx: Tx, order: LockedOrder, made: readonly MadeRefund[]) {
  let before = minus(await refundedPaise(tx, order.id), sumOf(made.map(({ amount }) => paise(amount))))
  const paid = await paidPaise(tx, order)
  for (const { id, amount } of made) {
    const after = plus(before, paise(amount))
    const lines = await linesOf(tx, order.id)
    const found = await piecesWorth(tx, order.id, lines, { before, after, paid })
    before = after
    if (!found) continue
    const quantities = new Map(lines.map(({ position }, at) => [position, found.pieces[at] ?? 0]))
    await countPieces(tx, order.id, 'refunded', quantities, 1)
    const columns = { ...asColumns(quantities), return_id: found.returnId }
    await tx.updateTable('refunds').set(columns).where('id', '=', id).execute()
  }
}

interface Refunded {
  before: Paise
  after: Paise
  paid: Paise
}

async function piecesWorth(
  tx: Tx,
  orderId: string,
  lines: Awaited<ReturnType<typeof linesOf>>,
  { before, after, paid }: Refunded,
) {
  const costs = (pieces: readonly number[]) =>
    pieces.some((count) => count > 0) && refundPaise(lines, pieces, before) === minus(after, before)
  const claims = await openClaims(tx, orderId)
  const ofReturns = claims.map(({ returnId, left }) => ({
    returnId,
    pieces: lines.map((line) => Math.min(left.get(line.position) ?? 0, whatIsLeft(line))),
  }))
  const ofReturn = ofReturns.find(({ pieces }) => costs(pieces))
  if (ofReturn) return ofReturn
  const all = lines.map(whatIsLeft)
  if (after >= paid && all.some((count) => count > 0)) return { returnId: ofReturns[0]?.returnId ?? null, pieces: all }
  const ofLines = lines.flatMap((line, place) =>
    Array.from({ length: whatIsLeft(line) }, (_, at) => lines.map((__, other) => (other === place ? at + 1 : 0))),
  )
  const fitting = ofLines.filter(costs)
  return fitting.length === 1 && fitting[0] ? { returnId: null, pieces: fitting[0] } : undefined
}

/** Reprices waiting refunds after all that went back. Where one comes to 0, `heir` gets its pieces. */
async function recount(
  tx: Tx,
  orderId: string,
  waiting: readonly { id: string; quantities: string; amount_minor: number; return_id: string | null }[],
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
  const pieces = covered.flat().reduce((sum, count) => sum + count, 0)
  const returnId = waiting.find((_, turn) => amounts[turn] === 0)?.return_id ?? null
  await tx.updateTable('refunds').set({ quantities, pieces, return_id: returnId }).where('id', '=', heir).execute()
}

const sumAt = (lists: readonly (readonly number[])[], at: number) =>
  lists.reduce((sum, list) => sum + (list[at] ?? 0), 0)
