import { z } from 'zod'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { mailStep } from '#features/orders/mails/server/order-step.mails.ts'
import { writeExchange } from '#features/orders/parcels/server/exchange-parcels.ts'
import { settlePieces } from '#features/orders/place/server/goods-back.ts'
import { takePieces } from '#features/orders/place/server/order-stock.ts'
import type { RefundMethod } from '#features/orders/refunds/refunds.pieces.ts'
import { checkReference } from '#features/orders/refunds/server/refund-order.ts'
import { linesOf, openClaims, type PiecesOf, queueRefund, whatIsLeft } from '#features/orders/refunds/server/refunds.ts'
import { findReturnMove, type ReturnMove, type ReturnState, returnStateNames } from '#features/orders/returns.states.ts'
import { notPaidByCard } from '#features/orders/seller-orders.contract.ts'
import { asColumns, atMost, countPieces, piecesOut, readQuantities } from '#features/orders/server/line-pieces.ts'
import { type By, recordEvent } from '#features/orders/server/order-history.ts'
import { type LockedOrder, lockOrder } from '#features/orders/server/order-row.ts'
import { askSecondYes } from '#features/second-yes/server/ask-second-yes.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { formatRupees, NO_MONEY, type Paise } from '#shared/money.ts'
import { cannotMoveReturn, refundAtOrder, refundFirst, tooManyCame } from '../returns.contract.ts'
import { message } from '../returns.messages.ts'
import { checkAddress, mailReturn } from './returns.mails.ts'
import { arrivedState, followReturns, getReturn, getReturnRow, markReturn, type ReturnRow } from './returns.service.ts'

interface WantedStep {
  to: 'accepted' | 'declined' | 'arrived' | 'damaged' | 'closed'
  from?: ReturnState | undefined
  message?: string | undefined
  faulty?: boolean | undefined
  /** What came of each product; without it all came. */
  came?: readonly { product: string; quantity: number; broken: number }[] | undefined
  method?: RefundMethod | undefined
  reference?: string | undefined
}

interface Step {
  deps: Deps
  tx: Tx
  order: LockedOrder
  row: ReturnRow
  wanted: WantedStep
  by: By
  who: Principal
}

/** `state` where what came makes it another. */
type Change = Partial<Pick<ReturnRow, 'state' | 'wish' | 'arrived_at' | 'faulty'>>

const said = {
  accepted: message('RETURN_ACCEPTED'),
  declined: message('RETURN_DECLINED'),
  arrived: message('RETURN_IN_STOCK'),
  damaged: message('RETURN_WRITTEN_OFF'),
  closed: message('RETURN_DONE'),
} as const

/**
 * Moves a return one step; idempotent. Throws RETURN_NOT_FOUND, CANNOT_MOVE_RETURN (no longer `from`, or no such step), SAYS_WHERE_TO, TOO_MANY_CAME,
 * REFUND_FIRST, REFUND_AT_ORDER, NOT_ENOUGH_STOCK.
 */
export async function moveReturn(deps: Deps, who: Principal, id: string, wanted: WantedStep) {
  const { to } = wanted
  const { order_id } = await getReturnRow(deps.db, id)
  await transact(deps, async (tx) => {
    const order = await lockOrder(tx, order_id)
    const row = await getReturnRow(tx, id)
    if (row.state === to) return
    const move = findReturnMove(row.state, to, 'seller')
    if ((wanted.from !== undefined && wanted.from !== row.state) || !move)
      throw cannotMoveReturn({ what: stateNow(row) })
    const now = deps.now()
    const summary = `Order ${order.number}: return ${returnStateNames[to].toLowerCase()}`
    const changes = changesBetween({ Return: returnStateNames[row.state] }, { Return: returnStateNames[to] })
    const act = { who, action: 'order.return', subject: order_id, summary, changes, at: now } as const
    const by: By = { actor: 'seller', sellerEmail: await recordAct(tx, act) }
    await recordEvent(tx, order_id, by, message('RETURN_BECAME', { state: to }), now)
    const step = { deps, tx, order, row, wanted, by, who }
    if (to === 'accepted') await checkAddress(deps, tx, row, wanted.message)
    const { change, told } = await does(step, move)
    if (move.mail) await mailReturn(deps, tx, order, row, { step: move.mail, message: wanted.message, ...told })
    const answer = wanted.message ? { answer: wanted.message } : {}
    const { state = to, ...others } = change
    await markReturn(
      tx,
      row,
      { to: state, by: 'seller', at: now, sellerEmail: by.sellerEmail },
      { ...others, ...answer },
    )
    await followReturns(deps, tx, order_id)
  })
  return { message: said[to], return: await getReturn(deps.db, id, 'seller') }
}

const stateNow = ({ state, changed_at, changed_by }: ReturnRow) =>
  message('RETURN_IS_NOW', { state, sellerEmail: changed_by, at: new Date(changed_at) })

/** Changes of the return, and the mail's words about money. */
interface Outcome {
  change: Change
  told?: { refundPaise: Paise; isRefunded: boolean }
}

async function does(step: Step, { to, effects }: ReturnMove): Promise<Outcome> {
  if (effects.includes('goods settled')) return takeBack(step, to === 'arrived')
  if (!effects.includes('made good')) return { change: {} }
  const { row, wanted } = step
  if (row.wish === 'exchange' && wanted.method === undefined) return { change: await sendAgain(step) }
  await refundByHand(step)
  return { change: { wish: 'refund' } }
}

/** Puts the goods in stock or writes them off, and refunds card payments. */
async function takeBack(step: Step, good: boolean): Promise<Outcome> {
  const { deps, tx, order, row, wanted } = step
  const { came, broken } = await whatCame(tx, row, wanted.came, good)
  const whole = { ...row, came: JSON.stringify(Object.fromEntries(came)) }
  const there = await withShopper(tx, whole)
  const written = new Map([...there].map(([position, count]) => [position, Math.min(count, broken.get(position) ?? 0)]))
  const sound = new Map([...there].map(([position, count]) => [position, count - (written.get(position) ?? 0)]))
  const day = sellingDay(deps)
  await settlePieces(tx, order.id, sound, { good: true, day })
  await settlePieces(tx, order.id, written, { good: false, day })
  const isFaulty = wanted.faulty === true && [...written.values()].some((count) => count > 0)
  if (isFaulty) await countPieces(tx, order.id, 'faulty', written, 1)
  const arrived = { came: whole.came, broken: JSON.stringify(Object.fromEntries(broken)) }
  await tx
    .updateTable('returns')
    .set({ ...arrived, pieces: asColumns(came).pieces })
    .where('id', '=', row.id)
    .execute()
  const amount =
    row.wish === 'refund' && order.payment_type === 'Online' ? await refund(step, { method: 'card' }) : NO_MONEY
  const isSettled = await hasAllRefunded(tx, order.id, row.id)
  const arrived_at = deps.now().getTime()
  return {
    change: { state: arrivedState(arrived), arrived_at, faulty: isFaulty ? 1 : 0 },
    told: { refundPaise: amount, isRefunded: isSettled && amount === 0 },
  }
}

/** Pieces that came and are broken, by the lines' positions; if nobody said more, all as `good` says. Throws TOO_MANY_CAME. */
async function whatCame(tx: Tx, row: ReturnRow, said: WantedStep['came'], good: boolean) {
  const asked = readQuantities(row)
  if (said === undefined) return { came: asked, broken: good ? new Map<number, number>() : asked }
  const lines = (await linesOf(tx, row.order_id)).filter(({ position }) => asked.has(position))
  if (said.some(({ product }) => lines.every((line) => line.product_id !== product)))
    throw badInput({ came: message('CAME_NOT_OF_RETURN') })
  const count = (of: 'quantity' | 'broken') =>
    new Map(
      lines.map(({ position, product_id }) => [
        position,
        said.reduce((sum, one) => (one.product === product_id ? sum + one[of] : sum), 0),
      ]),
    )
  const came = count('quantity')
  for (const { position, name } of lines) {
    const most = asked.get(position) ?? 0
    if ((came.get(position) ?? 0) > most) throw tooManyCame({ name, most })
  }
  return { came, broken: good || said.some(({ broken }) => broken > 0) ? count('broken') : came }
}

async function hasAllRefunded(tx: Tx, orderId: string, returnId: string) {
  const claim = (await openClaims(tx, orderId)).find((one) => one.returnId === returnId)
  return claim === undefined || [...claim.left.values()].every((count) => count === 0)
}

/** The return's pieces without those that came back or were lost with their parcel. */
const withShopper = (tx: Tx, row: ReturnRow) => atMost(tx, row.order_id, cameOf(row), piecesOut)

/** All pieces until it is known which came. */
const cameOf = ({ came, quantities }: Pick<ReturnRow, 'came' | 'quantities'>) =>
  readQuantities({ quantities: came ?? quantities })

/** Sends the pieces again, from stock, in a parcel of their own, but not those refunded meanwhile. */
async function sendAgain({ deps, tx, order, row, by }: Step): Promise<Change> {
  const claim = (await openClaims(tx, order.id)).find(({ returnId }) => returnId === row.id)
  const pieces = new Map([...(claim?.left ?? [])].filter(([, count]) => count > 0))
  if (pieces.size === 0) return { wish: 'refund' }
  await takePieces(tx, order.id, pieces, sellingDay(deps))
  // Taken pieces are out, whether returned ones were put in stock or written off.
  await countPieces(tx, order.id, 'restocked', pieces, -1)
  await countPieces(tx, order.id, 'sent_again', pieces, 1)
  await writeExchange(tx, order, { returnId: row.id, pieces }, by, deps.now())
  return {}
}

/** Refunds the remaining pieces. Gives the amount, 0 if none is due. */
async function refund(
  { deps, tx, order, row, by }: Step,
  way: { method: RefundMethod; reference?: string | undefined },
): Promise<Paise> {
  const claim = (await openClaims(tx, order.id)).find(({ returnId }) => returnId === row.id)
  const left: PiecesOf = (line) => Math.min(claim?.left.get(line.position) ?? 0, whatIsLeft(line))
  return queueRefund(deps, tx, order, by, left, { ...way, returnId: row.id })
}

/** Whether a transfer waits for a second person; else it counts with what the same person does that day. What waits is asked for where refunds are. */
const mustAskSecond = async ({ deps, tx, order, who }: Step, amountPaise: Paise) =>
  (await askSecondYes(deps, tx, {
    ...{ kind: 'refund', who, subject: order.id, input: {}, shape: z.object({}), amountPaise, facts: {} },
    summary: `Refund of order ${order.number}: ${formatRupees(amountPaise)}`,
  })) !== undefined

/**
 * Books a refund by UPI or bank, or orders one by card; nothing where all is refunded or was never paid. Throws REFUND_FIRST, NOT_PAID_BY_CARD,
 * REFERENCE_USED, REFUND_AT_ORDER.
 */
async function refundByHand(step: Step) {
  const { deps, tx, order, row, wanted } = step
  const claim = (await openClaims(tx, order.id)).find(({ returnId }) => returnId === row.id)
  const lines = await linesOf(tx, order.id)
  if (lines.every((line) => Math.min(claim?.left.get(line.position) ?? 0, whatIsLeft(line)) === 0)) return
  const method = wanted.method ?? (order.payment_type === 'Online' ? 'card' : undefined)
  if (method === undefined) throw refundFirst()
  if (method === 'card' && order.payment_type !== 'Online') throw notPaidByCard()
  const reference = method === 'card' ? undefined : wanted.reference
  if (reference !== undefined) await checkReference(tx, order.id, method, reference)
  const amount = await refund(step, { method, reference })
  if (method !== 'card' && (await mustAskSecond(step, amount))) throw refundAtOrder()
  if (amount > 0)
    await mailStep(deps, tx, method === 'card' ? 'Refunded' : 'RefundSent', order, { refundPaise: amount })
}
