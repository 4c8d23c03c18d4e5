import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { setProducerWords } from '#kernel/db/word-index.ts'
import { sampleProducers } from '../sample-producers.ts'
import { toColumns } from './producers.service.ts'

const samples = (db: Db) => db.selectFrom('producer_applications').where('demo', '=', 1)

export const anySample = (db: Db) => samples(db).select('id').limit(1)

/** Adds the sample producers, approved, as many of them as are missing. Who adds them takes turns. */
export async function addSamples(tx: Tx, now: Date) {
  const at = now.getTime()
  for (const { _id: id, ...told } of sampleProducers) {
    const added = await tx
      .insertInto('producer_applications')
      .values({
        ...{ id, ...toColumns({ ...told, specialties: [...told.specialties], email: '', mobileNumber: '' }) },
        ...{ status: 'approved', created_at: at, decided_at: at, decided_by: null, pending_email: null },
        ...{ shop_told: 1, suspended_at: null, ledger_consent: 1, demo: 1 },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) await setProducerWords(tx, id, told.name)
  }
}

/** Locks the sample producers that there are. Returns their ids. */
export async function lockSamples(tx: Tx) {
  const rows = await lockRows(tx, samples(tx).select('id').orderBy('id')).execute()
  return rows.map(({ id }) => id)
}

/** Removes the sample producers. No product must name them any more. */
export async function deleteSamples(tx: Tx) {
  const gone = await tx.deleteFrom('producer_applications').where('demo', '=', 1).returning(['id', 'name']).execute()
  for (const { id, name } of gone) await setProducerWords(tx, id, '', name)
}
