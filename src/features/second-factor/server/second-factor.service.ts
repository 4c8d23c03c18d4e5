import { lockAccount } from '#features/auth/server/accounts.ts'
import type { Browser } from '#features/auth/server/auth.service.ts'
import { checkOwnPassword, lockChecked } from '#features/auth/server/own-password.ts'
import { setFactorSince } from '#features/auth/server/people.ts'
import { markProved, PROVED_MINUTES } from '#features/auth/server/proofs.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Session } from '#kernel/guard/session.ts'
import { codeNeeded, factorSetUp, noFactor, nothingToConfirm, wrongCode } from '../second-factor.contract.ts'
import { message } from '../second-factor.messages.ts'
import { addressOf, newSecret, stepOf } from './authenticator.ts'
import { endBegunLogins } from './begun-logins.ts'
import { checkCode, plainCode } from './check-code.ts'
import { noteDevice } from './known-devices.ts'
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes } from './recovery-codes.ts'
import { tell, tellOfRecovery } from './tell.ts'

export async function getSecondFactor({ db }: Pick<Deps, 'db'>, { id }: Principal) {
  const [{ factor_since: since }, codesLeft] = await Promise.all([
    db.selectFrom('sellers').select('factor_since').where('id', '=', id).executeTakeFirstOrThrow(),
    countRecoveryCodes(db, id),
  ])
  return { since: since === null ? null : new Date(since), codesLeft }
}

/** A new key each time. Throws FACTOR_SET_UP. */
export async function setUp(deps: Deps, { id }: Session) {
  const secret = newSecret()
  const { email } = await transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', id)
    if (account.hasFactor) throw factorSetUp()
    await tx
      .insertInto('authenticators')
      .values({ person_id: id, secret, confirmed_at: null, last_step: 0 })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ secret, confirmed_at: null, last_step: 0 }))
      .execute()
    return account
  })
  return { otpauth: addressOf(secret, { storeName: deps.config.storeName, email }) }
}

/** Throws WRONG_CODE, NOTHING_TO_CONFIRM, FACTOR_SET_UP. A wrong code is not counted: whoever confirms has the key. */
export async function confirm(deps: Deps, session: Session, code: string, { request, reply }: Browser) {
  const { id } = session
  const at = deps.now()
  const { recovery, keepDevice } = await transact(deps, async (tx) => {
    const account = await lockAccount(tx, 'seller', id)
    if (account.hasFactor) throw factorSetUp()
    const app = await tx.selectFrom('authenticators').selectAll().where('person_id', '=', id).executeTakeFirst()
    if (!app) throw nothingToConfirm()
    const step = stepOf(app.secret, plainCode(code), at)
    if (step === undefined) throw wrongCode()
    const confirmed = { confirmed_at: at.getTime(), last_step: step }
    await tx.updateTable('authenticators').set(confirmed).where('person_id', '=', id).execute()
    await setFactorSince(tx, id, at.getTime())
    await endSessions(tx, 'seller', id, session.tokenHash)
    await tell(tx, account, { what: 'on', summary: 'Second factor set up', at, who: session })
    const keepDevice = await noteDevice(tx, deps, account, request)
    return { keepDevice, recovery: await makeRecoveryCodes(tx, id) }
  })
  keepDevice(reply)
  return { recovery, message: message('FACTOR_ON') }
}

/** Throws WRONG_PASSWORD, WRONG_CODE, CODE_USED, NO_FACTOR, TOO_MANY. */
export async function remove(deps: Deps, session: Session, input: { currentPassword: string; code: string }) {
  const checked = await checkOwnPassword(deps, session, input.currentPassword)
  const at = deps.now()
  const answer = await transact(deps, async (tx) => {
    const account = await lockChecked(tx, 'seller', checked)
    if (!account.hasFactor) throw noFactor()
    const code = await checkCode(tx, account.id, input.code, at)
    if ('refused' in code) return code
    await takeFactorOff(tx, account)
    await tell(tx, account, { what: 'off', summary: 'Second factor taken off', at, who: session })
    return code
  })
  if ('refused' in answer) throw answer.refused()
  return { message: message('FACTOR_OFF') }
}

/** Leaves a locked account with its password alone, and ends what waits for a code. */
export async function takeFactorOff(tx: Tx, { id }: { id: string }) {
  await tx.deleteFrom('authenticators').where('person_id', '=', id).execute()
  await tx.deleteFrom('code_tries').where('person_id', '=', id).execute()
  await tx.deleteFrom('known_devices').where('person_id', '=', id).execute()
  await removeRecoveryCodes(tx, id)
  await endBegunLogins(tx, id)
  await setFactorSince(tx, id, null)
}

/** For an operator, when phone and codes are lost: logs out every device. False: there was none. */
export async function resetFactor(tx: Tx, personId: string, at: Date) {
  const account = await lockAccount(tx, 'seller', personId)
  if (!account.hasFactor) return false
  await takeFactorOff(tx, account)
  await endSessions(tx, 'seller', personId)
  await tell(tx, account, { what: 'off', summary: 'Second factor taken off by npm run seller', at })
  return true
}

/** Throws WRONG_PASSWORD, WRONG_CODE, CODE_USED, NO_FACTOR, CODE_ASKED, TOO_MANY. */
export async function proveAgain(deps: Deps, session: Session, input: { code: string } | { currentPassword: string }) {
  const at = deps.now()
  if ('currentPassword' in input) {
    if (session.person?.asks !== 'password') throw codeNeeded()
    await checkOwnPassword(deps, session, input.currentPassword)
  } else {
    const code = await transact(deps, async (tx) => {
      const account = await lockAccount(tx, 'seller', session.id)
      if (!account.hasFactor) throw noFactor()
      const checked = await checkCode(tx, account.id, input.code, at)
      if ('by' in checked && checked.by === 'recovery code') await tellOfRecovery(tx, account, at)
      return checked
    })
    if ('refused' in code) throw code.refused()
  }
  const until = await markProved(deps.db, session, at)
  return { message: message('PROVED_AGAIN', { minutes: PROVED_MINUTES }), until }
}
