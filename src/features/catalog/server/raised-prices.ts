import { sql } from 'kysely'
import { lockRows } from '#kernel/db/engine.ts'
import { inParts } from '#kernel/db/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { RAISED_DAYS } from '../catalog.offers.ts'

/*
 * When `price` is raised, `price_raised_at` says so; after 30 days it is null again. So whether a product is on offer follows from
 * its row alone, without the time: offer price below price, and no `price_raised_at`. Lists and counts know it as `isOnOffer` and in
 * the triggers of the catalogue.
 */

interface Prices {
  price_paise: Paise
  offer_price_paise: Paise
}

/** The price that shoppers see beside the offer price: the offer price itself while no offer may be shown. */
export const shownPrice = (row: Prices & { price_raised_at: number | null }) =>
  row.price_raised_at === null ? row.price_paise : row.offer_price_paise

/** What an edit writes beside a new price. A price that stays or falls changes nothing, an earlier rise still counts. */
export const afterPriceChange = (before: Prices, price: Paise, now: Date) =>
  price > before.price_paise ? { price_raised_at: now.getTime() } : {}

/** For lists, whose table goes by the name `products`. Its search rows do not know of raised prices. */
export const isOnOffer = sql<boolean>`(products.offer_price_paise < products.price_paise and products.number not in
  (select raised.number from products as raised where raised.price_raised_at is not null))`

/** Lets offers be shown again whose price was raised more than 30 days ago. Products are locked in the order of their ids, as everywhere. */
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
