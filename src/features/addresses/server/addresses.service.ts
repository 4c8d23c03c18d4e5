import { lockAccount } from '#features/auth/server/accounts.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import {
  type Address,
  type AddressChange,
  type AddressInput,
  addressNotFound,
  MAX_ADDRESSES,
  tooManyAddresses,
} from '../addresses.contract.ts'
import { message } from '../addresses.messages.ts'
import { indianProblems } from '../addresses.rules.ts'

type AddressRow = Tables['addresses']

/** All of them, by name: a statement that PostgreSQL keeps names what it asks for. */
export const addressColumns = [
  'addresses.id',
  'addresses.user_id',
  'first_name',
  'last_name',
  'addresses.email',
  'street',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
  'is_default',
  'addresses.created_at',
] as const

export const toAddress = (row: AddressRow): Address => ({
  _id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  street: row.street,
  city: row.city,
  state: row.state,
  zipcode: row.zipcode,
  country: row.country,
  phone: row.phone,
  isDefault: row.is_default === 1,
})

/** Newest first. */
export async function listAddresses(db: Db, shopperId: string) {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', shopperId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { addresses: rows.map(toAddress), message: message('ADDRESSES_COUNTED', { count: rows.length }) }
}

/** Throws ADDRESS_NOT_FOUND, for somebody else's address too. */
async function getAddressOfShopper(db: Db, shopperId: string, id: string): Promise<Address> {
  const row = await db
    .selectFrom('addresses')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', shopperId)
    .executeTakeFirst()
  if (!row) throw addressNotFound()
  return toAddress(row)
}

const clearDefault = (db: Db, shopperId: string) =>
  db
    .updateTable('addresses')
    .set({ is_default: 0 })
    .where('user_id', '=', shopperId)
    .where('is_default', '=', 1)
    .execute()

const toColumns = (address: AddressInput) => ({
  first_name: address.firstName,
  last_name: address.lastName,
  email: address.email,
  street: address.street,
  city: address.city,
  state: address.state,
  zipcode: address.zipcode,
  country: address.country,
  phone: address.phone,
})

/** Throws TOO_MANY_ADDRESSES, NOT_LOGGED_IN for an account that is not there any more. */
export async function addAddress(deps: Deps, shopperId: string, input: AddressInput) {
  const address = await transact(deps, async (tx) => {
    // One after the other for one shopper: the number of addresses and the one default are right, however many come at once.
    await lockAccount(tx, 'user', shopperId)
    const { count } = await tx
      .selectFrom('addresses')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', shopperId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_ADDRESSES) throw tooManyAddresses({ most: MAX_ADDRESSES })
    if (input.isDefault) await clearDefault(tx, shopperId)
    const own = { id: newId(), user_id: shopperId, created_at: deps.now().getTime() }
    const row: AddressRow = { ...toColumns(input), ...own, is_default: input.isDefault ? 1 : 0 }
    await tx.insertInto('addresses').values(row).execute()
    return toAddress(row)
  })
  return { message: message('ADDRESS_SAVED'), address }
}

/** Changes what is given and leaves the rest. Throws ADDRESS_NOT_FOUND, NOT_LOGGED_IN, or BAD_INPUT when the whole is no address of India. */
export async function changeAddress(deps: Deps, shopperId: string, id: string, change: AddressChange) {
  const address = await transact(deps, async (tx) => {
    await lockAccount(tx, 'user', shopperId)
    const changed = { ...(await getAddressOfShopper(tx, shopperId, id)), ...change }
    const problems = indianProblems(changed)
    // What was saved before and is not changed now stands.
    if (change.phone === undefined && change.country === undefined) delete problems.phone
    if (Object.keys(problems).length > 0) throw badInput(problems)
    if (change.isDefault) await clearDefault(tx, shopperId)
    await tx
      .updateTable('addresses')
      .set({ ...toColumns(changed), is_default: changed.isDefault ? 1 : 0 })
      .where('id', '=', id)
      .where('user_id', '=', shopperId)
      .execute()
    return changed
  })
  return { message: message('ADDRESS_SAVED'), address }
}

/** Orders keep their own copy. Throws ADDRESS_NOT_FOUND. */
export async function deleteAddress(db: Db, shopperId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', shopperId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw addressNotFound()
  return { message: message('ADDRESS_DELETED') }
}
