import type { AddressInput } from '#features/addresses/addresses.contract.ts'
import { addAddress } from '#features/addresses/server/addresses.service.ts'
import { findAccountByEmail, lockAccount } from '#features/auth/server/accounts.ts'
import { noPassword } from '#features/auth/server/no-password.ts'
import { hashPassword, isPassword } from '#features/auth/server/passwords.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { demoShopper } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { readDemoMonth } from '#kernel/db/demo-month.ts'
import type { Deps } from '#kernel/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { openOrders, openReturns } from '../account.contract.ts'
import { removeShopper } from './account.service.ts'

/** Invented; nobody has the phone number. */
export const demoShoppersAddress: AddressInput = {
  firstName: 'Ananya',
  lastName: 'Rao',
  email: demoShopper.email,
  street: 'Flat 7, Lake View',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560042',
  country: 'India',
  phone: '9000010001',
  isDefault: true,
}

/** Makes the demo's shopper with an address where `ensureSeller` makes a seller, unless the e-mail is taken; elsewhere removes that login. */
export async function ensureDemoShopper(deps: Deps) {
  if (!deps.config.seller?.isDemo) {
    await removeDemoShopper(deps)
    return
  }
  const { name, email, password } = demoShopper
  if (await findAccountByEmail(deps.db, 'user', email)) return
  const [id, at] = [newId(), deps.now().getTime()]
  const added = await deps.db
    .insertInto('users')
    .values({ id, name, email, password_hash: await hashPassword(password), created_at: at, email_confirmed_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await addAddress(deps, id, demoShoppersAddress)
}

/** While the well-known password works. */
async function findDemoShopper(db: Db) {
  const account = await findAccountByEmail(db, 'user', demoShopper.email)
  return account && (await isPassword(demoShopper.password, account.passwordHash)) ? account : undefined
}

export const hasDemoShopper = async (db: Db) => (await findDemoShopper(db)) !== undefined

const keptFor = new Set([openOrders.code, openReturns.code])

/**
 * Deletes the demo's shopper as people delete accounts. With open orders or returns, or the invented month, the account stays, locked. False: no such
 * shopper, or another password.
 */
export async function removeDemoShopper(deps: Parameters<typeof removeShopper>[0]) {
  const account = await findDemoShopper(deps.db)
  if (!account) return false
  if (await readDemoMonth(deps.db)) await closeLogin(deps.db, account.id)
  else
    await removeShopper(deps, account).catch(async (error) => {
      if (!(error instanceof AppError && keptFor.has(error.code))) throw error
      await closeLogin(deps.db, account.id)
    })
  deps.log.warn('the login of the demo shopper is removed: its password is known to everybody')
  return true
}

const closeLogin = (db: Db, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, 'user', id)
    await endSessions(tx, 'user', id)
    await tx.updateTable('users').set({ password_hash: noPassword() }).where('id', '=', id).execute()
  })
