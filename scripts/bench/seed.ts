import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { categories } from '#features/catalog/catalog.categories.ts'
import { toRow } from '#features/catalog/server/products.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import { fromRupees, minus } from '#shared/money.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { materials, things } from '../product-words.ts'

const BATCH = 500
const PLENTY = 1_000_000

export const searchWords = [...materials, ...things].map((word) => word.toLowerCase())

/** Exactly 24 products have it in their name. */
export const PAGE_WORD = 'lantern'
const PAGE_OF_CARDS = 24

/** Counted products that orders take: two ranges, so that an order's two lines are never one product. */
export const ORDERED = { first: [100, 199], second: [200, 299] } as const
/** One counted product that everybody wants. */
export const HOT = 300
/** A product of the second category, on its page 2. */
export const POTTERY = 305
/** Products from here on are neither counted nor ordered: a seller's changes to them disturb no measure. */
export const UNCOUNTED_FROM = 400

/** Ids that follow from a number, so that pgbench knows them too. */
export const productId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

/** The demo's descriptions: words that shoppers search for stand in many of them. */
const lines = z
  .object({ products: z.array(z.object({ description: z.array(z.string()) })) })
  .parse(readJson('../../catalogue/catalogue.json'))
  .products.flatMap(({ description }) => description)

const pictures = Object.values(
  z.record(z.string(), ProductPicture).parse(readJson('../../src/features/pictures/server/pictures.json')),
).filter(({ width, height }) => width === height)

const pick = <Value>(values: readonly Value[], at: number) => values[at % values.length]

const stockOf = (number: number) => (number >= ORDERED.first[0] && number <= HOT ? PLENTY : null)

export const wordsOf = (number: number) =>
  [
    pick(materials, number * 7) ?? '',
    number < PAGE_OF_CARDS ? 'Lantern' : (pick(things, Math.floor(number / 8)) ?? ''),
  ] as const

export const categoryOf = (number: number) => (pick(categories, number) ?? categories[0]).path

function makeRow(number: number, now: number) {
  const [material, thing] = wordsOf(number)
  const price = fromRupees(300 + ((number * 7919) % 5000))
  const row = toRow(
    {
      name: `${material} ${thing} no. ${number}`,
      category: categoryOf(number),
      pricePaise: price,
      offerPricePaise: number % 3 === 0 ? price : minus(price, fromRupees(50)),
      description: [
        `${material}, worked by hand`,
        ...[3, 7, 11, 13].map((step) => pick(lines, number * step + step) ?? ''),
      ],
      images: [pick(pictures, number), pick(pictures, number + 1)].flatMap((picture) => picture ?? []),
      weight: number % 2 === 0 ? `${200 + (number % 900)} g` : null,
      inStock: stockOf(number) !== null || number % 50 !== 49,
      stock: stockOf(number),
    },
    now - number * MINUTE_MS,
  )
  return { ...row, id: productId(number) }
}

/** Fills an empty shop with products in 8 categories, the newest first by number. No pictures are made. */
export async function seedProducts(db: Db, count: number) {
  const now = Date.now()
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => makeRow(from + at, now))
      await tx.insertInto('products').values(rows).execute()
    }
  })
}
