import { sql } from 'kysely'
import { lockRows } from '#kernel/db/engine.ts'
import { inParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { RAISED_DAYS } from '../catalog.offers.ts'

/*
 * A raised `price` sets `price_raised_at` for 30 days, so a product is on offer by its row alone, whatever the time: offer price below price, and no
 * `price_raised_at`. `isOnOffer` and the catalogue's triggers use this rule.
 */

interface Prices {
  price_paise: Paise
  offer_price_paise: Paise
}

/** The list price that shoppers see: the offer price while no offer may be shown. */
export const shownPrice = (row: Prices & { price_raised_at: number | null }) =>
  row.price_raised_at === null ? row.price_paise : row.offer_price_paise

/** Columns for an edited price. One that stays or falls keeps an earlier raise. */
export const afterPriceChange = (before: Prices, price: Paise, now: Date) =>
  price > before.price_paise ? { price_raised_at: now.getTime() } : {}

/** For queries that alias the table `products`. Its search rows do not know of raised prices. */
export const isOnOffer = sql<boolean>`(products.offer_price_paise < products.price_paise and products.number not in
  (select raised.number from products as raised where raised.price_raised_at is not null))`

/** Ends raises after 30 days; products are locked in id order. */
export const endRaisedPrices = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  inParts((size) =>
    db.transaction().execute(async (tx) => {
      const over = tx
        .selectFrom('products')
        .select('id')
        .where('price_raised_at', '<', now().getTime() - RAISED_DAYS * DAY_MS)
        .orderBy('id')
        .limit(size)
      const ids = (await lockRows(tx, over).execute()).map(({ id }) => id)
      if (ids.length > 0)
        await tx.updateTable('products').set({ price_raised_at: null }).where('id', 'in', ids).execute()
      return ids.length
    }),
  )
