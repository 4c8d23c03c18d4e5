import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, minus, NO_MONEY, type Paise, plus, sumOf } from '#shared/money.ts'
import { mailStep } from '../../mails/server/order-step.mails.ts'
import { message } from '../../orders.messages.ts'
import { cashTooEarly } from '../../seller-orders.contract.ts'
import { type By, recordEvent } from '../../server/order-history.ts'
import { type LockedOrder, lockOrder } from '../../server/order-row.ts'
import { nothingToLetGo, parcelNotFound } from '../parcels.contract.ts'
import { parcelCode } from '../parcels.states.ts'
import { followParcels } from './follow-parcels.ts'
import type { ParcelRow } from './parcel-answer.ts'
import { everyParcelOf, expectedPaise, hasLeft, isOwn, parcelsOf } from './parcel-rows.ts'

const CASH_EXPECTED = 'Cash expected'

interface CashEntry {
  kind: 'received' | 'undone' | 'let go'
  amountPaise: Paise
  at: Date
  sellerEmail?: string | undefined
  fileId?: string | undefined
  /** The bank's reference of the transfer. */
  reference?: string | null | undefined
  reason?: string
}

/** Writes one entry of a parcel's cash, and counts it on the parcel. */
export async function enterCash(tx: Tx, parcel: ParcelRow, { kind, amountPaise, at, ...more }: CashEntry) {
  await tx
    .insertInto('cash_entries')
    .values({
      ...{ id: newId(), order_id: parcel.order_id, parcel: parcel.number, kind, amount_paise: amountPaise },
      ...{ at: at.getTime(), reason: more.reason ?? null, reference: more.reference ?? null },
      ...{ seller_email: more.sellerEmail ?? null, file_id: more.fileId ?? null },
    })
    .execute()
  const counted =
    kind === 'let go'
      ? { cash_let_go_paise: plus(parcel.cash_let_go_paise, amountPaise) }
      : { cash_received_paise: plus(parcel.cash_received_paise, amountPaise) }
  await tx.updateTable('parcels').set(counted).where('id', '=', parcel.id).execute()
}

/** Updates the order after its parcels' cash changed, with a mail once it is paid. Gives the order as it is then. */
export async function followCash(deps: Deps, tx: Tx, order: LockedOrder) {
  const after = await followParcels(deps, tx, order)
  if (order.is_paid === 0 && after.is_paid === 1) {
    const parcels = await parcelsOf(tx, order.id)
    const cashPaise = sumOf(parcels.map(({ cash_received_paise }) => cash_received_paise))
    if (cashPaise > 0) await mailStep(deps, tx, 'Paid', after, { cashPaise })
  }
  return after
}

interface CameWith {
  at: Date
  fileId?: string
  reference?: string | null
  by?: By
}

export interface BookedCash {
  bookedPaise: Paise
  overPaise: Paise
  shortPaise: Paise
  order: LockedOrder
}

/** Books a courier's cash, at most what is expected (0 before it is sent and when off). Too little leaves a problem and the order unpaid. */
export async function bookCash(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  parcelNumber: number,
  amountPaise: Paise,
  { at, fileId, reference, by = { actor: 'shop' } }: CameWith,
): Promise<BookedCash> {
  const parcels = await parcelsOf(tx, order.id)
  const parcel = parcels.find(({ number }) => number === parcelNumber)
  const expected = parcel && hasLeft(parcel) ? expectedPaise(parcel) : NO_MONEY
  const bookedPaise = amountPaise < expected ? amountPaise : expected
  const outcome = {
    bookedPaise,
    overPaise: minus(amountPaise, bookedPaise),
    shortPaise: minus(expected, bookedPaise),
  }
  if (!parcel || bookedPaise <= 0) return { ...outcome, order }
  const { sellerEmail } = by
  await enterCash(tx, parcel, { kind: 'received', amountPaise: bookedPaise, at, fileId, reference, sellerEmail })
  const of = parcels.length === 1 ? {} : { parcel: parcelNumber }
  const happened = message('CASH_CAME', { amountPaise: bookedPaise, reference: reference ?? undefined, ...of })
  await recordEvent(tx, order.id, by, happened, at, of)
  return { ...outcome, order: await followCash(deps, tx, order) }
}

/** A seller gives up the rest of a parcel's cash, the shop's loss. Throws PARCEL_NOT_FOUND, CASH_TOO_EARLY, NOTHING_TO_LET_GO. */
export async function letGoOfCash(deps: Deps, who: Principal, parcelId: string, reason: string) {
  const found = await deps.db.selectFrom('parcels').select('order_id').where('id', '=', parcelId).executeTakeFirst()
  if (!found) throw parcelNotFound()
  const amountPaise = await transact(deps, async (tx) => {
    const order = await lockOrder(tx, found.order_id)
    const parcels = await everyParcelOf(tx, order.id)
    const parcel = parcels.find(({ id }) => id === parcelId)
    if (!parcel) throw parcelNotFound()
    const amountPaise = expectedPaise(parcel)
    if (amountPaise === 0) throw nothingToLetGo()
    if (!hasLeft(parcel)) throw cashTooEarly()
    const at = deps.now()
    const code = parcelCode(order.number, parcel.number)
    const act = {
      who,
      action: 'order.cash-let-go',
      subject: order.id,
      summary: `Parcel ${code}: ${formatRupees(amountPaise)} in cash is not expected any more: ${reason}`,
      changes: changesBetween(
        { [CASH_EXPECTED]: formatRupees(amountPaise) },
        { [CASH_EXPECTED]: formatRupees(NO_MONEY) },
      ),
      at,
    } as const
    const sellerEmail = await recordAct(tx, act)
    await enterCash(tx, parcel, { kind: 'let go', amountPaise, at, sellerEmail, reason })
    const of = parcels.filter(isOwn).length === 1 ? {} : { parcel: parcel.number }
    const by: By = { actor: 'seller', sellerEmail }
    await recordEvent(tx, order.id, by, message('CASH_GIVEN_UP', { amountPaise, reason, ...of }), at, of)
    await followCash(deps, tx, order)
    return amountPaise
  })
  return { message: message('CASH_LET_GO', { amountPaise }) }
}
