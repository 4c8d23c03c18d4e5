import { wrongPassword } from '#features/auth/auth.contract.ts'
import { lockAccount } from '#features/auth/server/accounts.ts'
import type { Browser } from '#features/auth/server/auth.service.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { markProved, PROVED_MINUTES } from '#features/auth/server/proofs.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Session } from '#kernel/guard/session.ts'
import { factorNew, type SignedByPasskey } from '../passkeys.contract.ts'
import { codeNeeded, factorSetUp, noFactor, nothingToConfirm, wrongCode } from '../second-factor.contract.ts'
import { message } from '../second-factor.messages.ts'
import { addressOf, newSecret, stepOf } from './authenticator.ts'
import { checkCode, plainCode } from './check-code.ts'
import { addFactor, dropFactor, findApp, takeFactorsOff } from './factors.ts'
import { noteDevice } from './known-devices.ts'
import { passkeyPlace } from './passkey-questions.ts'
import { listPasskeys, proveByPasskey } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { tell, tellOfRecovery } from './tell.ts'

const dateOrNull = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms) : null)

export async function getSecondFactor({ db, config }: Pick<Deps, 'db' | 'config'>, { id }: Principal) {
  const [{ factor_since: since }, app, passkeys, codesLeft] = await Promise.all([
    db.selectFrom('sellers').select('factor_since').where('id', '=', id).executeTakeFirstOrThrow(),
    findApp(db, id),
    listPasskeys(db, id),
    countRecoveryCodes(db, id),
  ])
  const passkeysAt = passkeyPlace(config)?.origin ?? null
  return { since: dateOrNull(since), appSince: dateOrNull(app?.confirmed_at), codesLeft, passkeys, passkeysAt }
}

/** A new key each time. Throws FACTOR_SET_UP. */
export async function setUp(deps: Deps, { id }: Session) {
  const secret = newSecret()
  const { email } = await transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', id)
    if (await findApp(tx, id)) throw factorSetUp()
    await tx
      .insertInto('authenticators')
      .values({ person_id: id, secret, confirmed_at: null, last_step: 0 })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ secret, confirmed_at: null, last_step: 0 }))
      .execute()
    return account
  })
  return { otpauth: addressOf(secret, { storeName: deps.config.storeName, email }) }
}

/**
 * Where there is a passkey already the password is asked for, too. Throws WRONG_PASSWORD, WRONG_CODE, NOTHING_TO_CONFIRM, FACTOR_SET_UP. A wrong code is
 * not counted: whoever confirms has the key.
 */
export async function confirm(
  deps: Deps,
  session: Session,
  { code, currentPassword }: { code: string; currentPassword?: string | undefined },
  { request, reply }: Browser,
) {
  const { id } = session
  const at = deps.now()
  if (session.person?.hasFactor) await checkOwnPassword(deps, session, currentPassword)
  const { recovery, keepDevice } = await transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', id)
    const app = await tx.selectFrom('authenticators').selectAll().where('person_id', '=', id).executeTakeFirst()
    if (!app) throw nothingToConfirm()
    if (app.confirmed_at !== null) throw factorSetUp()
    // A passkey was added just now, in another tab.
    if (account.hasFactor && !session.person?.hasFactor) throw wrongPassword()
    const step = stepOf(app.secret, plainCode(code), at)
    if (step === undefined) throw wrongCode()
    const confirmed = { confirmed_at: at.getTime(), last_step: step }
    await tx.updateTable('authenticators').set(confirmed).where('person_id', '=', id).execute()
    const what = account.hasFactor ? 'app added' : 'on'
    await tell(tx, account, { what, summary: 'Second factor set up', at, who: session })
    const recovery = await addFactor(tx, account, session, at)
    return { recovery, keepDevice: await noteDevice(tx, deps, account, request) }
  })
  keepDevice(reply)
  return { recovery, message: message(recovery.length > 0 ? 'FACTOR_ON' : 'APP_ADDED') }
}

/** Throws WRONG_PASSWORD, WRONG_CODE, CODE_USED, NO_FACTOR, TOO_MANY. */
export async function remove(deps: Deps, session: Session, input: { currentPassword: string; code: string }) {
  const checked = await checkOwnPassword(deps, session, input.currentPassword)
  const at = deps.now()
  const answer = await transact(deps, async (tx) => {
    const account = await lockChecked(tx, 'seller', checked)
    if (!(await findApp(tx, account.id))) throw noFactor()
    const code = await checkCode(tx, account.id, input.code, at)
    if ('refused' in code) return code
    await tx.deleteFrom('authenticators').where('person_id', '=', account.id).execute()
    const isAll = await dropFactor(tx, account)
    const what = isAll ? 'off' : 'app off'
    await tell(tx, account, { what, summary: 'Second factor taken off', at, who: session })
    return { isAll }
  })
  if ('refused' in answer) throw answer.refused()
  return { message: message(answer.isAll ? 'FACTOR_OFF' : 'APP_OFF') }
}

/** For an operator, when phone and codes are lost: logs out every device. False: there was none. */
export async function resetFactor(tx: Tx, personId: string, at: Date) {
  const account = await lockAccount(tx, 'seller', personId)
  if (!account.hasFactor) return false
  await takeFactorsOff(tx, account)
  await endSessions(tx, 'seller', personId)
  await tell(tx, account, { what: 'off', summary: 'Second factor taken off by npm run seller', at })
  return true
}

type Proof = { code: string } | { currentPassword: string } | { passkey: SignedByPasskey }

/** Throws WRONG_PASSWORD, WRONG_CODE, CODE_USED, NO_FACTOR, CODE_ASKED, FACTOR_NEW, PASSKEY_REFUSED, NO_PASSKEYS_HERE, TOO_MANY. */
export async function proveAgain(deps: Deps, session: Session, input: Proof) {
  const until = await proved(deps, session, input)
  return { message: message('PROVED_AGAIN', { minutes: PROVED_MINUTES }), until }
}

async function proved(deps: Deps, session: Session, input: Proof) {
  const at = deps.now()
  if ('passkey' in input) return proveByPasskey(deps, session, input.passkey)
  if ('currentPassword' in input) {
    if (session.person?.asks !== 'password') throw codeNeeded()
    await checkOwnPassword(deps, session, input.currentPassword)
    return markProved(deps.db, session, at)
  }
  const code = await transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', session.id)
    if (!account.hasFactor) throw noFactor()
    const checked = await checkCode(tx, account.id, input.code, at)
    if ('by' in checked && checked.by === 'recovery code') await tellOfRecovery(tx, account, at)
    return checked
  })
  if ('refused' in code) throw code.refused()
  if (!code.proves) throw factorNew()
  return markProved(deps.db, session, at)
}
