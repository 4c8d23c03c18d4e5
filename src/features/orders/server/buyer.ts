import type { Address } from '#features/addresses/addresses.contract.ts'
import { addressColumns, toAddress } from '#features/addresses/server/addresses.service.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { percentagesOn, readPercentages } from '#features/prices/server/percentages.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { notLoggedIn } from '#shared/app-error.ts'

const lockAndRead = prepared(
  (db, { shopperId, addressId, day }: Slots<{ shopperId: string; addressId: string; day: string }>) =>
    lockRows(
      db,
      db
        .selectFrom('users')
        .leftJoin('addresses', (join) =>
          join.onRef('addresses.user_id', '=', 'users.id').on('addresses.id', '=', addressId),
        )
        .leftJoin('carts', 'carts.user_id', 'users.id')
        .select(addressColumns)
        .select(['email_confirmed_at', 'carts.items as cart', percentagesOn(day).as('percentages')])
        .where('users.id', '=', shopperId),
      'users',
    ),
)

export interface LockedBuyer {
  isEmailConfirmed: boolean
  /** undefined: the address is unknown, or somebody else's. */
  address: Address | undefined
  /** Null: empty. Others may change it meanwhile. */
  cart: string | null
  percentages: Percentages
}

/** Locks the account first, so that its orders come one by one and none slips past its deletion. Throws NOT_LOGGED_IN when it is gone. */
export async function lockBuyer(tx: Tx, shopperId: string, addressId: string, day: string): Promise<LockedBuyer> {
  const [row] = await lockAndRead(tx, { shopperId, addressId, day })
  if (!row) throw notLoggedIn()
  const { email_confirmed_at, cart, percentages, ...address } = row
  return {
    isEmailConfirmed: email_confirmed_at !== null,
    address: isWhole(address) ? toAddress(address) : undefined,
    cart,
    percentages: readPercentages(percentages),
  }
}

/** The left join gives all columns of the address or none. */
const isWhole = <T extends object>(row: T): row is { [K in keyof T]: NonNullable<T[K]> } =>
  Object.values(row).every((value) => value !== null)
