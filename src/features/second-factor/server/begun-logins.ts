import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { findAndLockAccount } from '#features/auth/server/accounts.ts'
import { type Browser, openSeller } from '#features/auth/server/auth.service.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { loginOver } from '../second-factor.contract.ts'
import { message } from '../second-factor.messages.ts'
import { checkCode } from './check-code.ts'
import { setOwnCookie, tokenIn } from './own-cookies.ts'
import { tellOfRecovery } from './tell.ts'

const TOKEN_BYTES = 24
const LIFETIME_MS = 10 * MINUTE_MS

/** The password was right: the code opens what this cookie names, within ten minutes. It is no session. */
export async function beginLogin(tx: Tx, { config, now }: OwnDeps, person: { id: string; passwordHash: string }) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const begun = { token_hash: hashToken(token), expires_at: now().getTime() + LIFETIME_MS }
  await tx
    .insertInto('begun_logins')
    .values({ ...begun, person_id: person.id, password_hash: hashToken(person.passwordHash) })
    .execute()
  return (reply: FastifyReply) => {
    setOwnCookie(config, reply, 'begun', token, LIFETIME_MS)
    return { message: message('CODE_NEEDED'), needs: 'code' as const }
  }
}

export async function endBegunLogins(tx: Tx, personId: string) {
  await tx.deleteFrom('begun_logins').where('person_id', '=', personId).execute()
}

export const deleteOldLogins = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'begun_logins', ['token_hash'], sql`expires_at < ${now().getTime()}`)

/** Throws LOGIN_OVER, WRONG_CODE, CODE_USED, TOO_MANY; the fifth wrong code ends what the password began, on all devices. */
export async function enterByCode(deps: Deps, typed: string, browser: Browser) {
  const token = tokenIn(deps.config, browser.request, 'begun')
  if (!token) throw loginOver()
  const at = deps.now()
  const answer = await transact(deps, async (tx) => {
    const begun = await tx
      .selectFrom('begun_logins')
      .select(['person_id', 'password_hash'])
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', at.getTime())
      .executeTakeFirst()
    const account = begun && (await findAndLockAccount(tx, 'seller', begun.person_id))
    // A password that was changed meanwhile has begun nothing.
    if (!account?.hasFactor || hashToken(account.passwordHash) !== begun?.password_hash)
      return { refused: loginOver, isOver: true }
    const code = await checkCode(tx, account.id, typed, at)
    if ('refused' in code) {
      if (code.isOver) await endBegunLogins(tx, account.id)
      return code
    }
    const taken = await tx.deleteFrom('begun_logins').where('token_hash', '=', hashToken(token)).executeTakeFirst()
    if (taken.numDeletedRows === 0n) return { refused: loginOver, isOver: true }
    if (code.by === 'recovery code') await tellOfRecovery(tx, account, at)
    return { open: await openSeller(tx, deps, account, browser, { proves: code.proves }) }
  })
  if ('open' in answer) {
    setOwnCookie(deps.config, browser.reply, 'begun', '', 0)
    return answer.open(browser.reply)
  }
  throw answer.refused()
}
