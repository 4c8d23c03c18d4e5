import { hash, randomInt } from 'node:crypto'
import type { Db, Tx } from '#kernel/db/database.ts'

const HOW_MANY = 10
const LENGTH = 8
/** Without what looks alike on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const hashOf = (personId: string, code: string) => hash('sha256', `${personId} ${code}`, 'base64url')

const newCode = () => Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('')

/** As it is read aloud and written down: "k7mq-29xd". */
const written = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

export async function removeRecoveryCodes(tx: Tx, personId: string) {
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
}

/** Ends those from before. They are shown this once, since the shop keeps hashes. */
export async function makeRecoveryCodes(tx: Tx, personId: string) {
  await removeRecoveryCodes(tx, personId)
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashOf(personId, code), person_id: personId })))
    .execute()
  return codes.map(written)
}

/** Uses a code up, however it was typed. False: it is none, or was used. */
export async function takeRecoveryCode(tx: Tx, personId: string, code: string) {
  const taken = tx.deleteFrom('recovery_codes').where('code_hash', '=', hashOf(personId, code))
  return (await taken.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, personId: string) {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
