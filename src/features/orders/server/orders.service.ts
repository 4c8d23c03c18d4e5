import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { fieldOf, withFields } from '#kernel/db/query/json.ts'
import { newestFirst } from '#kernel/db/query/newest-first.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import { foldText } from '#shared/text.ts'
import { lookAgain } from '../journal/server/journal.ts'
import { MAX_UNPAGED_ORDERS, type Order, orderNotFound } from '../orders.contract.ts'
import { endedStatuses } from '../orders.states.ts'
import type { OrderReader } from './order-answer.ts'
import { lineCount, type OrderRow, withLines } from './order-answer.ts'
import { takePaperTurn } from './order-row.ts'

const ORDERS_PER_PAGE = 50
export const ROWS_AT_ONCE = 100
/** Others have a turn after so many lines. */
const LINES_AT_ONCE = 500
/** The shopper of an order whose account is deleted. */
const FORGOTTEN = 'deleted'

export interface Paging {
  page?: number | undefined
  limit?: number | undefined
  lines?: number | undefined
}

export const isUnpaged = ({ page, limit }: Paging) => page === undefined && limit === undefined

export async function listOrdersOfShopper(
  deps: OrderReader,
  shopperId: string,
  { page, limit = ORDERS_PER_PAGE, lines }: Paging,
) {
  const { rows, ...paging } = await readPage(
    { page, limit },
    countOrdersOfShopper(deps.db, shopperId),
    (limit, offset) => ofShopper(deps.db, shopperId).limit(limit).offset(offset).execute(),
  )
  return { orders: (await withLines(deps, rows, lines)).map(withoutSellers), ...paging }
}

/** The shopper's newest 1,000 orders, newest first, in parts. */
export async function listAllOrdersOfShopper(deps: OrderReader, shopperId: string, { lines }: Paging) {
  const total = await countOrdersOfShopper(deps.db, shopperId)
  return { orders: partsOfShopper(deps, shopperId, { most: MAX_UNPAGED_ORDERS, lines }), total, page: 1, pages: 1 }
}

export async function* partsOfShopper(deps: OrderReader, shopperId: string, bounds: Bounds = {}) {
  const read: ReadRows = (isNext) => ofShopper(deps.db, shopperId).where(isNext).limit(ROWS_AT_ONCE).execute()
  for await (const part of orderParts(deps, read, bounds)) yield part.map(withoutSellers)
}

const ofShopper = (db: Db, shopperId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .select(lineCount)
    .where('user_id', '=', shopperId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const countOrdersOfShopper = (db: Db, shopperId: string) =>
  countRows(db.selectFrom('orders').where('user_id', '=', shopperId))

type ReadRows = Parameters<typeof newestFirst<OrderRow>>[1]

interface Bounds {
  most?: number
  lines?: number | undefined
}

/** Orders with lines, newest first, in parts of ROWS_AT_ONCE; others work in between. `read` gives the rows for which `isNext` is true. */
export async function* orderParts(
  deps: OrderReader,
  read: ReadRows,
  { most = Number.POSITIVE_INFINITY, lines }: Bounds,
) {
  let left = most
  for await (const rows of newestFirst(ROWS_AT_ONCE, read)) {
    const wanted = rows.slice(0, left)
    for (const part of partsOf(wanted, lines)) {
      yield await withLines(deps, part, lines)
      await setImmediate()
    }
    left -= wanted.length
    if (left === 0) return
  }
}

/** Groups orders so that the lines of each group are read quickly. */
export function* partsOf<Row extends Pick<OrderRow, 'line_count'>>(
  rows: readonly Row[],
  lines = Number.POSITIVE_INFINITY,
) {
  let part: Row[] = []
  let size = 0
  for (const row of rows) {
    const more = Math.min(row.line_count, lines)
    if (part.length > 0 && size + more > LINES_AT_ONCE) {
      yield part
      part = []
      size = 0
    }
    part.push(row)
    size += more
  }
  if (part.length > 0) yield part
}

export async function getOrder(deps: OrderReader, id: string) {
  const row = await deps.db.selectFrom('orders').selectAll().select(lineCount).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(deps, [row]) : []
  if (!order) throw orderNotFound()
  return order
}

/** Throws ORDER_NOT_FOUND, for somebody else's too. */
export async function getOrderOfShopper(deps: OrderReader, shopperId: string, id: string) {
  const row = await ofShopper(deps.db, shopperId).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(deps, [row]) : []
  if (!order) throw orderNotFound()
  return withoutSellers(order)
}

/** Shoppers do not see which seller did it. */
const withoutSellers = (order: Order): Order => ({
  ...order,
  history: order.history.map(({ seller, ...event }) => event),
})

export async function hasOpenOrders(db: Db, shopperId: string) {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', shopperId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('status', 'not in', endedStatuses),
        // An exchange needs the address, too.
        exists(
          selectFrom('parcels')
            .select('parcels.id')
            .whereRef('parcels.order_id', '=', 'orders.id')
            .where('parcels.return_id', 'is not', null)
            .where('parcels.status', 'in', ['To pack', 'Packed', 'Shipped', 'Refused']),
        ),
      ]),
    )
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** The address of an order whose account is deleted; town and country stay. */
const NOBODY = { firstName: 'Deleted', lastName: 'account', email: '', street: '', phone: '' }

/** Orders stay for the books without name, e-mail, street and phone. One statement; nobody who locks many shoppers' orders works meanwhile. */
export async function forgetShopper(tx: Tx, shopperId: string, at: Date) {
  await takePaperTurn(tx)
  // Their search texts get town and goods again.
  await lookAgain(tx, 'search texts', at, tx.selectFrom('orders').where('user_id', '=', shopperId))
  const name = foldText(`${NOBODY.firstName} ${NOBODY.lastName}`)
  await tx
    .updateTable('orders')
    .set({
      user_id: FORGOTTEN,
      address: withFields(tx, 'address', NOBODY),
      search_text: sql`${name} || ' ' || ${fieldOf(tx, 'address', 'zipcode')}`,
    })
    .where('user_id', '=', shopperId)
    .execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', shopperId).execute()
}
