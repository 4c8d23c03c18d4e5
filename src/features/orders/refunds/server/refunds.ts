import { type Insertable, sql } from 'kysely'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { minus, NO_MONEY, type Paise, paise, plus, sumOf } from '#shared/money.ts'
import { message } from '../../orders.messages.ts'
import { isParcelOff } from '../../parcels/parcels.states.ts'
import { everyParcelOf, parcelsOf, shopperPaidPaise } from '../../parcels/server/parcel-rows.ts'
import { isReturnOpen, returnStates } from '../../returns.states.ts'
import { asColumns, countPieces, readQuantities } from '../../server/line-pieces.ts'
import { endProblems, noteProblem } from '../../server/money-problems.ts'
import { type By, recordEvent } from '../../server/order-history.ts'
import { type LockedOrder, lockOrder } from '../../server/order-row.ts'
import { type RefundMethod, refundPaise } from '../refunds.pieces.ts'
import { refundMoves } from '../refunds.states.ts'

export async function linesOf(db: Db, orderId: string) {
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('parcels', (join) =>
      join.onRef('parcels.order_id', '=', 'order_lines.order_id').onRef('parcels.number', '=', 'order_lines.parcel'),
    )
    .select([
      'position',
      'product_id',
      'name',
      'offer_price_paise as offerPricePaise',
      'quantity',
      'refunded',
      'parcel',
    ])
    .select(['order_lines.tax_paise as taxPaise', 'payment_type', 'is_paid', 'parcels.status as parcelStatus'])
    .select(['cash_paise', 'cash_received_paise'])
    .where('order_lines.order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map(({ payment_type, is_paid, parcelStatus, cash_paise, cash_received_paise, ...line }) => ({
    ...line,
    /** The shopper has paid: by card for all lines, in cash for the line's parcel. */
    isPaid:
      payment_type === 'Online'
        ? is_paid === 1
        : parcelStatus !== null &&
          cash_paise !== null &&
          shopperPaidPaise({ status: parcelStatus, cash_paise, cash_received_paise: cash_received_paise ?? NO_MONEY }) >
            0,
  }))
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** What the shopper paid, in paise: by card the whole order, in cash what the parcels asked for. */
export async function paidPaise(db: Db, { id, payment_type, is_paid, amount_paise }: LockedOrder) {
  if (payment_type === 'Online') return is_paid === 1 ? amount_paise : NO_MONEY
  return sumOf((await parcelsOf(db, id)).map(shopperPaidPaise))
}

/** What was refunded of an order or is queued, in paise. */
export async function refundedPaise(db: Db, orderId: string) {
  const refunds = await db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .execute()
  return sumOf(refunds.map(({ amount_minor }) => paise(amount_minor)))
}

export type PiecesOf = (line: Line) => number
export const whatIsLeft: PiecesOf = (line) => (line.isPaid ? line.quantity - line.refunded : 0)

interface RefundWay {
  method: RefundMethod
  /** Reference number of the transfer. */
  reference?: string | undefined
  /** The return of these pieces; without it returns waiting for money come first. */
  returnId?: string
}

/** What refunding these pieces costs, in paise: at most what is left of what came. */
export async function planRefund(tx: Tx, order: LockedOrder, piecesOf: PiecesOf = whatIsLeft) {
  const lines = await linesOf(tx, order.id)
  const pieces = lines.map(piecesOf)
  const refundedBefore = await refundedPaise(tx, order.id)
  const left = minus(await paidPaise(tx, order), refundedBefore)
  const due = refundPaise(lines, pieces, refundedBefore)
  return {
    ...{ lines, pieces, refundedBefore, left },
    amountPaise: due < left ? due : left,
    /** An earlier refund of no pieces covers them, such as one made at the payment service. */
    wentBackBefore: due === 0 && pieces.some((count) => count > 0),
  }
}

/**
 * Queues a refund of a locked order's pieces: by card the job `payments` makes it, by UPI or bank it is done already. Each return gets its own
 * refund. Gives paise, at most what is left of what came; 0 when no card money is left or it went back before.
 */
export async function queueRefund(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  by: By,
  piecesOf: PiecesOf = whatIsLeft,
  { method, reference, returnId }: RefundWay = { method: 'card' },
) {
  const isByCard = method === 'card'
  if (isByCard && (order.is_paid === 0 || order.payment_type !== 'Online')) return NO_MONEY
  const plan = await planRefund(tx, order, piecesOf)
  if (plan.amountPaise <= 0 && !plan.wentBackBefore) return NO_MONEY
  const now = deps.now()
  const parts = returnId === undefined ? await partsByReturn(tx, order.id, plan) : [{ returnId, pieces: plan.pieces }]
  let { lines, refundedBefore, left } = plan
  let amountPaise = NO_MONEY
  for (const { pieces, ...part } of parts) {
    const due = refundPaise(lines, pieces, refundedBefore)
    const amount = due < left ? due : left
    const quantities = new Map(lines.map(({ position }, at) => [position, pieces[at] ?? 0]))
    await countPieces(tx, order.id, 'refunded', quantities, 1)
    if (amount > 0)
      await insertRefund(tx, now, {
        order_id: order.id,
        amount_minor: amount,
        method,
        reference: reference ?? null,
        return_id: part.returnId,
        ...asColumns(quantities),
        state: isByCard ? 'queued' : 'done',
      })
    else await addToEarlierRefund(tx, order.id, quantities, part.returnId)
    lines = lines.map((line, at) => ({ ...line, refunded: line.refunded + (pieces[at] ?? 0) }))
    refundedBefore = plus(refundedBefore, amount)
    left = minus(left, amount)
    amountPaise = plus(amountPaise, amount)
  }
  await recordEvent(tx, order.id, by, whatHappened(amountPaise, method, reference), now)
  await endProblems(tx, now, order.id, ['refund failed'])
  return amountPaise
}

function whatHappened(amountPaise: Paise, method: RefundMethod, reference = '') {
  if (amountPaise <= 0) return message('REFUND_WAS_MADE_BEFORE')
  return method === 'card'
    ? message('REFUND_WAS_ORDERED', { amount: amountPaise, currency: 'inr' })
    : message('REFUND_WAS_SENT', { amountPaise, method, reference })
}

const waitingForMoney = returnStates.filter((state) => state !== 'asked' && isReturnOpen(state))

/** Pieces of accepted returns, neither refunded nor sent once more, the oldest return first. */
export async function openClaims(db: Db, orderId: string) {
  const returns = await db
    .selectFrom('returns')
    .select(['id', 'quantities', 'came'])
    .where('order_id', '=', orderId)
    .where('state', 'in', waitingForMoney)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  if (returns.length === 0) return []
  const refunds = await db
    .selectFrom('refunds')
    .select(['return_id', 'quantities'])
    .where('order_id', '=', orderId)
    .where('return_id', 'is not', null)
    .where('state', '!=', 'failed')
    .execute()
  const exchanges = (await everyParcelOf(db, orderId)).filter(({ status }) => !isParcelOff(status))
  return returns.map(({ id, quantities, came }) => {
    const left = readQuantities({ quantities: came ?? quantities })
    for (const { quantities } of [...refunds, ...exchanges].filter(({ return_id }) => return_id === id))
      for (const [position, count] of readQuantities({ quantities: quantities ?? '{}' }))
        left.set(position, Math.max(0, (left.get(position) ?? 0) - count))
    return { returnId: id, left }
  })
}

interface Part {
  returnId: string | null
  pieces: number[]
}

/** Splits refunded pieces by return; returns waiting for money come first. */
async function partsByReturn(
  tx: Tx,
  orderId: string,
  { lines, pieces }: { lines: readonly Line[]; pieces: readonly number[] },
): Promise<Part[]> {
  const open = [...pieces]
  const parts: Part[] = []
  for (const { returnId, left } of await openClaims(tx, orderId)) {
    const own = lines.map(({ position }, at) => Math.min(open[at] ?? 0, left.get(position) ?? 0))
    for (const [at, count] of own.entries()) open[at] = (open[at] ?? 0) - count
    parts.push({ returnId, pieces: own })
  }
  return [...parts, { returnId: null, pieces: open }].filter((part) => part.pieces.some((count) => count > 0))
}

/** Adds pieces to the refund that covered them: should it fail, they are to be refunded after all. */
async function addToEarlierRefund(
  tx: Tx,
  orderId: string,
  quantities: ReadonlyMap<number, number>,
  returnId: string | null,
) {
  const earlier = await tx
    .selectFrom('refunds')
    .select(['id', 'quantities', 'return_id'])
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'order')
    .where('state', '!=', 'failed')
    .orderBy(sql`case when return_id is null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!earlier) throw new Error(`order ${orderId} has no refund that its pieces went back with`)
  const whole = readQuantities(earlier)
  for (const [position, count] of quantities) whole.set(position, (whole.get(position) ?? 0) + count)
  await tx
    .updateTable('refunds')
    .set({ ...asColumns(whole), return_id: earlier.return_id ?? returnId })
    .where('id', '=', earlier.id)
    .execute()
}

/** Books money that a payment service took back, for no pieces. Asks for the order's lock. False: it is known. */
export async function bookMoneyTaken(
  tx: Tx,
  orderId: string,
  {
    id,
    providerId,
    amount,
    currency,
    at,
  }: { id: string; providerId: string; amount: number; currency: string; at: Date },
) {
  const again = { state: 'done' as const, done_at: at.getTime() }
  const known = await tx.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirst()
  if (known?.state === 'done') return false
  if (known) await tx.updateTable('refunds').set(again).where('id', '=', id).execute()
  else
    await insertRefund(tx, at, {
      ...{ id, order_id: orderId, amount_minor: amount, currency, state: 'done', provider_id: providerId },
    })
  return true
}

/** Such money is there again; its pieces can be refunded after all. Asks for the order's lock. False: none was gone. */
export async function giveMoneyBack(tx: Tx, orderId: string, id: string) {
  const taken = await tx
    .selectFrom('refunds')
    .select('quantities')
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!taken) return false
  await countPieces(tx, orderId, 'refunded', readQuantities(taken), -1)
  const gone = { state: 'failed' as const, done_at: null, quantities: '{}', pieces: 0 }
  await tx.updateTable('refunds').set(gone).where('id', '=', id).execute()
  return true
}

type Row = Insertable<Tables['refunds']>

/** Writes a refund of pieces; a queued one is made after the commit. */
export async function insertRefund(
  tx: Tx,
  at: Date,
  refund: Pick<Row, 'order_id' | 'amount_minor'> & Partial<Omit<Row, 'due_at' | 'created_at' | 'done_at'>>,
) {
  const { state = 'queued' } = refund
  const time = at.getTime()
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      purpose: 'order',
      method: 'card',
      reference: null,
      currency: 'inr',
      quantities: '{}',
      pieces: 0,
      return_id: null,
      state,
      attempts: 0,
      provider_id: null,
      created_at: time,
      due_at: time,
      done_at: state === 'done' ? time : null,
      ...refund,
    })
    .execute()
}

/** Marks a refund done (with the service's own id) or failed, with the effects in its table of moves; from any other state nothing happens. */
export async function moveRefund(deps: Deps, id: string, to: keyof typeof refundMoves, providerId?: string) {
  const { from, by, kind, hasPiecesBack } = refundMoves[to]
  await transact(deps, async (tx) => {
    const found = await tx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
    if (!found) return
    await lockOrder(tx, found.order_id)
    const now = deps.now()
    const refund = await tx
      .updateTable('refunds')
      .set({ state: to, done_at: to === 'done' ? now.getTime() : null })
      .$if(providerId !== undefined, (update) => update.set({ provider_id: providerId ?? null }))
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning(['order_id', 'amount_minor', 'currency', 'quantities'])
      .executeTakeFirst()
    if (!refund) return
    const { order_id: orderId, amount_minor: amount, currency } = refund
    if (hasPiecesBack) {
      await countPieces(tx, orderId, 'refunded', readQuantities(refund), -1)
      const { provider } = await tx
        .selectFrom('payments')
        .select('provider')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
      await noteProblem(tx, now, { kind: 'refund failed', subject: id, orderId, provider, amount, currency })
    }
    await recordEvent(tx, orderId, { actor: by }, message(kind, { amount, currency }), now)
  })
}
