import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { sampleProducers } from '../sample-producers.ts'
import { toColumns } from './producers.service.ts'

const samples = (db: Db) => db.selectFrom('producers').where('demo', '=', 1)

export const anySample = (db: Db) => samples(db).select('id').limit(1)

/** Adds missing samples and gives them; callers take turns. The first is the newest, and tops lists. */
export async function addSamples(tx: Tx, now: Date) {
  const added: { id: string; name: string; location: string }[] = []
  for (const [place, { _id: id, ...told }] of sampleProducers.entries()) {
    const at = now.getTime() - place
    const row = await tx
      .insertInto('producers')
      .values({
        ...{ id, ...toColumns({ ...told, specialties: [...told.specialties], email: '', mobileNumber: '' }) },
        ...{ application_id: null, created_at: at, approved_at: at, ledger_consent: 1, demo: 1 },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(['id', 'name', 'location'])
      .executeTakeFirst()
    if (row) added.push(row)
  }
  return added
}

/** Locks the sample producers and gives their ids. */
export async function lockSamples(tx: Tx) {
  const rows = await lockRows(tx, samples(tx).select('id').orderBy('id')).execute()
  return rows.map(({ id }) => id)
}

/** Removes samples with their accounts and what they applied with, and gives them. No product may name them. */
export async function deleteSamples(tx: Tx) {
  await tx.deleteFrom('payout_accounts').where('producer_id', 'in', samples(tx).select('id')).execute()
  await tx.deleteFrom('producer_applications').where('id', 'in', samples(tx).select('id')).execute()
  return tx.deleteFrom('producers').where('demo', '=', 1).returning(['id', 'name', 'location']).execute()
}
