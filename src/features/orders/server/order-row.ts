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

export const getOrderRow = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
/** Throws ORDER_NOT_FOUND, for somebody else's too. */
export const getOrderRowOfUser = async (db: Db, shopperId: string, id: string) =>
  known(await ofShopper(db, shopperId, id).executeTakeFirst())

export const lockOrder = async (tx: Tx, id: string) => known(await lockRows(tx, withId(tx, id)).executeTakeFirst())
/** Throws ORDER_NOT_FOUND, for somebody else's too. */
export const lockOrderOfUser = async (tx: Tx, shopperId: string, id: string) =>
  known(await lockRows(tx, ofShopper(tx, shopperId, id)).executeTakeFirst())

/** Taken, until the transaction ends, by all that number invoices or lock orders of many shoppers: two at once could wait for each other. */
export const takePaperTurn = (tx: Tx) => takeTurns(tx, 'invoices')

/** Locks at most 50 orders of many shoppers, by id, until the transaction ends; leaves unknown ones out. */
export async function lockOrders(tx: Tx, ids: readonly string[]) {
  await takePaperTurn(tx)
  const orders = tx.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id')
  return lockRows(tx, orders).execute()
}
