import { findAndLockAccount, lockAccount } from '#features/auth/server/accounts.ts'
import { type Browser, openSeller } from '#features/auth/server/auth.service.ts'
import { describeDevice } from '#features/auth/server/device.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { markProved, provesAlready } from '#features/auth/server/proofs.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { newId } from '#shared/ids.ts'
import {
  factorNew,
  type NewPasskey,
  passkeyNotFound,
  passkeyRefused,
  passkeyThere,
  type SignedByPasskey,
  tooManyPasskeys,
} from '../passkeys.contract.ts'
import { message } from '../second-factor.messages.ts'
import { addFactor, dropFactor } from './factors.ts'
import { needPlace } from './passkey-questions.ts'
import { tell } from './tell.ts'
import { askForPasskey, askToSign, readNewPasskey, readSigned } from './webauthn.ts'

const MOST = 10

const passkeysOf = (db: Db, personId: string) =>
  db.selectFrom('passkeys').selectAll().where('person_id', '=', personId).orderBy('added_at').execute()

export const listPasskeys = async (db: Db, personId: string) =>
  (await passkeysOf(db, personId)).map(({ id, name, added_at, used_at }) => ({
    ...{ _id: id, name, addedAt: new Date(added_at) },
    usedAt: used_at === null ? null : new Date(used_at),
  }))

/** Throws WRONG_PASSWORD, NO_PASSKEYS_HERE, TOO_MANY_PASSKEYS, TOO_MANY. */
export async function beginPasskey(deps: Deps, session: Session, currentPassword: string) {
  const { id } = needPlace(deps.config)
  const { id: personId, email, name } = await checkOwnPassword(deps, session, currentPassword)
  const passkeys = await passkeysOf(deps.db, personId)
  if (passkeys.length >= MOST) throw tooManyPasskeys()
  return askForPasskey(
    deps,
    { id, askedOf: personId, userId: personId, userName: email, userDisplayName: name || email },
    passkeys.map((passkey) => passkey.credential_id),
  )
}

/** Throws PASSKEY_REFUSED, PASSKEY_THERE, TOO_MANY_PASSKEYS, NO_PASSKEYS_HERE. */
export async function addPasskey(
  deps: Deps,
  session: Session,
  input: { name?: string | undefined; passkey: NewPasskey },
  { request }: Browser,
) {
  needPlace(deps.config)
  const made = await readNewPasskey(deps, input.passkey, session.id)
  if (!made) throw passkeyRefused()
  const at = deps.now()
  return transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', session.id)
    if ((await passkeysOf(tx, account.id)).length >= MOST) throw tooManyPasskeys()
    const name = input.name || describeDevice(request.headers['user-agent'] ?? '')
    const added = await tx
      .insertInto('passkeys')
      .values({
        ...{ id: newId(), person_id: account.id, name, added_at: at.getTime(), used_at: null },
        ...made,
        transports: input.passkey.response.transports.join(' '),
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow()
    if (added.numInsertedOrUpdatedRows === 0n) throw passkeyThere()
    await tell(tx, account, { what: 'passkey added', summary: `Passkey added: ${name}`, at, who: session })
    return { recovery: await addFactor(tx, account, session, at), message: message('PASSKEY_ADDED') }
  })
}

/** The last factor takes the recovery codes with it. Throws WRONG_PASSWORD, PASSKEY_NOT_FOUND, TOO_MANY. */
export async function removePasskey(deps: Deps, session: Session, id: string, currentPassword: string) {
  const checked = await checkOwnPassword(deps, session, currentPassword)
  const at = deps.now()
  await transact(deps, async (tx) => {
    const account = await lockChecked(tx, 'seller', checked)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('person_id', '=', account.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw passkeyNotFound()
    await tell(tx, account, { what: 'passkey removed', summary: `Passkey removed: ${removed.name}`, at, who: session })
    await dropFactor(tx, account)
  })
  return { message: message('PASSKEY_REMOVED') }
}

/** Throws NO_PASSKEYS_HERE. */
export async function askPasskey(deps: Deps) {
  return askToSign(deps, needPlace(deps.config), null)
}

/** Throws PASSKEY_REFUSED, NO_PASSKEYS_HERE. */
export async function enterByPasskey(deps: Deps, passkey: SignedByPasskey, browser: Browser) {
  const signed = await checkSigned(deps, passkey)
  const open = await transact(deps, async (tx) => {
    const account = await findAndLockAccount(tx, 'seller', signed.person_id)
    if (!account) throw passkeyRefused()
    const proves = await noteUse(tx, signed, deps.now())
    return openSeller(tx, deps, account, browser, { proves })
  })
  return open(browser.reply)
}

/** Throws PASSKEY_REFUSED, FACTOR_NEW, NO_PASSKEYS_HERE. */
export async function proveByPasskey(deps: Deps, session: Session, passkey: SignedByPasskey) {
  const signed = await checkSigned(deps, passkey)
  if (signed.person_id !== session.id) throw passkeyRefused()
  return transact(deps, async (tx) => {
    await lockAccount(tx, 'seller', session.id)
    if (!(await noteUse(tx, signed, deps.now()))) throw factorNew()
    return markProved(tx, session, deps.now())
  })
}

type Signed = Awaited<ReturnType<typeof checkSigned>>

/** Whose passkey it is. Throws PASSKEY_REFUSED for whatever is wrong with it. */
async function checkSigned(deps: Deps, passkey: SignedByPasskey) {
  needPlace(deps.config)
  const row = await deps.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', passkey.id)
    .executeTakeFirst()
  const uses = await readSigned(deps, passkey, row, null)
  if (!row || uses === undefined) throw passkeyRefused()
  return { ...row, uses }
}

/** Whether it proves who is there, for acts that ask again. Throws PASSKEY_REFUSED where it was removed meanwhile. */
async function noteUse(tx: Tx, { id, person_id, uses, added_at }: Signed, now: Date) {
  const used = tx.updateTable('passkeys').set({ uses, used_at: now.getTime() }).where('id', '=', id)
  if ((await used.executeTakeFirstOrThrow()).numUpdatedRows === 0n) throw passkeyRefused()
  const person = tx.selectFrom('sellers').select('factor_since').where('id', '=', person_id)
  const { factor_since } = await person.executeTakeFirstOrThrow()
  return provesAlready(added_at, factor_since, now)
}
