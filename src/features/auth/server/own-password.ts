import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { wrongPassword } from '../auth.contract.ts'
import { type Account, getAccount, lockAccount } from './accounts.ts'
import { matchPassword } from './passwords.ts'

/** Checks the password of somebody logged in. Returns the account. Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY. */
export async function checkOwnPassword(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { kind, id }: Principal,
  password: string | undefined,
) {
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
