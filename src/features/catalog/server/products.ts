import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import { descriptionWords, nameWords } from '#kernel/search/search-words.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import type { Paise } from '#shared/money.ts'
import { foldText } from '#shared/text.ts'
import { type CategorySlug, findCategory } from '../catalog.categories.ts'
import { isUsuallyReturnable } from '../catalog.returns.ts'
import { foldSku } from '../catalog.sku.ts'
import type { ProductChange, ProductData } from '../seller-products.contract.ts'

export interface NewProduct {
  name: string
  category: CategorySlug
  pricePaise: Paise
  /** What is paid; at most the price. */
  offerPricePaise: Paise
  description: readonly string[]
  images: readonly ProductPicture[]
  weight: string | null
  inStock: boolean
  /** Pieces; null when they are not counted. */
  stock: number | null
  /** Whose page it stands on. */
  producerId?: string | null
  /** What its producer asks for a piece; null or left out: not stated. */
  makerPricePaise?: Paise | null
  /** What a piece costs the shop; null or left out: nothing. */
  costsPaise?: Paise | null
  /** '4-8'; null or left out: the days of the shop. */
  deliveryDays?: string | null
  sku?: string | null
  /** Left out: as usual in its category. */
  returnable?: boolean | undefined
}

/** The columns of an SKU; empty is none. */
export const skuColumns = (sku: string | null | undefined) => ({ sku: sku || null, sku_key: sku ? foldSku(sku) : null })

export const toRow = (product: NewProduct, createdAt: number) => ({
  id: newId(),
  name: product.name,
  name_folded: foldText(product.name),
  name_words: nameWords(product.name),
  description_words: descriptionWords(product.description),
  category: product.category,
  price_paise: product.pricePaise,
  offer_price_paise: product.offerPricePaise,
  description: JSON.stringify(product.description),
  images: JSON.stringify(product.images),
  weight: product.weight,
  in_stock: product.inStock && product.stock !== 0 ? 1 : 0,
  stock: product.stock,
  producer_id: product.producerId ?? null,
  maker_price_paise: product.makerPricePaise ?? null,
  costs_paise: product.costsPaise ?? null,
  delivery_days: product.deliveryDays ?? null,
  ...skuColumns(product.sku),
  returnable: (product.returnable ?? isUsuallyReturnable(product.category)) ? 1 : 0,
  created_at: createdAt,
})

/** What a form or a line of a file says of a product. Throws BAD_INPUT. */
export const newProduct = (data: ProductData, images: readonly ProductPicture[], inStock = true): NewProduct => ({
  name: data.name,
  category: categorySlug(data.category),
  pricePaise: data.price,
  offerPricePaise: data.offerPrice,
  description: data.description ?? [],
  images,
  weight: data.weight || null,
  inStock,
  stock: data.stock ?? null,
  producerId: data.producer || null,
  makerPricePaise: data.makerPrice ?? null,
  costsPaise: data.costs ?? null,
  deliveryDays: data.deliveryDays ?? null,
  sku: data.sku ?? null,
  returnable: data.returnable,
})

/** What an edit or a line of a file says of a product, in the columns of `products`; what is not said is left out. Throws BAD_INPUT. */
export const columnsOf = (said: Omit<ProductChange, 'images' | 'version'>) => ({
  ...(said.name === undefined
    ? {}
    : { name: said.name, name_folded: foldText(said.name), name_words: nameWords(said.name) }),
  ...(said.category === undefined ? {} : { category: categorySlug(said.category) }),
  ...(said.price === undefined ? {} : { price_paise: said.price }),
  ...(said.offerPrice === undefined ? {} : { offer_price_paise: said.offerPrice }),
  ...(said.description === undefined
    ? {}
    : { description: JSON.stringify(said.description), description_words: descriptionWords(said.description) }),
  ...(said.weight === undefined ? {} : { weight: said.weight || null }),
  ...(said.stock === undefined ? {} : { stock: said.stock }),
  ...(said.producer === undefined ? {} : { producer_id: said.producer || null }),
  ...(said.makerPrice === undefined ? {} : { maker_price_paise: said.makerPrice }),
  ...(said.costs === undefined ? {} : { costs_paise: said.costs }),
  ...(said.deliveryDays === undefined ? {} : { delivery_days: said.deliveryDays }),
  ...(said.returnable === undefined ? {} : { returnable: said.returnable ? 1 : 0 }),
  ...(said.sku === undefined ? {} : skuColumns(said.sku)),
})

/** Throws BAD_INPUT. */
export function categorySlug(category: string) {
  const found = findCategory(category)
  if (!found) throw badInput({ category: 'There is no such category' })
  return found.path
}

/** Puts many products on sale, the last one newest. `db` may be a transaction. */
export async function createProducts(db: Db, products: readonly NewProduct[], now: Date) {
  const rows = products.map((product, at) => toRow(product, now.getTime() - (products.length - at) * 1000))
  await db.insertInto('products').values(rows).execute()
}
