import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Role } from '#kernel/http/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'

/** An account of either kind, as its row is. Sellers have no name, and theirs is the shop's own address. */
export interface Account {
  id: string
  name: string | undefined
  email: string
  passwordHash: string
  isEmailConfirmed: boolean
}

/** Where accounts of this kind are. */
export const tableOf = { user: 'users', seller: 'sellers' } as const

async function readAccount(db: Db, role: Role, column: 'id' | 'email', value: string, isLocked: boolean) {
  if (role === 'seller') {
    const wanted = db.selectFrom('sellers').selectAll().where(column, '=', value)
    const seller = await (isLocked ? lockRows(db, wanted) : wanted).executeTakeFirst()
    return seller && toAccount({ ...seller, name: undefined, email_confirmed_at: seller.created_at })
  }
  const wanted = db.selectFrom('users').selectAll().where(column, '=', value)
  const user = await (isLocked ? lockRows(db, wanted) : wanted).executeTakeFirst()
  return user && toAccount(user)
}

const toAccount = (row: {
  id: string
  name: string | undefined
  email: string
  password_hash: string
  email_confirmed_at: number | null
}): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  passwordHash: row.password_hash,
  isEmailConfirmed: row.email_confirmed_at !== null,
})

export const findAccountByEmail = (db: Db, role: Role, email: string) => readAccount(db, role, 'email', email, false)
export const findAccount = (db: Db, role: Role, id: string) => readAccount(db, role, 'id', id, false)

function known(account: Account | undefined) {
  if (!account) throw notLoggedIn()
  return account
}

/** Throws NOT_LOGGED_IN for an account that is not there any more. */
export const getAccount = async (db: Db, role: Role, id: string) => known(await findAccount(db, role, id))

/** Locks an account until the transaction ends. Whoever changes what belongs to it locks it first, before anything else. */
export const findAndLockAccount = (tx: Tx, role: Role, id: string) => readAccount(tx, role, 'id', id, true)

/** The same, for an account that must exist. Throws NOT_LOGGED_IN when it was deleted. */
export const lockAccount = async (tx: Tx, role: Role, id: string) => known(await findAndLockAccount(tx, role, id))

/** Notes that the shopper's e-mail address is confirmed. */
export async function confirmEmailOf(tx: Tx, shopperId: string, now: Date) {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: now.getTime() })
    .where('id', '=', shopperId)
    .where('email_confirmed_at', 'is', null)
    .execute()
}
