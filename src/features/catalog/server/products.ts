import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { Db } from '#kernel/db/database.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import type { Paise } from '#shared/money.ts'
import { type CategorySlug, findCategory } from '../catalog.categories.ts'
import { message } from '../catalog.messages.ts'
import { isUsuallyReturnable } from '../catalog.returns.ts'
import { foldSku } from '../catalog.sku.ts'
import type { FactValues } from '../facts/facts.contract.ts'
import type { StatedFamily } from '../families/families.contract.ts'
import { type FamilyColumns, noFamily } from '../families/server/family-places.ts'
import { descriptionColumns, nameColumns } from '../search/server/product-words.ts'

export interface NewProduct {
  name: string
  category: CategorySlug
  pricePaise: Paise
  /** The price that is paid; at most `pricePaise`. */
  offerPricePaise: Paise
  description: readonly string[]
  facts?: FactValues | undefined
  images: readonly ProductPicture[]
  weight: string | null
  inStock: boolean
  /** null: not counted. */
  stock: number | null
  producerId?: string | null
  /** For one piece; null: not stated. */
  makerPricePaise?: Paise | null
  /** For one piece; null: nothing. */
  costsPaise?: Paise | null
  /** '4-8'; null: the shop's days. */
  deliveryDays?: string | null
  sku?: string | null
  /** By default as usual in the product's category. */
  returnable?: boolean | undefined
  /** Whoever writes the row places it in the family (families/server/family-places.ts). */
  family?: StatedFamily | null
}

export const skuColumns = (sku: string | null | undefined) => ({ sku: sku || null, sku_key: sku ? foldSku(sku) : null })

const unplaced: FamilyColumns = noFamily

export const toRow = (product: NewProduct, createdAt: number) => ({
  id: newId(),
  ...nameColumns(product.name),
  ...descriptionColumns(product.description, product.facts ?? {}, product.family ?? null),
  category: product.category,
  price_paise: product.pricePaise,
  offer_price_paise: product.offerPricePaise,
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
  ...{ ...unplaced, ...(product.family ? { family: JSON.stringify(product.family) } : {}) },
  created_at: createdAt,
})

/** Throws BAD_INPUT. */
export function categorySlug(category: string) {
  const found = findCategory(category)
  if (!found) throw badInput({ category: message('NO_SUCH_CATEGORY') })
  return found.path
}

/** The last one is the newest. `db` may be a transaction. */
export async function createProducts(db: Db, products: readonly NewProduct[], now: Date) {
  const rows = products.map((product, at) => toRow(product, now.getTime() - (products.length - at) * 1000))
  await db.insertInto('products').values(rows).execute()
}
