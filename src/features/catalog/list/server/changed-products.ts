import { shownPercentages } from '#features/prices/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { cursorNotValid, openCursor } from '#kernel/http/cursors.ts'
import { productColumns, shownMaker, toProducts } from '../../server/catalog.service.ts'
import { lastProductPlace, placeProductChanges } from '../../server/product-places.ts'

const CHANGES_AT_ONCE = 100

interface Asked {
  since: string
  limit?: number | undefined
}

/** Products that changed since a cursor, for programs; those that left the shop as gone. Throws CURSOR_NOT_VALID. */
export async function listChangedProducts(db: Db, { since, limit = CHANGES_AT_ONCE }: Asked, today: string) {
  await placeProductChanges(db)
  const { numbers, write } = await openCursor(db, since)
  const [after = 0] = numbers
  if (after > (await lastProductPlace(db))) throw cursorNotValid()
  const changes = await db
    .selectFrom('product_changes')
    .select(['product_id', 'place', 'at'])
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit + 1)
    .execute()
  const shown = changes.slice(0, limit)
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .select([shownPercentages, shownMaker])
    .where('id', 'in', [...shown.map(({ product_id }) => product_id), ''])
    .where('archived', '=', 0)
    .execute()
  const products = new Map((await toProducts(db, rows, today)).map((product) => [product._id, product]))
  return {
    products: shown.map(({ product_id, at }) => {
      const product = products.get(product_id)
      return product ? { ...product, updatedAt: new Date(Number(at)) } : { _id: product_id, gone: true as const }
    }),
    cursor: write(Number(shown.at(-1)?.place ?? after)),
    more: changes.length > limit,
  }
}
