import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import type { Session } from '#kernel/guard/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { askAgain, wrongPassword } from '../auth.contract.ts'
import { message } from '../auth.messages.ts'
import { type Account, getAccount, lockAccount } from './accounts.ts'
import { matchPassword } from './passwords.ts'

/** Checks the password of somebody logged in. Returns the account. Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY. */
export async function checkOwnPassword({ db, limits }: Deps, { kind, id }: Principal, password: string | undefined) {
  const key = `own password of ${id}`
  await limits.count('loginOfAccount', key)
  await limits.count('rightLogin', key)
  const account = await getAccount(db, kind, id)
  if ((await matchPassword(password ?? '', account.passwordHash)) === 'no') {
    await limits.takeBack('rightLogin', key)
    throw wrongPassword()
  }
  await limits.forgive('loginOfAccount', key)
  return account
}

/** Throws NOT_LOGGED_IN when the password was changed meanwhile, or the account deleted. */
export async function lockChecked(tx: Tx, kind: AccountKind, checked: Account) {
  const account = await lockAccount(tx, kind, checked.id)
  if (account.passwordHash !== checked.passwordHash) throw notLoggedIn()
  return account
}

const PROVED_MINUTES = 10

type Mine = Principal & Pick<Session, 'tokenHash'>

/** Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY. */
export async function proveAgain(deps: Deps, session: Mine, password: string) {
  await checkOwnPassword(deps, session, password)
  const until = deps.now().getTime() + PROVED_MINUTES * MINUTE_MS
  const proved = deps.db.updateTable('sessions').set({ proved_until: until })
  await proved.where('token_hash', '=', session.tokenHash).execute()
  return { message: message('PROVED_AGAIN', { minutes: PROVED_MINUTES }), until: new Date(until) }
}

/** Null: the password must be asked for. */
export async function provedUntil({ db, now }: Pick<Deps, 'db' | 'now'>, { tokenHash }: Pick<Session, 'tokenHash'>) {
  const row = await db
    .selectFrom('sessions')
    .select('proved_until')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  const until = row?.proved_until ?? 0
  return until > now().getTime() ? new Date(until) : null
}

/** Money may leave with the password, or ten minutes after it. Throws ASK_AGAIN, WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY. */
export async function checkProof(deps: Deps, session: Mine, password: string | undefined) {
  if (password !== undefined) await checkOwnPassword(deps, session, password)
  else if ((await provedUntil(deps, session)) === null) throw askAgain()
}
