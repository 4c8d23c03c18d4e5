import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import type { RefundMethod } from '#features/orders/orders.refunds.ts'
import { type ReturnState, returnMoves, returnStateNames } from '#features/orders/returns.states.ts'
import { notPaidByCard } from '#features/orders/seller-orders.contract.ts'
import { countPieces } from '#features/orders/server/line-pieces.ts'
import { type By, recordEvent } from '#features/orders/server/order-history.ts'
import { type LockedOrder, lockOrder } from '#features/orders/server/order-row.ts'
import { mailStep } from '#features/orders/server/order-step.mails.ts'
import { settlePieces, takePieces } from '#features/orders/server/order-stock.ts'
import { checkReference } from '#features/orders/server/refund-order.ts'
import { linesOf, queueRefund, readQuantities, whatIsLeft } from '#features/orders/server/refunds.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { formatMoment } from '#shared/day.ts'
import { NO_MONEY, type Paise } from '#shared/money.ts'
import { cannotMoveReturn, cashNotCome, refundFirst } from '../returns.contract.ts'
import { checkAddress, mailReturn } from './returns.mails.ts'
import { followReturns, getReturn, getReturnRow, type ReturnRow } from './returns.service.ts'

interface WantedStep {
  to: 'accepted' | 'declined' | 'arrived' | 'damaged' | 'closed'
  /** What the seller saw. */
  from?: ReturnState | undefined
  message?: string | undefined
  faulty?: boolean | undefined
  method?: RefundMethod | undefined
  reference?: string | undefined
}

/** What is being done, to which return of which locked order. */
interface Step {
  deps: Deps
  tx: Tx
  order: LockedOrder
  row: ReturnRow
  wanted: WantedStep
  by: By
}

/** What a step changes of the return besides its state. */
type Change = Partial<Pick<ReturnRow, 'refund_id' | 'wish' | 'arrived_at' | 'faulty'>>

const said = {
  accepted: 'The return is accepted',
  declined: 'The return is declined',
  arrived: 'The pieces are back in stock',
  damaged: 'The pieces are written off',
  closed: 'The return is done',
} as const

/**
 * The seller takes a return one step on; the same again changes nothing. Throws RETURN_NOT_FOUND, CANNOT_MOVE_RETURN where it is not what
 * the seller saw or this step does not follow, SAYS_WHERE_TO, REFUND_FIRST, CASH_NOT_COME, NOT_ENOUGH_STOCK.
 */
export async function moveReturn(deps: Deps, sellerId: string, id: string, wanted: WantedStep) {
  const { to } = wanted
  const { order_id } = await getReturnRow(deps.db, id)
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, order_id)
    const row = await getReturnRow(tx, id)
    if (row.state === to) return
    if ((wanted.from !== undefined && wanted.from !== row.state) || !returnMoves[row.state].includes(to))
      throw cannotMoveReturn(stateNow(row))
    const now = deps.now()
    const summary = `Order ${order.number}: return ${returnStateNames[to].toLowerCase()}`
    const changes = changesBetween({ Return: returnStateNames[row.state] }, { Return: returnStateNames[to] })
    const act = { sellerId, action: 'order.return', subject: order_id, summary, changes, at: now } as const
    const by: By = { actor: 'seller', sellerEmail: await recordAct(tx, act) }
    await recordEvent(tx, order_id, by, `Return ${returnStateNames[to].toLowerCase()}`, now)
    const change = await effects[to]({ deps, tx, order, row, wanted, by })
    await tx
      .updateTable('returns')
      .set({
        ...change,
        state: to,
        ...(wanted.message ? { answer: wanted.message } : {}),
        changed_at: now.getTime(),
        changed_by: by.sellerEmail ?? null,
      })
      .where('id', '=', id)
      .execute()
    await followReturns(deps, tx, order_id)
  })
  return { message: said[to], return: await getReturn(deps.db, id, 'seller') }
}

/** "This return is accepted, by ravi@shop.example on 21 Nov 2026 at 10:42" */
function stateNow({ state, changed_at, changed_by }: ReturnRow) {
  const { day, time } = formatMoment(new Date(changed_at))
  return `This return is ${returnStateNames[state].toLowerCase()}${changed_by === null ? '' : `, by ${changed_by}`}, since ${day} at ${time}`
}

const effects: Readonly<Record<WantedStep['to'], (step: Step) => Promise<Change>>> = {
  async accepted({ deps, tx, order, row, wanted }) {
    await checkAddress(deps, tx, row, wanted.message)
    await mailReturn(deps, tx, order, row, { step: 'accepted', message: wanted.message })
    return {}
  },
  async declined({ deps, tx, order, row, wanted }) {
    await mailReturn(deps, tx, order, row, { step: 'declined', message: wanted.message })
    return {}
  },
  arrived: (step) => takeBack(step, true),
  damaged: (step) => takeBack(step, false),
  async closed(step) {
    const { row, wanted } = step
    if (row.wish === 'exchange' && wanted.method === undefined) return sendAgain(step)
    return { wish: 'refund', ...(await refundByHand(step)) }
  },
}

/** The goods are here: into stock or written off, and what came by card goes back with them. */
async function takeBack(step: Step, good: boolean): Promise<Change> {
  const { deps, tx, order, row, wanted } = step
  const pieces = await withShopper(tx, row)
  await settlePieces(tx, order.id, pieces, good)
  if (!good && wanted.faulty) await countPieces(tx, order.id, 'faulty', pieces, 1)
  const { amount, refund_id } =
    row.wish === 'refund' && order.payment_type === 'Online' ? await refund(step, { method: 'card' }) : nothing
  await mailReturn(deps, tx, order, row, { step: 'arrived', message: wanted.message, refundPaise: amount })
  return { arrived_at: deps.now().getTime(), refund_id, faulty: wanted.faulty ? 1 : 0 }
}

/** The pieces of a return, without those that came back or were lost with their parcel meanwhile. */
async function withShopper(tx: Tx, row: ReturnRow) {
  const pieces = readQuantities(row)
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'quantity', 'restocked', 'written_off'])
    .where('order_id', '=', row.order_id)
    .where('position', 'in', [...pieces.keys()])
    .execute()
  return new Map(
    lines.map(({ position, quantity, restocked, written_off }) => [
      position,
      Math.min(pieces.get(position) ?? 0, quantity - restocked - written_off),
    ]),
  )
}

/** The same pieces once more: out of the stock, and no money moves. */
async function sendAgain({ deps, tx, order, row, by }: Step): Promise<Change> {
  const pieces = readQuantities(row)
  await takePieces(tx, order.id, pieces)
  // What was taken is out again, whether what came back was put into stock or written off.
  await countPieces(tx, order.id, 'restocked', pieces, -1)
  await recordEvent(tx, order.id, by, 'The same pieces sent again, in exchange', deps.now())
  await mailReturn(deps, tx, order, row, { step: 'sent again' })
  return {}
}

const nothing = { amount: NO_MONEY, refund_id: null }

/** Refunds the pieces of a return that are not refunded yet. Gives the amount, 0 where none is due, and the refund. */
async function refund(
  { deps, tx, order, row, by }: Step,
  way: { method: RefundMethod; reference?: string | undefined },
) {
  const pieces = readQuantities(row)
  const amount: Paise = await queueRefund(
    deps,
    tx,
    order,
    by,
    (line) => Math.min(pieces.get(line.position) ?? 0, whatIsLeft(line)),
    way,
  )
  if (amount === 0) return nothing
  const newest = tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { id } = await newest.limit(1).executeTakeFirstOrThrow()
  return { amount, refund_id: id }
}

/**
 * What the seller has sent by UPI or bank, or has the card get; or what was refunded on the order's page since the goods arrived. Nothing is
 * left to do where all of it went back before. Throws REFUND_FIRST, NOT_PAID_BY_CARD, CASH_NOT_COME, REFERENCE_USED.
 */
async function refundByHand(step: Step): Promise<Change> {
  const { deps, tx, order, row, wanted } = step
  if (row.refund_id !== null) return {}
  const pieces = readQuantities(row)
  const lines = (await linesOf(tx, order.id)).filter(({ position }) => pieces.has(position))
  if (lines.every((line) => line.quantity === line.refunded)) return {}
  const method = wanted.method ?? (order.payment_type === 'Online' ? 'card' : undefined)
  if (method === undefined) {
    const earlier = await findRefund(tx, row)
    if (earlier === undefined) throw refundFirst()
    return { refund_id: earlier }
  }
  if (method === 'card' && order.payment_type !== 'Online') throw notPaidByCard()
  const reference = method === 'card' ? undefined : wanted.reference
  if (reference !== undefined) await checkReference(tx, order.id, method, reference)
  const { amount, refund_id } = await refund(step, { method, reference })
  if (amount === 0) throw cashNotCome()
  await mailStep(deps, tx, method === 'card' ? 'Refunded' : 'RefundSent', order, { refundPaise: amount })
  return { refund_id }
}

/** A refund of these pieces that was made since they arrived, and is of no other return. */
async function findRefund(tx: Tx, row: ReturnRow) {
  const made = await tx
    .selectFrom('refunds')
    .select(['id', 'quantities'])
    .where('order_id', '=', row.order_id)
    .where('state', '!=', 'failed')
    .where('created_at', '>=', row.arrived_at ?? row.asked_at)
    .where(
      'id',
      'not in',
      tx.selectFrom('returns').select('refund_id').where('refund_id', 'is not', null).$castTo<{ refund_id: string }>(),
    )
    .orderBy('created_at')
    .execute()
  const wanted = [...readQuantities(row)]
  return made.find((one) => {
    const pieces = readQuantities(one)
    return wanted.every(([position, count]) => (pieces.get(position) ?? 0) >= count)
  })?.id
}
