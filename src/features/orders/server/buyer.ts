import type { Address } from '#features/addresses/addresses.contract.ts'
import { addressColumns, toAddress } from '#features/addresses/server/addresses.service.ts'
import type { Percentages } from '#features/catalog/catalog.percentages.ts'
import { percentagesOn, readPercentages } from '#features/catalog/server/percentages.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
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

/** Who buys: what an order has to know of the account. */
export interface LockedBuyer {
  isEmailConfirmed: boolean
  /** Not there, or somebody else's: undefined. */
  address: Address | undefined
  /** As it stands in the database; null: empty. Others may change it meanwhile. */
  cart: string | null
  /** How the profit is shared on this day. */
  percentages: Percentages
}

/**
 * Locks the shopper's account before anything else of theirs is touched, so that their orders come one after another and none
 * slips past the deletion of the account. Throws NOT_LOGGED_IN when the account is gone.
 */
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

/** The address of an outer join is there with all its columns, or with none. */
const isWhole = <T extends object>(row: T): row is { [K in keyof T]: NonNullable<T[K]> } =>
  Object.values(row).every((value) => value !== null)
