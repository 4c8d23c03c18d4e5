import { descriptionColumns, nameColumns } from '#features/catalog/search/server/product-words.ts'
import { categorySlug, type NewProduct, skuColumns } from '#features/catalog/server/products.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { ProductChange, ProductData } from '../seller-products.contract.ts'

/** Throws BAD_INPUT. */
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

/** The given fields in the columns of `products`. Throws BAD_INPUT. */
export const columnsOf = (said: Omit<ProductChange, 'images' | 'pictureTexts' | 'version'>) => ({
  ...(said.name === undefined ? {} : nameColumns(said.name)),
  ...(said.category === undefined ? {} : { category: categorySlug(said.category) }),
  ...(said.price === undefined ? {} : { price_paise: said.price }),
  ...(said.offerPrice === undefined ? {} : { offer_price_paise: said.offerPrice }),
  ...(said.description === undefined ? {} : descriptionColumns(said.description)),
  ...(said.weight === undefined ? {} : { weight: said.weight || null }),
  ...(said.stock === undefined ? {} : { stock: said.stock }),
  ...(said.producer === undefined ? {} : { producer_id: said.producer || null }),
  ...(said.makerPrice === undefined ? {} : { maker_price_paise: said.makerPrice }),
  ...(said.costs === undefined ? {} : { costs_paise: said.costs }),
  ...(said.deliveryDays === undefined ? {} : { delivery_days: said.deliveryDays }),
  ...(said.returnable === undefined ? {} : { returnable: said.returnable ? 1 : 0 }),
  ...(said.sku === undefined ? {} : skuColumns(said.sku)),
})
