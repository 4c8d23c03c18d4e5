import type { Selectable } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { applicationNotFound, notApproved } from '../producers.contract.ts'

export type Application = Selectable<Tables['producer_applications']>

const applicationsWith = (db: Db, id: string) => db.selectFrom('producer_applications').selectAll().where('id', '=', id)

const producersWith = (db: Db, id: string) => db.selectFrom('producers').selectAll().where('id', '=', id)

/** Throws as lockProducer. */
export async function findProducerRow(db: Db, id: string) {
  return await orRefuse(db, id, await producersWith(db, id).executeTakeFirst())
}

/** Throws APPLICATION_NOT_FOUND and, where an application became no producer, NOT_APPROVED. */
export async function lockProducer(tx: Tx, id: string) {
  return await orRefuse(tx, id, await lockRows(tx, producersWith(tx, id)).executeTakeFirst())
}

async function orRefuse(db: Db, id: string, row: Selectable<Tables['producers']> | undefined) {
  if (row) return row
  const application = await applicationsWith(db, id).executeTakeFirst()
  throw application ? notApproved() : applicationNotFound()
}

/** An application, and the producer that it became. Applications come first. Throws APPLICATION_NOT_FOUND. */
export async function lockWithApplication(tx: Tx, id: string) {
  const application = await lockRows(tx, applicationsWith(tx, id)).executeTakeFirst()
  const producer = await lockRows(tx, producersWith(tx, id)).executeTakeFirst()
  if (producer) return { producer, application: undefined }
  if (!application) throw applicationNotFound()
  return { application, producer: undefined }
}
