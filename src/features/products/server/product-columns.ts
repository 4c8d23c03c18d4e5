import { factsAfter } from '#features/catalog/facts/facts.contract.ts'
import { parseFamily } from '#features/catalog/families/server/siblings.ts'
import { descriptionColumns, nameColumns } from '#features/catalog/search/server/product-words.ts'
import { parseDescription, parseFacts } from '#features/catalog/server/catalog.service.ts'
import { categorySlug, type NewProduct, skuColumns } from '#features/catalog/server/products.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { ProductChange, ProductData } from '../product-data.contract.ts'

/** Throws BAD_INPUT. */
export const newProduct = (data: ProductData, images: readonly ProductPicture[], inStock = true): NewProduct => ({
  name: data.name,
  category: categorySlug(data.category),
  pricePaise: data.price,
  offerPricePaise: data.offerPrice,
  description: data.description ?? [],
  facts: factsAfter({}, data.facts ?? {}),
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
  family: data.family ?? null,
})

interface Before {
  /** As they are stored. */
  description: string
  facts: string
  family: string | null
}
type Described = Pick<ProductChange, 'description' | 'facts' | 'family'>

/** Lines of text, facts and family go together into what a product is found by. */
const describedColumns = (before: Before, { description, facts, family }: Described) =>
  descriptionColumns(
    description ?? parseDescription(before.description),
    factsAfter(parseFacts(before.facts), facts ?? {}),
    family === undefined ? parseFamily(before.family) : family,
  )
const isDescribed = ({ description, facts, family }: Described) =>
  description !== undefined || facts !== undefined || family !== undefined

/** The given fields in the columns of `products`, of a product that was `before`. Throws BAD_INPUT. */
export const columnsOf = (before: Before, said: Omit<ProductChange, 'images' | 'pictureTexts' | 'version'>) => ({
  ...(said.name === undefined ? {} : nameColumns(said.name)),
  ...(said.category === undefined ? {} : { category: categorySlug(said.category) }),
  ...(said.price === undefined ? {} : { price_paise: said.price }),
  ...(said.offerPrice === undefined ? {} : { offer_price_paise: said.offerPrice }),
  ...(isDescribed(said) ? describedColumns(before, said) : {}),
  ...(said.weight === undefined ? {} : { weight: said.weight || null }),
  ...(said.stock === undefined ? {} : { stock: said.stock }),
  ...(said.producer === undefined ? {} : { producer_id: said.producer || null }),
  ...(said.makerPrice === undefined ? {} : { maker_price_paise: said.makerPrice }),
  ...(said.costs === undefined ? {} : { costs_paise: said.costs }),
  ...(said.deliveryDays === undefined ? {} : { delivery_days: said.deliveryDays }),
  ...(said.returnable === undefined ? {} : { returnable: said.returnable ? 1 : 0 }),
  ...(said.sku === undefined ? {} : skuColumns(said.sku)),
  ...(said.family === undefined ? {} : { family: said.family ? JSON.stringify(said.family) : null }),
})
