import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { withTax } from '#features/prices/prices.tax.ts'
import { type Paise, writeRupees } from '#shared/money.ts'
import type { DayRange } from '#shared/reading/day-range.ts'
import { findCategory, productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import { deliveryDaysOf, fromReturn } from '../../catalog.delivery.ts'
import { SHIPPING_PAISE } from '../../catalog.shipping.ts'
import { isList, sizeText, wordOf } from '../../facts/facts.texts.ts'
import { propertiesOf } from '../../families/families.properties.ts'

/** What the feeds know of a product. */
export interface FeedItem {
  product: Omit<Product, 'shares'>
  /** Its producer, else the shop. */
  brand: string
  /** What it shares with others that differ in size or colour. */
  family?: { id: string; axes: Readonly<Record<string, string>> }
  shop: FeedShop
}

export interface FeedShop {
  publicUrl: string
  deliveryDays: DayRange
  /** Promises count from it. */
  now: Date
  shipTo: readonly string[]
}

/** A text, several, or a text for each part of the field; a feed has no field for undefined. */
export type FieldValue = string | readonly string[] | Readonly<Record<string, string>> | undefined

interface FeedField {
  /** As both platforms call it. */
  name: string
  /** For both platforms, or for each its own; a platform without one does not have the field. */
  of?: (item: FeedItem) => FieldValue
  google?: (item: FeedItem) => FieldValue
  meta?: (item: FeedItem) => string | undefined
}

/** More is cut off: Google takes 5,000 characters, Meta more. */
const MAX_DESCRIPTION = 5000
const MAX_WORDS = 3
/** Pictures besides the first. */
const MAX_MORE_PICTURES = 10

const inRupees = (price: Paise) => `${writeRupees(price)} INR`
const pictureOf = ({ key, widths }: ProductPicture) => `/media/${key}/${Math.max(...widths)}.webp`
const isOnOffer = ({ price, offerPrice }: FeedItem['product']) => offerPrice < price
/** "Cotton/Silk", as both platforms write several; they take three. */
const severalOf = ({ product: { facts = {} } }: FeedItem, name: 'colour' | 'material') => {
  const value = facts[name]
  return value !== undefined && isList(value) ? value.slice(0, MAX_WORDS).map(wordOf).join('/') : undefined
}
/** In what it differs from others of its family. */
const variantOf = ({ family }: FeedItem) => propertiesOf(family?.axes ?? {})
const shipsWithinIndia = ({ shop }: FeedItem) => shop.shipTo.includes('India')

/** What the feeds say of a product, a line a field. A price is what is paid for one piece: shipping is free, and the tax is in it. */
export const feedFields: readonly FeedField[] = [
  { name: 'id', of: ({ product }) => product._id },
  { name: 'title', of: ({ product }) => product.name },
  { name: 'description', of: ({ product }) => product.description.join('. ').slice(0, MAX_DESCRIPTION) },
  { name: 'link', of: ({ product, shop }) => shop.publicUrl + productUrl(product) },
  {
    name: 'image_link',
    of: ({ product: { images }, shop }) => images.slice(0, 1).map((one) => shop.publicUrl + pictureOf(one)),
  },
  {
    name: 'additional_image_link',
    of: ({ product: { images }, shop }) =>
      images.slice(1, 1 + MAX_MORE_PICTURES).map((one) => shop.publicUrl + pictureOf(one)),
  },
  {
    name: 'availability',
    google: ({ product }) => (product.inStock ? 'in_stock' : 'out_of_stock'),
    meta: ({ product }) => (product.inStock ? 'in stock' : 'out of stock'),
  },
  { name: 'price', of: ({ product }) => inRupees(withTax(product.price)) },
  {
    name: 'sale_price',
    of: ({ product }) => (isOnOffer(product) ? inRupees(withTax(product.offerPrice)) : undefined),
  },
  { name: 'condition', of: () => 'new' },
  { name: 'brand', of: ({ brand }) => brand },
  // Nothing that is made by hand has a number of its trade.
  { name: 'identifier_exists', google: () => 'no' },
  { name: 'product_type', of: ({ product }) => findCategory(product.category)?.text },
  { name: 'item_group_id', of: ({ family }) => family?.id },
  { name: 'color', of: (item) => variantOf(item).color ?? severalOf(item, 'colour') },
  { name: 'material', of: (item) => variantOf(item).material ?? severalOf(item, 'material') },
  { name: 'size', of: (item) => variantOf(item).size ?? sizeText(item.product.facts ?? {}) },
  { name: 'pattern', of: (item) => variantOf(item).pattern },
  {
    name: 'shipping',
    google: (item) => (shipsWithinIndia(item) ? googleShipping(item) : undefined),
    meta: (item) => (shipsWithinIndia(item) ? `IN::Standard:${inRupees(SHIPPING_PAISE)}` : undefined),
  },
]

/** Days from the order to the door, all of them on the way. */
function googleShipping({ product, shop }: FeedItem) {
  const { from, to } = fromReturn(deliveryDaysOf(product.deliveryDays, shop.deliveryDays), product.backOn, shop.now)
  return {
    ...{ country: 'IN', service: 'Standard', price: inRupees(SHIPPING_PAISE) },
    ...{ min_handling_time: '0', max_handling_time: '0', min_transit_time: String(from), max_transit_time: String(to) },
  }
}
