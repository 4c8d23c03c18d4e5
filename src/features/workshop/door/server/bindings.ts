import { hashPassword, matchPassword } from '#features/auth/server/passwords.ts'
import { endSession } from '#features/auth/server/sessions.ts'
import type { Passkey } from '#features/second-factor/server/webauthn.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { MOST_WRONG_PINS } from '../pin.rules.ts'

/** A PIN alone is guessed in a minute; without the browser's secret its hash says nothing. */
const withSecret = (pin: string, token: string) => `${pin} ${token}`

export const hashPin = (pin: string, token: string) => hashPassword(withSecret(pin, token))

const noLock = { credential_id: null, public_key: null, uses: 0 }

/** What opens the workshop in a bound browser: a PIN, the phone's lock, or both. */
export interface Opener {
  pinHash?: string | undefined
  lock?: Passkey | undefined
}

/** From now on this person opens the workshop in this browser with these, and with nothing that did before. */
export async function bind(tx: Tx, deviceId: string, personId: string, { pinHash = '', lock }: Opener, now: Date) {
  const at = now.getTime()
  const opens = { pin_hash: pinHash, ...(lock ?? noLock), wrong: 0, bound_at: at, used_at: at }
  await tx
    .insertInto('workshop_bindings')
    .values({ device_id: deviceId, person_id: personId, ...opens })
    .onConflict((conflict) => conflict.columns(['device_id', 'person_id']).doUpdateSet(opens))
    .execute()
  const { people } = await tx
    .selectFrom('workshop_bindings')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  if (people > 1) await tx.updateTable('workshop_devices').set({ shared: 1 }).where('id', '=', deviceId).execute()
}

/** Counts a try before the work, so that parallel tries do not slip through; undefined where no try is left, or nobody is bound. */
const countTry = (db: Db, deviceId: string, personId: string) =>
  db
    .updateTable('workshop_bindings')
    .set((row) => ({ wrong: row('wrong', '+', 1) }))
    .where('device_id', '=', deviceId)
    .where('person_id', '=', personId)
    .where('wrong', '<', MOST_WRONG_PINS)
    .returning(['pin_hash', 'wrong'])
    .executeTakeFirst()

/** A wrong PIN, an unknown person and an unknown browser cost the same work. Undefined: there is no try left. */
export async function tryPin(db: Db, deviceId: string | undefined, personId: string, pin: string, token: string) {
  const binding = deviceId === undefined ? undefined : await countTry(db, deviceId, personId)
  const isRight = await isHashOf(db, deviceId, personId, {
    pin: withSecret(pin, token),
    hash: binding?.pin_hash || undefined,
  })
  if (!binding) return undefined
  return { isRight, pinHash: binding.pin_hash, left: MOST_WRONG_PINS - binding.wrong }
}

/** Where the shop is too busy to compare, nothing was learned and the try does not count. */
async function isHashOf(
  db: Db,
  deviceId: string | undefined,
  personId: string,
  { pin, hash }: { pin: string; hash: string | undefined },
) {
  try {
    return (await matchPassword(pin, hash)) !== 'no'
  } catch (error) {
    if (deviceId !== undefined && hash !== undefined)
      await db
        .updateTable('workshop_bindings')
        .set((row) => ({ wrong: row('wrong', '-', 1) }))
        .where('device_id', '=', deviceId)
        .where('person_id', '=', personId)
        .where('wrong', '>', 0)
        .execute()
    throw error
  }
}

/** False where the binding ended, or another PIN was set, while this one was checked. */
export async function forgiveWrongPins(tx: Tx, deviceId: string, personId: string, pinHash: string, now: Date) {
  const opened = await tx
    .updateTable('workshop_bindings')
    .set({ wrong: 0, used_at: now.getTime() })
    .where('device_id', '=', deviceId)
    .where('person_id', '=', personId)
    .where('pin_hash', '=', pinHash)
    .executeTakeFirstOrThrow()
  return opened.numUpdatedRows > 0n
}

/** The lock of the phone that opens this person's workshop in this browser. Undefined: there is none, or five wrong PINs have ended it. */
export async function findLock(db: Db, deviceId: string, personId: string): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('workshop_bindings')
    .select(['credential_id', 'public_key', 'uses'])
    .where('device_id', '=', deviceId)
    .where('person_id', '=', personId)
    .where('wrong', '<', MOST_WRONG_PINS)
    .executeTakeFirst()
  if (!row || row.credential_id === null || row.public_key === null) return undefined
  return { credential_id: row.credential_id, public_key: row.public_key, uses: row.uses }
}

/** False where the lock was taken away or replaced, or five wrong PINs have ended it, while its answer was checked. */
export async function noteLockUse(tx: Tx, deviceId: string, personId: string, lock: Passkey, now: Date) {
  const used = await tx
    .updateTable('workshop_bindings')
    .set({ uses: lock.uses, wrong: 0, used_at: now.getTime() })
    .where('device_id', '=', deviceId)
    .where('person_id', '=', personId)
    .where('credential_id', '=', lock.credential_id)
    .where('wrong', '<', MOST_WRONG_PINS)
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows > 0n
}

/** The browser forgets the person, and every workshop that the person has open in it is shut. */
export async function endBinding(tx: Tx, deviceId: string, personId: string) {
  await tx.deleteFrom('workshop_bindings').where('device_id', '=', deviceId).where('person_id', '=', personId).execute()
  await shut(tx, deviceId, personId)
}

/** Shuts what the person has open in this browser. */
export async function shut(tx: Tx, deviceId: string, personId: string) {
  const open = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('device_id', '=', deviceId)
    .where('account_id', '=', personId)
    .execute()
  for (const { token_hash } of open) await endSession(tx, token_hash)
}
