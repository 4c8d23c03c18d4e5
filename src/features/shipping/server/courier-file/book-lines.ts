import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { noteChange } from '#features/orders/journal/server/journal.ts'
import { trackingKey } from '#features/orders/parcels/parcels.states.ts'
import { setTracking } from '#features/orders/parcels/server/change-parcel.ts'
import type { ParcelRow } from '#features/orders/parcels/server/parcel-answer.ts'
import { bookCash } from '#features/orders/parcels/server/parcel-cash.ts'
import { everyParcelOf } from '#features/orders/parcels/server/parcel-rows.ts'
import { stepParcels } from '#features/orders/parcels/server/step-parcels.ts'
import type { By } from '#features/orders/server/order-history.ts'
import { type LockedOrder, lockOrders } from '#features/orders/server/order-row.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { textOf } from '#shared/messages.ts'
import { NO_MONEY, type Paise, plus } from '#shared/money.ts'
import { judgeCash, judgeNumber, judgeOutcome, leftOut, type Verdict, willShip } from '../../courier-file.judge.ts'
import { isBooked } from '../../courier-file.kinds.ts'
import { readOutcome } from '../../courier-file.words.ts'
import { message } from '../../shipping.messages.ts'
import type { FileRow } from './courier-files.ts'
import { factsOf, findByNumber } from './find-parcels.ts'

type LineRow = Selectable<Tables['courier_file_lines']>

interface Booked {
  line: LineRow
  verdict: Verdict
  cash?: Paise
}

interface OfOrder {
  order: LockedOrder
  parcels: readonly ParcelRow[]
  lines: readonly LineRow[]
}

/** Judges and books lines by their parcels' state now, which others may have changed since the check. Gives the number booked and their cash. */
export async function bookLines(deps: Deps, tx: Tx, file: FileRow, lines: readonly LineRow[]) {
  const ids = [...new Set(lines.flatMap(({ order_id }) => order_id ?? []))]
  const orders = new Map((await lockOrders(tx, ids)).map((order) => [order.id, order]))
  const booked: Booked[] = []
  for (const [id, own] of Map.groupBy(lines, ({ order_id }) => order_id)) {
    const order = orders.get(id ?? '')
    if (order)
      booked.push(
        ...(await bookOrder(deps, tx, file, { order, parcels: await everyParcelOf(tx, order.id), lines: own })),
      )
    else booked.push(...own.map((line): Booked => ({ line, verdict: gone })))
    // Requests are answered between two orders.
    await setImmediate()
  }
  await markDone(tx, file.id, booked)
  const done = booked.filter(({ verdict }) => isBooked(verdict.finding))
  return { lines: done.length, cash: done.reduce((sum, { cash = NO_MONEY }) => plus(sum, cash), NO_MONEY) }
}

const gone = leftOut('unknown', message('LINE_ORDER_GONE'))

function bookOrder(deps: Deps, tx: Tx, file: FileRow, own: OfOrder) {
  const by: By = { actor: 'seller', sellerEmail: file.seller_email }
  if (file.kind === 'cash') return bookCashOf(deps, tx, file, own, by)
  return file.kind === 'outcome' ? bookOutcomes(deps, tx, own, by) : bookNumbers(deps, tx, file, own, by)
}

/** Lines of an order with their parcels, if still there. */
const withParcels = ({ parcels, lines }: OfOrder) =>
  lines.map((line) => ({ line, parcel: parcels.find(({ id }) => id === line.parcel_id) }))

async function bookCashOf(deps: Deps, tx: Tx, file: FileRow, own: OfOrder, by: By) {
  const booked: Booked[] = []
  let { order } = own
  for (const { line, parcel } of withParcels(own)) {
    const amount = line.amount_paise ?? NO_MONEY
    const verdict = parcel ? judgeCash(factsOf(parcel), amount, true) : gone
    if (!parcel || !isBooked(verdict.finding)) {
      booked.push({ line, verdict })
      continue
    }
    const { id: fileId, reference } = file
    const more = { at: deps.now(), fileId, reference, by }
    const outcome = await bookCash(deps, tx, order, parcel.number, amount, more)
    order = outcome.order
    const cash = outcome.bookedPaise
    booked.push({ line, verdict, cash })
  }
  return booked
}

async function bookOutcomes(deps: Deps, tx: Tx, own: OfOrder, by: By) {
  const booked: Booked[] = []
  const moves = new Map<'Delivered' | 'Refused' | 'Lost', ParcelRow[]>()
  for (const { line, parcel } of withParcels(own)) {
    const to = readOutcome(line.says ?? '')
    const verdict = parcel && to ? judgeOutcome(parcel, to) : gone
    booked.push({ line, verdict })
    if (!parcel || !to || to === 'On its way' || !isBooked(verdict.finding)) continue
    moves.set(to, [...(moves.get(to) ?? []), parcel])
  }
  let { order } = own
  for (const [to, moved] of moves)
    order = await stepParcels(
      deps,
      tx,
      order,
      { parcels: await everyParcelOf(tx, order.id), moved, to, good: false },
      by,
    )
  return booked
}

async function bookNumbers(deps: Deps, tx: Tx, file: FileRow, own: OfOrder, by: By) {
  const booked: Booked[] = []
  const holders = await findByNumber(
    tx,
    own.lines.map(({ says }) => trackingKey(says ?? '')),
  )
  const shipped: string[] = []
  for (const { line, parcel } of withParcels(own)) {
    const number = line.says ?? ''
    const sending = { number, courier: line.courier, ships: file.mark_shipped === 1 }
    const holder = holders.get(trackingKey(number))
    const verdict = parcel
      ? judgeNumber(factsOf(parcel), sending, holder && holder.id !== parcel.id ? holder.code : undefined)
      : gone
    booked.push({ line, verdict })
    if (!parcel || !isBooked(verdict.finding)) continue
    await setTracking(tx, parcel, {
      trackingNumber: number,
      ...(line.courier === null ? {} : { courier: line.courier }),
    })
    if (willShip(parcel, sending)) shipped.push(parcel.id)
    else await noteChange(tx, own.order.id, deps.now(), parcel.number)
  }
  if (shipped.length > 0) {
    const parcels = await everyParcelOf(tx, own.order.id)
    const moved = parcels.filter(({ id }) => shipped.includes(id))
    await stepParcels(deps, tx, own.order, { parcels, moved, to: 'Shipped', good: false }, by)
  }
  return booked
}

/** Stores results; lines not booked after all say why. */
async function markDone(tx: Tx, fileId: string, booked: readonly Booked[]) {
  const own = () => tx.updateTable('courier_file_lines').set({ done: 1 }).where('file_id', '=', fileId)
  const asChecked = booked.filter(({ line, verdict }) => line.finding === verdict.finding && verdict.note === null)
  if (asChecked.length > 0)
    await own()
      .where(
        'line',
        'in',
        asChecked.map(({ line }) => line.line),
      )
      .execute()
  for (const one of booked) {
    if (asChecked.includes(one)) continue
    const { finding, note } = one.verdict
    const said = finding === 'same' ? message('LINE_DONE_MEANWHILE') : note
    await own()
      .set({ finding, note: said && textOf(said) })
      .where('line', '=', one.line.line)
      .execute()
  }
}
