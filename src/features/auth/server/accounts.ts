import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { type Right, readRights } from '#shared/rights.ts'
import { noPassword } from './no-password.ts'

export interface Account {
  id: string
  name: string
  email: string
  passwordHash: string
  isEmailConfirmed: boolean
  /** Of the shop's people, whose address counts as confirmed. */
  rights: Right[]
  /** Only of the shop's people. */
  hasFactor: boolean
}

export const tableOf = { user: 'users', seller: 'sellers', producer: 'producer_people' } as const satisfies Record<
  AccountKind,
  string
>

type Wanted = { column: 'id' | 'email'; value: string; isLocked: boolean }

const readers: Record<AccountKind, (db: Db, wanted: Wanted) => Promise<Account | undefined>> = {
  async user(db, { column, value, isLocked }) {
    const wanted = db.selectFrom('users').selectAll().where(column, '=', value)
    const user = await (isLocked ? lockRows(db, wanted) : wanted).executeTakeFirst()
    return user && toAccount(user)
  },
  async seller(db, { column, value, isLocked }) {
    const wanted = db.selectFrom('sellers').selectAll().where(column, '=', value)
    const seller = await (isLocked ? lockRows(db, wanted) : wanted).executeTakeFirst()
    return seller && toAccount({ ...seller, email_confirmed_at: seller.created_at })
  },
  async producer(db, { column, value, isLocked }) {
    const wanted = db.selectFrom('producer_people').selectAll().where(column, '=', value)
    const person = await (isLocked ? lockRows(db, wanted) : wanted).executeTakeFirst()
    if (!person) return undefined
    const { email, password_hash, ...row } = person
    return toAccount({
      ...row,
      ...{ email: email ?? '', email_confirmed_at: row.created_at, password_hash: password_hash ?? noPassword() },
    })
  },
}

const toAccount = (row: {
  id: string
  name: string
  email: string
  password_hash: string
  email_confirmed_at: number | null
  rights?: string
  factor_since?: number | null
}): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  passwordHash: row.password_hash,
  isEmailConfirmed: row.email_confirmed_at !== null,
  rights: readRights(row.rights ?? ''),
  hasFactor: typeof row.factor_since === 'number',
})

export const findAccountByEmail = (db: Db, kind: AccountKind, email: string) =>
  readers[kind](db, { column: 'email', value: email, isLocked: false })
export const findAccount = (db: Db, kind: AccountKind, id: string) =>
  readers[kind](db, { column: 'id', value: id, isLocked: false })

function known(account: Account | undefined) {
  if (!account) throw notLoggedIn()
  return account
}

/** Throws NOT_LOGGED_IN when the account was deleted. */
export const getAccount = async (db: Db, kind: AccountKind, id: string) => known(await findAccount(db, kind, id))

/** Locks an account until the transaction ends, before anything that belongs to it. `lockAccount` throws NOT_LOGGED_IN for a deleted one. */
export const findAndLockAccount = (tx: Tx, kind: AccountKind, id: string) =>
  readers[kind](tx, { column: 'id', value: id, isLocked: true })

export const lockAccount = async (tx: Tx, kind: AccountKind, id: string) =>
  known(await findAndLockAccount(tx, kind, id))

/** Does nothing where the address is confirmed already. */
export async function confirmEmailOf(tx: Tx, shopperId: string, now: Date) {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: now.getTime() })
    .where('id', '=', shopperId)
    .where('email_confirmed_at', 'is', null)
    .execute()
}
