import { typedTexts } from '#features/catalog/catalog.picture-texts.ts'
import { factNames } from '#features/catalog/facts/facts.fields.ts'
import { typedFact } from '#features/catalog/facts/facts.texts.ts'
import type { Db } from '#kernel/db/database.ts'
import { newestFirst } from '#kernel/db/query/newest-first.ts'
import { writeRupees } from '#shared/money.ts'
import { readDayRange, typedDayRange } from '#shared/reading/day-range.ts'
import type { SellerProduct } from '../../seller-products.contract.ts'
import { toSellerProduct } from '../../server/seller-products.service.ts'
import { familyCells } from './family-columns.ts'
import { importHeading } from './import-columns.ts'

/** All columns of an import but the pictures. */
export const productsHeading = importHeading.filter((name) => name !== 'pictures')
const PART = 200

/** "4–8", no date to a spreadsheet. */
function typedDays(stored: string | undefined) {
  const range = readDayRange(stored ?? '')
  return range ? typedDayRange(range) : ''
}

/** Empty for a product in batches: they count it, and a file could only say what it was. */
const stockCell = ({ stock, batches }: SellerProduct) => (batches ? '' : (stock ?? ''))

/** CSV rows, newest first; rupees, one line for each point of the description. */
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
        stockCell(product),
        product.inStock ? 'yes' : 'no',
        product.producer ?? '',
        typedDays(product.deliveryDays),
        product.sku ?? '',
        product.returnable ? 'yes' : 'no',
        product.makerPrice === null ? '' : writeRupees(product.makerPrice),
        product.costs === null ? '' : writeRupees(product.costs),
        ...familyCells(product.family),
        typedTexts(product.images, product.name),
        ...factNames.map((name) => typedFact(name, product.facts?.[name])),
      ])
  }
}
