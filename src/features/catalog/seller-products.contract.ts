import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { dayRangeHint, readDayRange, writeDayRange } from '#shared/day-range.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { fromRupees, isWholePaise, MAX_PRICE_PAISE, type Paise, toRupees } from '#shared/money.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText, visibleLine } from '#shared/text.ts'
import { Category, Product, productNotFound } from './catalog.contract.ts'
import { MAX_SKU } from './catalog.sku.ts'

export const MAX_PICTURES = 4
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
const MAX_STOCK = 1_000_000
export const MAX_NAME = 200
const MAX_DESCRIPTION_LINES = 50
const MAX_LINE = 500
const MAX_WEIGHT = 40
const tooManyPictures = `A product can have at most ${MAX_PICTURES} images`

export const stockUsedUp = appError(
  'STOCK_USED_UP',
  409,
  (name: string) => `${name} has 0 left. Enter the new stock count to sell it again`,
)
/** `name`: the product that has it. */
export const skuTaken = appError(
  'SKU_TAKEN',
  409,
  (name: string) => `${name} has this SKU already. Use another one`,
  (name) => ({ fields: { sku: `${name} has this SKU already. Use another one` } }),
)
/** Rupees as typed, more than 0 (or from 0 on) and at most ₹1,00,00,000; what comes out is paise. */
const price = (name: string, { isFree = false } = {}) =>
  z.number({ error: `Enter ${name} as a number` }).transform((rupees, ctx) => {
    const refuse = (message: string) => {
      ctx.issues.push({ code: 'custom', input: rupees, message })
      return z.NEVER
    }
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (rupees < 0) return refuse(isFree ? `${label} cannot be less than ₹0` : `${label} must be more than ₹0`)
    if (rupees === 0 && !isFree) return refuse(`${label} must be more than ₹0`)
    if (rupees > toRupees(MAX_PRICE_PAISE)) return refuse(`${label} can be at most ₹1,00,00,000`)
    if (!isWholePaise(rupees)) return refuse(`Use at most 2 decimals for ${name}`)
    return fromRupees(rupees)
  })

/** Lines, or one text with a line for each point. Empty lines are dropped. */
const Description = z
  .union([z.array(z.string()), z.string()], { error: 'Enter the description as lines of text' })
  .transform((value) =>
    (typeof value === 'string' ? value.split(/\r\n?|\n/) : value).map((line) => line.trim()).filter(Boolean),
  )
  .refine(
    (lines) => lines.length <= MAX_DESCRIPTION_LINES,
    `Use at most ${MAX_DESCRIPTION_LINES} lines for the description`,
  )
  .refine(
    (lines) => lines.every((line) => line.length <= MAX_LINE),
    `Use at most ${MAX_LINE} characters for each line of the description`,
  )

const Stock = z
  .int({ error: 'Enter the stock as a whole number' })
  .min(0, 'Stock cannot be less than 0')
  .max(MAX_STOCK, 'Stock can be at most 10,00,000')

/** "4-8" or "5" as typed; what comes out is '4-8', or null for nothing. */
const DeliveryDaysText = z.string({ error: `Enter ${dayRangeHint}` }).transform((text, ctx) => {
  if (text.trim() === '') return null
  const range = readDayRange(text)
  if (range) return writeDayRange(range)
  ctx.issues.push({ code: 'custom', input: text, message: `Enter ${dayRangeHint}` })
  return z.NEVER
})

const productFields = z.object({
  name: personText('the product name', MAX_NAME),
  category: z.string({ error: 'Choose a category' }).min(1, 'Choose a category').pipe(Category),
  price: price('the price'),
  /** What is paid; at most the price. */
  offerPrice: price('the offer price'),
  /** What the producer asks for one piece; empty: not stated. Needs a producer. It may be above the offer price. */
  makerPrice: price("the maker's price", { isFree: true }).nullish(),
  /** What packing, courier and payment of one piece cost the shop; empty: nothing. */
  costs: price('the costs', { isFree: true }).nullish(),
  description: Description.optional(),
  weight: z.string().trim().max(MAX_WEIGHT, `Use at most ${MAX_WEIGHT} characters for the weight`).nullish(),
  /** Pieces; empty means not counted, 0 turns inStock off. */
  stock: Stock.nullish(),
  /** Days from the order to the door, such as 4-8; empty: those of the shop. */
  deliveryDays: DeliveryDaysText.nullish(),
  /** The seller's own number, which no other product has; empty for none. Compared without case and outer spaces. */
  sku: z
    .string({ error: 'Enter the SKU as text' })
    .overwrite(visibleLine)
    .trim()
    .max(MAX_SKU, `Use at most ${MAX_SKU} characters for the SKU`)
    .nullish(),
  /** Can be returned, also when it is not damaged. Left out of a new product: true, and false for food. */
  returnable: z.boolean({ error: 'Say whether it can be returned' }).optional(),
  /** Id of an approved producer; empty for none. */
  producer: z.string().max(64).nullish(),
  /** True: out of the shop until it is published. False publishes a draft, and changes nothing else. */
  draft: z.boolean({ error: 'Say whether it is a draft' }).optional(),
})

export const offerAbovePrice = 'Offer price is higher than the price. Lower it'
export const isOfferTooHigh = (prices: { price: Paise; offerPrice: Paise }) => prices.offerPrice > prices.price

export const makerPriceNeedsProducer = "A maker's price needs a producer. Choose one, or leave the maker's price empty"
export const lacksMaker = ({
  makerPrice,
  producer,
}: {
  makerPrice?: Paise | null | undefined
  producer?: string | null | undefined
}) => makerPrice != null && !producer

/** `productData` of product/add: JSON in a multipart form, next to up to 4 files named `images`. */
export const ProductData = productFields.superRefine((product, ctx) => {
  if (isOfferTooHigh(product)) ctx.addIssue({ code: 'custom', path: ['offerPrice'], message: offerAbovePrice })
  if (lacksMaker(product)) ctx.addIssue({ code: 'custom', path: ['makerPrice'], message: makerPriceNeedsProducer })
})
export type ProductData = z.output<typeof ProductData>

/**
 * `productData` of an edit: only what changes. `images` is the new order: keys of pictures that stay, and `new:0`, `new:1`, … for
 * the files sent along, in the order they were sent. Without it the files come after the pictures there are.
 */
export const ProductChange = productFields.partial().extend({
  images: z.array(z.string().max(100)).max(MAX_PICTURES, tooManyPictures).optional(),
  /** The version of the product that was edited. If it is no longer the current one, nothing is changed: PRODUCT_CHANGED. */
  version: z.int('Send the version as a whole number').optional(),
})
export type ProductChange = z.output<typeof ProductChange>

/** A product as the seller sees it: with the figures from which its shares follow. */
export const SellerProduct = Product.omit({ shares: true }).extend({
  /** What the producer asks for one piece; null: not stated. */
  makerPrice: Rupees.nullable(),
  /** What packing, courier and payment of one piece cost the shop; null: nothing. */
  costs: Rupees.nullable(),
  /** The seller's own number; left out where there is none. Shoppers do not see it. */
  sku: z.string().optional(),
  /** Pieces left; null when they are not counted. */
  stock: z.int().nullable(),
  returnable: z.boolean(),
  /** When the price was raised, for the 30 days in which shoppers see no offer against it. */
  priceRaisedAt: IsoTime.optional(),
  /** Out of the shop; a draft is, too. */
  isArchived: z.boolean(),
  /** Not on sale yet. */
  isDraft: z.boolean(),
  /** Archived only because its producer is suspended: it comes back with the producer. */
  isSuspended: z.boolean(),
  /** Counted up by each edit and by imports that change it; not by orders, nor by the stock switch. */
  version: z.int(),
})
export type SellerProduct = z.output<typeof SellerProduct>

/** Beside the refusal of an edit that began before another one was saved: what the product is now, and who changed it when. */
export const ProductChanged = z.object({
  product: SellerProduct,
  producerName: z.string().optional(),
  /** E-mail address of the seller's account. */
  changedBy: z.string().optional(),
  changedAt: IsoTime.optional(),
})
export type ProductChanged = z.output<typeof ProductChanged>
export const productChanged = appError(
  'PRODUCT_CHANGED',
  409,
  ({ changedBy = 'Somebody', product }: ProductChanged) =>
    `${changedBy} has changed ${product.name} meanwhile. Look at what changed, then save again`,
  (now) => ({ details: z.encode(ProductChanged, now) }),
)

export const SavedProduct = z.object({ message: z.string(), product: SellerProduct })

const productForm = {
  json: 'productData',
  file: 'images',
  most: MAX_PICTURES,
  maxBytes: MAX_IMAGE_BYTES,
  tooMany: tooManyPictures,
  tooLarge: 'An image can have at most 10 MB',
} as const

export const addProduct = endpoint('POST', '/api/product/add', {
  access: 'seller',
  summary: 'Add a product, with its pictures',
  input: 'multipart',
  form: productForm,
  body: ProductData,
  status: 201,
  response: SavedProduct,
  errors: [skuTaken],
})

export const editProduct = endpoint('PATCH', '/api/product/:id', {
  access: 'seller',
  summary: 'Edit a product',
  params: z.object({ id: Id }),
  input: 'multipart',
  form: productForm,
  body: ProductChange,
  response: SavedProduct,
  errors: [productNotFound, productChanged, skuTaken],
})

/** Every product that is not archived; with `archived=1` the archived ones. */
export const exportProducts = endpoint('GET', '/api/product/export.csv', {
  access: 'seller',
  summary: 'Products as CSV',
  isHeavy: true,
  query: z.object({ archived: z.enum(['0', '1']).optional() }),
  file: CSV_TYPE,
})

/** `all` is in the shop; `low`: counted, and few are left. */
export const stockViews = ['all', 'in', 'out', 'low', 'drafts', 'archived'] as const
export type StockView = (typeof stockViews)[number]

/** `stock`: fewest first, those that are not counted last. */
export const sellerSorts = ['newest', 'name', 'stock', 'price-asc', 'price-desc'] as const
export type SellerSort = (typeof sellerSorts)[number]

const sellerFilters = {
  q: Search,
  view: z.enum(stockViews).optional(),
  category: Category.optional(),
  sort: z.enum(sellerSorts).optional(),
}

/** Newest first where `sort` does not say otherwise, 25 a page. `counts` fit the search and the category. */
export const listSellerProducts = endpoint('GET', '/api/product/seller', {
  access: 'seller',
  summary: "The seller's products",
  query: z.object({ ...sellerFilters, page: Page }),
  response: z.object({
    products: z.array(SellerProduct),
    ...pageFields,
    counts: z.object({ all: z.int(), in: z.int(), out: z.int(), low: z.int(), drafts: z.int(), archived: z.int() }),
  }),
})

/** Most products that are changed by one call. */
export const MAX_SELECTED = 300

/** The first 300 of the list, on whatever page they are: to select all that fit. */
export const listSellerProductIds = endpoint('GET', '/api/product/seller/ids', {
  access: 'seller',
  summary: "Ids of the seller's products, to select all that fit",
  query: z.object(sellerFilters),
  response: z.object({ ids: z.array(z.string()) }),
})

/** Ids of products for one act. */
export const Selected = z
  .array(Id)
  .min(1, 'Select at least one product')
  .max(MAX_SELECTED, `Select at most ${MAX_SELECTED} products`)
export const BulkResults = z.array(z.object({ _id: z.string(), ok: z.boolean(), message: z.string() }))

export const bulkActs = ['archive', 'unarchive', 'in-stock', 'out-of-stock'] as const
export type BulkAct = (typeof bulkActs)[number]

/**
 * Does the same to many products. One that cannot be done says why, and the others are done; the same again changes nothing.
 * `unarchive` publishes drafts. `results` are in the order asked.
 */
export const changeProducts = endpoint('POST', '/api/product/bulk', {
  access: 'seller',
  summary: 'Archive, bring back or switch many products',
  body: z.object({
    products: Selected,
    to: z.enum(bulkActs, { error: 'Say what to do with the products' }),
  }),
  response: z.object({
    message: z.string(),
    results: BulkResults,
  }),
})
export type BulkResult = z.output<typeof changeProducts.response>['results'][number]

/** An archived one too. */
export const getSellerProduct = endpoint('GET', '/api/product/seller/:id', {
  access: 'seller',
  summary: 'One product, for editing',
  params: z.object({ id: Id }),
  response: z.object({ product: SellerProduct }),
  errors: [productNotFound],
})

/** The stock switch. `stock` sets the count (null: not counted); 0 turns inStock off. */
export const setStock = endpoint('POST', '/api/product/stock', {
  access: 'seller',
  summary: 'Switch stock on or off',
  body: z.object({ id: Id, inStock: z.boolean({ error: 'Say whether it is in stock' }), stock: Stock.nullish() }),
  response: SavedProduct,
  errors: [productNotFound, stockUsedUp],
})

const ofProduct = {
  access: 'seller',
  params: z.object({ id: Id }),
  response: SavedProduct,
  errors: [productNotFound],
} as const

/** Out of the shop; orders keep it. The same again changes nothing. A draft is a draft no more. */
export const archiveProduct = endpoint('POST', '/api/product/:id/archive', {
  ...ofProduct,
  summary: 'Take a product out of the shop',
})

export const unarchiveProduct = endpoint('POST', '/api/product/:id/unarchive', {
  ...ofProduct,
  summary: 'Bring an archived product back, or publish a draft',
})

/** A draft with the same pictures and words. Counted pieces are not copied: it begins with 0. */
export const duplicateProduct = endpoint('POST', '/api/product/:id/duplicate', {
  ...ofProduct,
  summary: 'Duplicate a product as a draft',
  status: 201,
})
