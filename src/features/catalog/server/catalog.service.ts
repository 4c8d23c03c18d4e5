import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { shareLine } from '#features/prices/prices.shares.ts'
import { makerPriceOf, readPercentages, shownPercentages } from '#features/prices/server/percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { NextBatch } from '../batches/batches.contract.ts'
import { categories } from '../catalog.categories.ts'
import { type Product, productNotFound } from '../catalog.contract.ts'
import { FEW_LEFT } from '../catalog.stock.ts'
import type { FactValue, FactValues } from '../facts/facts.contract.ts'
import { familyOf, readSiblings } from '../families/server/siblings.ts'
import { shownMarks } from '../marks/server/marks.ts'
import { shownPrice } from './raised-prices.ts'

export const productColumns = [
  'id',
  'name',
  'category',
  'price_paise',
  'offer_price_paise',
  'maker_price_paise',
  'costs_paise',
  'description',
  'facts',
  'marks',
  'images',
  'weight',
  'in_stock',
  'back_on',
  'stock',
  'next_batch',
  'producer_id',
  'delivery_days',
  'returnable',
  'price_raised_at',
  'created_at',
  'family',
  'family_id',
] as const
/** All columns but `number`, `name_folded` and the seller's. */
type ShownColumns = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]>
/** A product with the percentages (`shownPercentages`) and the maker's name (`shownMaker`) that pages show. */
export type ProductRow = ShownColumns & { percentages: string; maker: string | null }
/** The producer's name, of each row of `products`. */
export const shownMaker = sql<string | null>`(select name from producers
  where producers.id = products.producer_id)`.as('maker')

const PicturesText = z.array(ProductPicture)
export const parsePictures = (json: string): ProductPicture[] => PicturesText.parse(JSON.parse(json))
const DescriptionText = z.array(z.string())
const FactsText: z.ZodType<FactValues> = z.record(z.string(), z.custom<FactValue>())
/** Stored facts were checked as they came in. */
export const parseFacts = (json: string): FactValues => FactsText.parse(JSON.parse(json))
export const parseDescription = (json: string): string[] => DescriptionText.parse(JSON.parse(json))

/** WebP of middle width, which every browser loads. */
export function pictureUrl({ key, widths }: ProductPicture) {
  const width = widths.includes(640) ? 640 : widths.at(-1)
  return `/media/${key}/${width}.webp`
}

export const thumbnailUrl = ({ key, widths }: ProductPicture) => `/media/${key}/${Math.min(...widths)}.webp`

/** Stored batches were checked as they came in. */
const batchOf = ({ next_batch }: Pick<ProductRow, 'next_batch'>): { batch?: NextBatch } =>
  next_batch === null ? {} : { batch: JSON.parse(next_batch) }

const leftOf = ({ stock }: Pick<ProductRow, 'stock'>) =>
  stock !== null && stock >= 1 && stock <= FEW_LEFT ? { left: stock } : {}

/** The shares of one piece; null where the maker's price is not stated. */
function sharesOf({ maker_price_paise, costs_paise, offer_price_paise, percentages }: ProductRow) {
  const price = makerPriceOf(maker_price_paise, costs_paise)
  return price
    ? shareLine({ offerPricePaise: offer_price_paise, quantity: 1 }, price, readPercentages(percentages))
    : null
}

/** `sent_by` is the producer who sends it, if asked for. */
type AskedRow = ProductRow & { sent_by?: string | null }
const toProduct = (row: AskedRow, today: string): Product => ({
  ...withoutShares(row),
  ...(row.maker === null ? {} : { maker: row.maker }),
  ...shownMarks(row, today),
  shares: sharesOf(row),
})

/** With the families of those that have one, and the marks that are valid on this Indian day. */
export async function toProducts(db: Db, rows: readonly AskedRow[], today: string): Promise<Product[]> {
  const siblings = await readSiblings(db, rows)
  return rows.map((row) => ({ ...toProduct(row, today), ...familyOf(row, siblings) }))
}

export function withoutShares(row: ShownColumns & { sent_by?: string | null }): Omit<Product, 'shares' | 'marks'> {
  const images = parsePictures(row.images)
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    price: shownPrice(row),
    offerPrice: row.offer_price_paise,
    image: images.map(pictureUrl),
    images,
    description: parseDescription(row.description),
    ...(row.facts === '{}' ? {} : { facts: parseFacts(row.facts) }),
    inStock: row.in_stock === 1,
    ...(row.back_on === null ? {} : { backOn: row.back_on }),
    ...leftOf(row),
    ...batchOf(row),
    ...(row.delivery_days === null ? {} : { deliveryDays: row.delivery_days }),
    ...(row.returnable === 1 ? {} : { notReturnable: true as const }),
    ...(row.weight === null ? {} : { weight: row.weight }),
    ...(row.producer_id === null ? {} : { producer: row.producer_id }),
    ...(row.sent_by ? { sentBy: row.sent_by } : {}),
    createdAt: new Date(row.created_at),
  }
}

const productOf = prepared((db, { id }: Slots<{ id: string }>) =>
  db
    .selectFrom('products')
    .select(productColumns)
    .select([shownPercentages, shownMaker])
    .where('id', '=', id)
    .where('archived', '=', 0),
)

/** Throws PRODUCT_NOT_FOUND, for archived ones too. */
export async function getProduct(db: Db, id: string, today: string): Promise<Product> {
  const [row] = await productOf(db, { id })
  const [product] = row ? await toProducts(db, [row], today) : []
  if (!product) throw productNotFound()
  return product
}

/** `count` is products in stock. */
export async function listCategories(db: Db) {
  const counts = await db
    .selectFrom('product_counts')
    .select(['category', (select) => select.fn.sum<number>('products').as('count')])
    .where('archived', '=', 0)
    .where('in_stock', '=', 1)
    .groupBy('category')
    .execute()
  return {
    categories: categories.map((category) => ({
      path: category.path,
      text: category.text,
      subtitle: category.subtitle,
      image: category.picture,
      count: Number(counts.find((row) => row.category === category.path)?.count ?? 0),
    })),
  }
}
