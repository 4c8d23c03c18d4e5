import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { type Right, readRights } from '#shared/rights.ts'
import { endSessions } from './sessions.ts'

// Writes the accounts of the shop's people.

/** Rights as they are stored. */
export const storedRights = (some: readonly Right[]) => readRights(some.join(' ')).join(' ')

const select = (db: Db) => db.selectFrom('sellers').select(['id', 'name', 'email', 'rights'])

const toPerson = ({ rights, ...row }: { id: string; name: string; email: string; rights: string }) => ({
  ...row,
  rights: readRights(rights),
})
export type Person = ReturnType<typeof toPerson>

/** By name, then by address. */
export const listPeople = async (db: Db) => (await select(db).orderBy('name').orderBy('email').execute()).map(toPerson)

/** Locks all of them until the transaction ends: whether one is the last who can do something depends on the others. */
export const lockPeople = async (tx: Tx) => (await lockRows(tx, select(tx).orderBy('id')).execute()).map(toPerson)

/** False where the address has an account already. */
export async function addPerson(tx: Tx, person: Person & { passwordHash: string }, now: Date) {
  const { id, name, email, rights, passwordHash } = person
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sellers')
    .values({
      ...{ id, name, email, rights: storedRights(rights) },
      ...{ password_hash: passwordHash, setting_email: null, created_at: now.getTime() },
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

export async function setRights(tx: Tx, id: string, some: readonly Right[]) {
  await tx
    .updateTable('sellers')
    .set({ rights: storedRights(some) })
    .where('id', '=', id)
    .execute()
}

/** Since when the person has a second factor; null: there is none any more. */
export async function setFactorSince(tx: Tx, id: string, since: number | null) {
  await tx.updateTable('sellers').set({ factor_since: since }).where('id', '=', id).execute()
}

/** With the person's sessions. */
export async function removePerson(tx: Tx, id: string) {
  await endSessions(tx, 'seller', id)
  await tx.deleteFrom('sellers').where('id', '=', id).execute()
}
