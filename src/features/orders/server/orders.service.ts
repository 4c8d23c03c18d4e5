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

/** What the seller's search looks in, besides the number. */
export const orderSearchText = (address: { firstName: string; lastName: string; zipcode: string }) =>
  foldText(`${address.firstName} ${address.lastName} ${address.zipcode}`)

export interface Paging {
  page?: number | undefined
  limit?: number | undefined
  /** So many lines of each order at most. */
  lines?: number | undefined
}

/** All orders that a list has, or a page of them? */
export const isUnpaged = ({ page, limit }: Paging) => page === undefined && limit === undefined

/** A page of a shopper's orders, newest first. */
export async function listOrdersOfUser(db: Db, userId: string, { page, limit = ORDERS_PER_PAGE, lines }: Paging) {
  const { rows, ...paging } = await readPage({ page, limit }, countOrdersOfUser(db, userId), (limit, offset) =>
    ofUser(db, userId).limit(limit).offset(offset).execute(),
  )
  return { orders: (await withLines(db, rows, lines)).map(withoutSellers), ...paging }
}

/** All of a shopper's orders, newest first, the newest 1,000 at most, in parts. */
export async function listAllOrdersOfUser(db: Db, userId: string, { lines }: Paging) {
  const total = await countOrdersOfUser(db, userId)
  return { orders: partsOfUser(db, userId, { most: MAX_UNPAGED_ORDERS, lines }), total, page: 1, pages: 1 }
}

/** A shopper's orders, newest first, as `orderParts` gives them. */
export async function* partsOfUser(db: Db, userId: string, bounds: Bounds = {}) {
  const read: ReadRows = (isNext) => ofUser(db, userId).where(isNext).limit(ROWS_AT_ONCE).execute()
  for await (const part of orderParts(db, read, bounds)) yield part.map(withoutSellers)
}

const ofUser = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .select(lineCount)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

const countOrdersOfUser = (db: Db, userId: string) => countRows(db.selectFrom('orders').where('user_id', '=', userId))

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

/** Few enough orders at a time that their lines are read and written quickly. */
function* partsOf(rows: readonly OrderRow[], lines = Number.POSITIVE_INFINITY) {
  let part: OrderRow[] = []
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

/** Anybody's. Throws ORDER_NOT_FOUND. */
export async function getOrder(db: Db, id: string) {
  const row = await db.selectFrom('orders').selectAll().select(lineCount).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(db, [row]) : []
  if (!order) throw orderNotFound()
  return order
}

/** Of this shopper. Throws ORDER_NOT_FOUND, for somebody else's too. */
export async function getOrderOfUser(db: Db, userId: string, id: string) {
  const row = await ofUser(db, userId).where('id', '=', id).executeTakeFirst()
  const [order] = row ? await withLines(db, [row]) : []
  if (!order) throw orderNotFound()
  return withoutSellers(order)
}

/** Which seller did what is the shop's own matter. */
const withoutSellers = (order: Order): Order => ({
  ...order,
  history: order.history.map(({ seller, ...event }) => event),
})

/** Is an order of this shopper not delivered, cancelled or returned yet? */
export async function hasOpenOrders(db: Db, userId: string) {
  const open = db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', endedStatuses)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** What stands in the address of an order whose account is deleted; town and country stay. */
const NOBODY = { firstName: 'Deleted', lastName: 'account', email: '', street: '', phone: '' }

/**
 * Orders stay for the books, without the person: name, e-mail, street and phone go, the place stays. One statement, however many
 * they are; nobody numbers invoices meanwhile, who locks orders of many shoppers.
 */
export async function forgetShopper(tx: Tx, userId: string) {
  await takePaperTurn(tx)
  const name = foldText(`${NOBODY.firstName} ${NOBODY.lastName}`)
  await tx
    .updateTable('orders')
    .set({
      user_id: FORGOTTEN,
      address: withFields(tx, 'address', NOBODY),
      search_text: sql`${name} || ' ' || ${fieldOf(tx, 'address', 'zipcode')}`,
    })
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
