import { jobsOfTheShop, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { NO_AMOUNTS } from '../ledger.amounts.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from '../server/entries.ts'

/** The line of the worked example in docs/ledger.md: ₹99.99, of which ₹84.83 are the maker's. */
export const saleOf = (producerId: string | null, more: Partial<NewEntry> = {}): NewEntry => ({
  ...{ kind: 'sale', producerId, order: { id: newId(), salt: 'salt' }, line: 1, quantity: 1 },
  maker: paise(55_55),
  costs: paise(10_00),
  producer: paise(29_28),
  community: paise(1_72),
  shop: paise(3_44),
  tax: paise(2_00),
  ...more,
})

/** The opposite of an entry, as a return of all of it. */
export const returnOf = (sale: NewEntry): NewEntry => ({
  ...sale,
  kind: 'return',
  quantity: -sale.quantity,
  maker: paise(-sale.maker),
  costs: paise(-sale.costs),
  producer: paise(-sale.producer),
  community: paise(-sale.community),
  shop: paise(-sale.shop),
  tax: paise(-sale.tax),
})

/** A sale whose maker's price is not stated. */
export const unstatedSale = (producerId: string | null, shopPaise: number) =>
  saleOf(producerId, { ...NO_AMOUNTS, shop: paise(shopPaise), isUnstated: true })

/** Enters them as the ledger's own job does. */
export const enter = (db: Db, entries: readonly NewEntry[], at = new Date()) =>
  transact({ db, jobs: jobsOfTheShop }, async (tx) => {
    await takeLedgerTurn(tx)
    return appendEntries(tx, at, entries)
  })
