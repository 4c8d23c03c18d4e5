import type { Selectable } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows, takeTurns } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { orderNotFound } from '../orders.contract.ts'

const withId = (db: Db, id: string) => db.selectFrom('orders').selectAll().where('id', '=', id)
const ofShopper = (db: Db, shopperId: string, id: string) => withId(db, id).where('user_id', '=', shopperId)

export type LockedOrder = Selectable<Tables['orders']>

function known(row: LockedOrder | undefined) {
  if (!row) throw orderNotFound()
  return row
}

/** Of any shopper. Throws ORDER_NOT_FOUND. */
export const getOrderRow = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
/** Of this shopper. Throws ORDER_NOT_FOUND, for somebody else's too. */
export const getOrderRowOfUser = async (db: Db, shopperId: string, id: string) =>
  known(await ofShopper(db, shopperId, id).executeTakeFirst())

/** Locks an order until the transaction ends. Throws ORDER_NOT_FOUND. */
export const lockOrder = async (tx: Tx, id: string) => known(await lockRows(tx, withId(tx, id)).executeTakeFirst())
/** The same for an order of this shopper. Throws ORDER_NOT_FOUND, for somebody else's too. */
export const lockOrderOfUser = async (tx: Tx, shopperId: string, id: string) =>
  known(await lockRows(tx, ofShopper(tx, shopperId, id)).executeTakeFirst())

/**
 * Whoever numbers papers or locks the orders of many shoppers does so one at a time, until the transaction ends: otherwise two
 * could wait for each other's orders.
 */
export const takePaperTurn = (tx: Tx) => takeTurns(tx, 'invoices')

/** Locks orders of many shoppers, in the order of their ids, until the transaction ends; unknown ones are left out. At most 50 at once. */
export async function lockOrders(tx: Tx, ids: readonly string[]) {
  await takePaperTurn(tx)
  const orders = tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id')
  return lockRows(tx, orders).execute()
}
