import type { Db } from '#kernel/db/database.ts'
import { newestFirst } from '#kernel/db/newest-first.ts'
import { writeRupees } from '#shared/money.ts'
import { importHeading } from './import/import-columns.ts'
import { toSellerProduct } from './seller-products.service.ts'

/** Columns of an export: what an import reads, without the pictures. */
export const productsHeading = importHeading.filter((name) => name !== 'pictures')
const PART = 200

/** Products as rows for a CSV, newest first; money in rupees, a line for each point of the description. */
export async function* productRows(db: Db, isArchived: boolean) {
  const parts = newestFirst(PART, (isNext) =>
    db
      .selectFrom('products')
      .selectAll()
      .where('archived', '=', isArchived ? 1 : 0)
      .where(isNext)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PART)
      .execute(),
  )
  for await (const rows of parts) {
    yield rows
      .map(toSellerProduct)
      .map((product) => [
        product._id,
        product.name,
        product.category,
        writeRupees(product.price),
        writeRupees(product.offerPrice),
        product.description.join('\n'),
        product.weight ?? '',
        product.stock ?? '',
        product.inStock ? 'yes' : 'no',
        product.producer ?? '',
        product.deliveryDays ?? '',
        product.sku ?? '',
        product.returnable ? 'yes' : 'no',
        product.makerPrice === null ? '' : writeRupees(product.makerPrice),
        product.costs === null ? '' : writeRupees(product.costs),
      ])
  }
}
