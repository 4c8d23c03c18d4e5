import type { Account } from '#features/auth/server/accounts.ts'
import { setFactorSince } from '#features/auth/server/people.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Session } from '#kernel/guard/session.ts'
import { endBegunLogins } from './begun-logins.ts'
import { makeRecoveryCodes, removeRecoveryCodes } from './recovery-codes.ts'

/** The app of which a first code was typed. */
export const findApp = (db: Db, personId: string) =>
  db
    .selectFrom('authenticators')
    .selectAll()
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

/** After an app or a passkey was added to a locked account: the first one logs out other devices, and comes with ten codes. */
export async function addFactor(tx: Tx, { id, hasFactor }: Account, { tokenHash }: Session, at: Date) {
  if (hasFactor) return []
  await setFactorSince(tx, id, at.getTime())
  await endSessions(tx, 'seller', id, tokenHash)
  return makeRecoveryCodes(tx, id)
}

/** After an app or a passkey was taken off: true when the account has its password alone now. */
export async function dropFactor(tx: Tx, account: { id: string }) {
  const passkey = tx.selectFrom('passkeys').select('id').where('person_id', '=', account.id).limit(1)
  if ((await findApp(tx, account.id)) || (await passkey.executeTakeFirst())) return false
  await takeFactorsOff(tx, account)
  return true
}

/** Leaves a locked account with its password alone, and ends what waits for a code. */
export async function takeFactorsOff(tx: Tx, { id }: { id: string }) {
  for (const table of ['authenticators', 'passkeys', 'code_tries', 'known_devices'] as const)
    await tx.deleteFrom(table).where('person_id', '=', id).execute()
  await removeRecoveryCodes(tx, id)
  await endBegunLogins(tx, id)
  await setFactorSince(tx, id, null)
}
