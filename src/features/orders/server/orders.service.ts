import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { fieldOf, withFields } from '#kernel/db/json.ts'
import { newestFirst } from '#kernel/db/newest-first.ts'
import { countRows, readPage } from '#kernel/db/read-page.ts'
import { foldText } from '#shared/text.ts'
import { MAX_UNPAGED_ORDERS, type Order, orderNotFound } from '../orders.contract.ts'
import { endedStatuses } from '../orders.states.ts'
import { lineCount, type OrderRow, withLines } from './order-answer.ts'
import { takePaperTurn } from './order-row.ts'

const ORDERS_PER_PAGE = 50
/** Order rows read at a time for a whole list. */
export const ROWS_AT_ONCE = 100
/** Lines of orders read and written at a time: so much is done before others have a turn. */
const LINES_AT_ONCE = 500
/** Stands for the shopper of an order whose account is deleted. */
const FORGOTTEN = 'deleted'

export interface Paging {
  page?: number | undefined
  limit?: number | undefined
  /** Lines of each order at most. */
  lines?: number | undefined
}

/** All orders that a list has, or a page of them? */
export const isUnpaged = ({ page, limit }: Paging) => page === undefined && limit === undefined

/** A page of a shopper's orders, newest first. */
export async function listOrdersOfShopper(db: Db, shopperId: string, { page, limit = ORDERS_PER_PAGE, lines }: Paging) {
  const { rows, ...paging } = await readPage({ page, limit }, countOrdersOfShopper(db, shopperId), (limit, offset) =>
    ofShopper(db, shopperId).limit(limit).offset(offset).execute(),
  )
  return { orders: (await withLines(db, rows, lines)).map(withoutSellers), ...paging }
}

/** All of a shopper's orders, newest first, the newest 1,000 at most, in parts. */
export async function listAllOrdersOfShopper(db: Db, shopperId: string, { lines }: Paging) {
  const total = await countOrdersOfShopper(db, shopperId)
  return { orders: partsOfShopper(db, shopperId, { most: MAX_UNPAGED_ORDERS, lines }), total, page: 1, pages: 1 }
}

/** A shopper's orders, newest first, as `orderParts` gives them. */
export async function* partsOfShopper(db: Db, shopperId: string, bounds: Bounds = {}) {
  const read: ReadRows = (isNext) => ofShopper(db, shopperId).where(isNext).limit(ROWS_AT_ONCE).execute()
  for await (const part of orderParts(db, read, bounds)) yield part.map(withoutSellers)
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

/** `most`: no more orders than that; `lines`: no more lines of an order. */
interface Bounds {
  most?: number
  lines?: number | undefined
}

/**
 * Orders with their lines, newest first, a part at a time, others working in between. `read` gives the rows for which `isNext` is
 * true, as ROWS_AT_ONCE says.
 */
export async function* orderParts(db: Db, read: ReadRows, { most = Number.POSITIVE_INFINITY, lines }: Bounds) {
  let left = most
  for await (const rows of newestFirst(ROWS_AT_ONCE, read)) {
    const wanted = rows.slice(0, left)
    for (const part of partsOf(wanted, lines)) {
      yield await withLines(db, part, lines)
      await setImmediate()
    }
    left -= wanted.length
    if (left === 0) return
  }
}

/** Splits orders into groups whose lines are read and written quickly. */
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

/** Of any shopper. Throws ORDER_NOT_FOUND. */
export async function getOrder(db: Db, id: string) {
  const row = await db.selectFrom('orders').selectAll().select(lineCount).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(db, [row]) : []
  if (!order) throw orderNotFound()
  return order
}

/** Of this shopper. Throws ORDER_NOT_FOUND, for somebody else's too. */
export async function getOrderOfShopper(db: Db, shopperId: string, id: string) {
  const row = await ofShopper(db, shopperId).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(db, [row]) : []
  if (!order) throw orderNotFound()
  return withoutSellers(order)
}

/** For shoppers: without which seller did what. */
const withoutSellers = (order: Order): Order => ({
  ...order,
  history: order.history.map(({ seller, ...event }) => event),
})

/** Is an order of this shopper not delivered, cancelled or returned yet? */
export async function hasOpenOrders(db: Db, shopperId: string) {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', shopperId)
    .where('status', 'not in', endedStatuses)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** What stands in the address of an order whose account is deleted; town and country stay. */
const NOBODY = { firstName: 'Deleted', lastName: 'account', email: '', street: '', phone: '' }

/**
 * Orders stay for the books, without the person: name, e-mail, street and phone go, the place stays. One statement, however many
 * they are; nobody numbers invoices meanwhile, who locks orders of many shoppers.
 */
export async function forgetShopper(tx: Tx, shopperId: string) {
  await takePaperTurn(tx)
  const name = foldText(`${NOBODY.firstName} ${NOBODY.lastName}`)
  await tx
    .updateTable('orders')
    .set({
      user_id: FORGOTTEN,
      address: withFields(tx, 'address', NOBODY),
      search_text: sql`${name} || ' ' || ${fieldOf(tx, 'address', 'zipcode')}`,
      // Town and goods are added later (order-texts.ts).
      text_due: 1,
    })
    .where('user_id', '=', shopperId)
    .execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', shopperId).execute()
}
