import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { badInput } from '#shared/app-error.ts'
import { message } from '../../products.messages.ts'

/**
 * The producer of an edit, not suspended before the transaction ends. A suspended one keeps its products (`has`) and gets no more. Throws BAD_INPUT.
 */
export async function findProducer(db: Db, id: string | null | undefined, has?: string | null) {
  if (!id) return { producerId: null, isSuspended: false }
  const wanted = db.selectFrom('producers').select(['name', 'suspended_at']).where('id', '=', id)
  const found = await lockRows(db, wanted).executeTakeFirst()
  if (!found) throw badInput({ producer: message('PRODUCER_NOT_APPROVED') })
  const isSuspended = found.suspended_at !== null
  if (isSuspended && id !== has)
    throw badInput({ producer: message('PRODUCER_OF_PRODUCT_SUSPENDED', { name: found.name }) })
  return { producerId: id, isSuspended }
}

/** Suspended producers of these products, locked. */
export async function lockSuspended(tx: Tx, productIds: readonly string[]) {
  const named = tx.selectFrom('products').select('producer_id').where('id', 'in', productIds).$castTo<{ id: string }>()
  const producers = tx.selectFrom('producers').select(['id', 'suspended_at']).where('id', 'in', named)
  const rows = await lockRows(tx, producers.orderBy('id')).execute()
  return new Set(rows.flatMap(({ id, suspended_at }) => (suspended_at === null ? [] : id)))
}

export async function nameOfProducer(db: Db, id: string | null) {
  if (id === null) return undefined
  const row = await db.selectFrom('producers').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
