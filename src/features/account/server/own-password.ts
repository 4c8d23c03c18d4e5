import { type Account, getAccount, lockAccount } from '#features/auth/server/accounts.ts'
import { matchPassword } from '#features/auth/server/passwords.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/http/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { wrongPassword } from '../account.contract.ts'

type Whose = Pick<Session, 'role' | 'accountId'>

/**
 * Somebody who is logged in gives the password once more. Returns the account as it was checked. Throws WRONG_PASSWORD,
 * NOT_LOGGED_IN, TOO_MANY.
 */
export async function checkOwnPassword({ db, limits }: Deps, { role, accountId }: Whose, password: string | undefined) {
  const key = `own password of ${accountId}`
  await limits.count('loginOfAccount', key)
  await limits.count('rightLogin', key)
  const account = await getAccount(db, role, accountId)
  if ((await matchPassword(password ?? '', account.passwordHash)) === 'no') {
    await limits.takeBack('rightLogin', key)
    throw wrongPassword()
  }
  await limits.forgive('loginOfAccount', key)
  return account
}

/** Locks the account whose password was checked. Throws NOT_LOGGED_IN when it has another one by now, or is gone. */
export async function lockChecked(tx: Tx, role: Session['role'], checked: Account) {
  const account = await lockAccount(tx, role, checked.id)
  if (account.passwordHash !== checked.passwordHash) throw notLoggedIn()
  return account
}
