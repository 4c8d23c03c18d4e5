import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { sampleProducers } from '../sample-producers.ts'
import { toColumns } from './producers.service.ts'

const samples = (db: Db) => db.selectFrom('producer_applications').where('demo', '=', 1)

export const anySample = (db: Db) => samples(db).select('id').limit(1)

/** Adds missing samples as approved and gives them; callers take turns. The first is the newest, and tops lists. */
export async function addSamples(tx: Tx, now: Date) {
  const added: { id: string; name: string; location: string }[] = []
  for (const [place, { _id: id, ...told }] of sampleProducers.entries()) {
    const at = now.getTime() - place
    const row = await tx
      .insertInto('producer_applications')
      .values({
        ...{ id, ...toColumns({ ...told, specialties: [...told.specialties], email: '', mobileNumber: '' }) },
        ...{ status: 'approved', created_at: at, decided_at: at, decided_by: null, pending_email: null },
        ...{ shop_told: 1, suspended_at: null, ledger_consent: 1, demo: 1 },
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

/** Removes samples with their accounts and gives them. No product may name them. */
export async function deleteSamples(tx: Tx) {
  await tx.deleteFrom('payout_accounts').where('producer_id', 'in', samples(tx).select('id')).execute()
  return tx.deleteFrom('producer_applications').where('demo', '=', 1).returning(['id', 'name', 'location']).execute()
}
