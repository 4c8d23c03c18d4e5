import { z } from 'zod'
import { Batch, BatchesData } from '#features/catalog/batches/batches.contract.ts'
import { Category, familyTaken, Product, productNotFound } from '#features/catalog/catalog.contract.ts'
import { message as catalogMessage } from '#features/catalog/catalog.messages.ts'
import { MAX_PICTURE_TEXT } from '#features/catalog/catalog.picture-texts.ts'
import { MAX_SKU } from '#features/catalog/catalog.sku.ts'
import { FactsData, type FactValues, factsAfter } from '#features/catalog/facts/facts.contract.ts'
import { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { MarksData, OfficeMark } from '#features/catalog/marks/marks.contract.ts'
import { withTax } from '#features/prices/prices.tax.ts'
import { readDayRange, writeDayRange } from '#shared/day-range.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { type Message, textOf } from '#shared/messages.ts'
import { fromRupees, isWholePaise, MAX_PRICE_PAISE, type Paise, toRupees } from '#shared/money.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText, visibleLine } from '#shared/text.ts'
import { MAX_PICTURES, MAX_PICTURES_AT_ONCE } from './product-pictures.rules.ts'
import { appError, finding, message } from './products.messages.ts'

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
const MAX_STOCK = 1_000_000
export const MAX_NAME = 200
const MAX_DESCRIPTION_LINES = 50
const MAX_LINE = 500
const MAX_WEIGHT = 40
export const tooManyPictures = message('TOO_MANY_IMAGES', { most: MAX_PICTURES })

/** `most`: pictures of a product. */
export const hasAllImages = appError('TOO_MANY_IMAGES', 409)
export const stockUsedUp = appError('STOCK_USED_UP', 409)
export const stockInBatches = appError('STOCK_IN_BATCHES', 409, () => ({
  findings: { stock: message('STOCK_IN_BATCHES') },
}))
/** `name`: of the product that has it. */
export const skuTaken = appError('SKU_TAKEN', 409, (holder) => ({ findings: { sku: message('SKU_TAKEN', holder) } }))
/** `missing`: what the category asks for and the product does not state; `fields` has each. */
export const factsMissing = appError('FACTS_MISSING', 400, ({ missing }) => ({
  findings: Object.fromEntries(missing.map((name) => [`facts.${name}`, message('FACT_ASKED_FOR')])),
}))
/** Rupees as typed, above 0 (or from 0), at most ₹1,00,00,000; gives paise. */
const price = (of: Message, { isFree = false } = {}) =>
  z.number({ error: finding('AMOUNT_NO_NUMBER', { of }) }).transform((rupees, ctx) => {
    const refuse = (problem: string) => {
      ctx.issues.push({ code: 'custom', input: rupees, message: problem })
      return z.NEVER
    }
    if (rupees < 0 && isFree) return refuse(finding('AMOUNT_BELOW_NOTHING', { of }))
    if (rupees <= 0 && !isFree) return refuse(finding('AMOUNT_NOTHING', { of }))
    if (rupees > toRupees(MAX_PRICE_PAISE)) return refuse(finding('AMOUNT_TOO_HIGH', { of, most: MAX_PRICE_PAISE }))
    if (!isWholePaise(rupees)) return refuse(finding('AMOUNT_TOO_EXACT', { of }))
    return fromRupees(rupees)
  })

/** Lines, or one text with a line for each point, without empty ones. */
const Description = z
  .union([z.array(z.string()), z.string()], { error: finding('DESCRIPTION_NO_LINES') })
  .transform((value) =>
    (typeof value === 'string' ? value.split(/\r\n?|\n/) : value).map((line) => line.trim()).filter(Boolean),
  )
  .refine(
    (lines) => lines.length <= MAX_DESCRIPTION_LINES,
    finding('DESCRIPTION_TOO_MANY_LINES', { most: MAX_DESCRIPTION_LINES }),
  )
  .refine(
    (lines) => lines.every((line) => line.length <= MAX_LINE),
    finding('DESCRIPTION_LINE_TOO_LONG', { most: MAX_LINE }),
  )

const Stock = z
  .int({ error: finding('STOCK_NO_NUMBER') })
  .min(0, finding('STOCK_BELOW_NOTHING'))
  .max(MAX_STOCK, finding('STOCK_TOO_HIGH', { most: MAX_STOCK }))

/** "4-8" or "5"; gives '4-8', or null for nothing. */
const DeliveryDaysText = z.string({ error: finding('DELIVERY_DAYS_UNCLEAR') }).transform((text, ctx) => {
  if (text.trim() === '') return null
  const range = readDayRange(text)
  if (range) return writeDayRange(range)
  ctx.issues.push({ code: 'custom', input: text, message: finding('DELIVERY_DAYS_UNCLEAR') })
  return z.NEVER
})

/** Read out for a picture; empty: the product's name. */
const PictureText = z
  .string({ error: finding('IMAGE_TEXT_NO_TEXT') })
  .overwrite(visibleLine)
  .trim()
  .max(MAX_PICTURE_TEXT, finding('IMAGE_TEXT_TOO_LONG', { most: MAX_PICTURE_TEXT }))

/** One for each picture, in their order. */
const PictureTexts = z.array(PictureText).max(MAX_PICTURES, textOf(tooManyPictures))

const productFields = z.object({
  name: personText(message('PRODUCT_NAME'), MAX_NAME),
  category: z
    .string({ error: finding('CATEGORY_MISSING') })
    .min(1, finding('CATEGORY_MISSING'))
    .pipe(Category),
  price: price(message('PRICE')),
  /** At most the price. */
  offerPrice: price(message('OFFER_PRICE')),
  /** For one piece; empty: not stated. Needs a producer, and may be above the offer price. */
  makerPrice: price(message('MAKER_PRICE'), { isFree: true }).nullish(),
  /** Packing, courier and payment of a piece; empty: none. */
  costs: price(message('PRODUCT_COSTS'), { isFree: true }).nullish(),
  description: Description.optional(),
  /** What it states, by field; null takes one away, what is not named stays. */
  facts: FactsData.optional(),
  /** All its marks; a mark keeps its certificate by its kind. */
  marks: MarksData.optional(),
  weight: z
    .string()
    .trim()
    .max(MAX_WEIGHT, finding('WEIGHT_TOO_LONG', { most: MAX_WEIGHT }))
    .nullish(),
  /** Empty: not counted; 0 turns inStock off. */
  stock: Stock.nullish(),
  /** All its batches: its stock is then what may be sold of them, and no other can be typed. None: its stock is counted as a whole again. */
  batches: BatchesData.optional(),
  /** Order to door, such as 4-8; empty: the shop's. */
  deliveryDays: DeliveryDaysText.nullish(),
  /** Unique without case and outer spaces; empty for none. */
  sku: z
    .string({ error: finding('SKU_NO_TEXT') })
    .overwrite(visibleLine)
    .trim()
    .max(MAX_SKU, finding('SKU_TOO_LONG', { most: MAX_SKU }))
    .nullish(),
  /** False: it can be returned only if it came damaged. New products: true, but false for food. */
  returnable: z.boolean({ error: finding('RETURNABLE_UNCLEAR') }).optional(),
  /** An approved producer's id; empty for none. */
  producer: z.string().max(64).nullish(),
  /** Found by its name within category and producer, else made. Null takes the product out of its family. */
  family: StatedFamily.nullish(),
  pictureTexts: PictureTexts.optional(),
  /** True takes it off sale. False only publishes a draft. */
  draft: z.boolean({ error: finding('DRAFT_UNCLEAR') }).optional(),
})

export const offerAbovePrice = message('OFFER_ABOVE_PRICE')
export const isOfferTooHigh = (prices: { price: Paise; offerPrice: Paise }) => prices.offerPrice > prices.price

export const makerPriceNeedsProducer = message('MAKER_PRICE_NEEDS_PRODUCER')
export const lacksMaker = ({
  makerPrice,
  producer,
}: {
  makerPrice?: Paise | null | undefined
  producer?: string | null | undefined
}) => makerPrice != null && !producer

/** A stated MRP is what a piece costs at most, every tax included; undefined where it is no less than what is paid. */
export function mrpProblem({ mrp }: FactValues, offerPrice: Paise) {
  const paid = withTax(offerPrice)
  return typeof mrp === 'number' && mrp < paid ? catalogMessage('MRP_BELOW_PAID', { paid }) : undefined
}

/** JSON in a multipart form, with up to 4 files named `images`. */
export const ProductData = productFields.superRefine((product, ctx) => {
  if (isOfferTooHigh(product)) ctx.addIssue({ code: 'custom', path: ['offerPrice'], message: textOf(offerAbovePrice) })
  if (lacksMaker(product))
    ctx.addIssue({ code: 'custom', path: ['makerPrice'], message: textOf(makerPriceNeedsProducer) })
  const tooLow = mrpProblem(factsAfter({}, product.facts ?? {}), product.offerPrice)
  if (tooLow) ctx.addIssue({ code: 'custom', path: ['facts', 'mrp'], message: textOf(tooLow) })
})
export type ProductData = z.output<typeof ProductData>

const Version = z.int(finding('VERSION_NO_NUMBER'))

/** Only the changes. `images` is the new order: keys of stored pictures, and `new:0`, `new:1`, … for sent files, which come last without it. */
export const ProductChange = productFields.partial().extend({
  images: z.array(z.string().max(100)).max(MAX_PICTURES, textOf(tooManyPictures)).optional(),
  /** The version that was edited; if it is old, PRODUCT_CHANGED and no change. */
  version: Version.optional(),
})
export type ProductChange = z.output<typeof ProductChange>

const NewPicture = z.object({
  pictureText: PictureText.optional(),
  /** The version to which it is added; if it is old, PRODUCT_CHANGED and no change. */
  version: Version.optional(),
})
export type NewPicture = z.output<typeof NewPicture>

export const SellerProduct = Product.omit({ shares: true, family: true, marks: true }).extend({
  /** Valid or not, with a certificate or without. */
  marks: z.array(OfficeMark),
  /** For one piece; null: not stated. */
  makerPrice: Rupees.nullable(),
  /** For one piece; null: nothing. */
  costs: Rupees.nullable(),
  /** Shoppers do not see it. */
  sku: z.string().optional(),
  /** null: not counted. */
  stock: z.int().nullable(),
  /** Those of a product in batches. */
  batches: z.array(Batch).optional(),
  returnable: z.boolean(),
  family: StatedFamily.optional(),
  /** The time of a raise, for the 30 days without an offer. */
  priceRaisedAt: IsoTime.optional(),
  /** Not on sale; drafts count, too. */
  isArchived: z.boolean(),
  isDraft: z.boolean(),
  /** Comes back with its suspended producer. */
  isSuspended: z.boolean(),
  /** Raised by edits and imports, not by orders and the stock switch. */
  version: z.int(),
})
export type SellerProduct = z.output<typeof SellerProduct>

/** The product now, and who changed it when. */
export const ProductChanged = z.object({
  product: SellerProduct,
  producerName: z.string().optional(),
  /** The e-mail address of the seller's account. */
  changedBy: z.string().optional(),
  changedAt: IsoTime.optional(),
})
export type ProductChanged = z.output<typeof ProductChanged>
export const productChanged = appError('PRODUCT_CHANGED', 409, (now) => ({ details: z.encode(ProductChanged, now) }))

export const SavedProduct = z.object({ message: z.string(), product: SellerProduct })

const productForm = {
  json: 'productData',
  file: 'images',
  most: MAX_PICTURES_AT_ONCE,
  maxBytes: MAX_IMAGE_BYTES,
  tooMany: message('TOO_MANY_IMAGES_AT_ONCE', { most: MAX_PICTURES_AT_ONCE }),
  tooLarge: message('IMAGE_TOO_LARGE'),
} as const

export const addProduct = endpoint('POST', '/api/product/add', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  isHeavy: true,
  summary: 'Add a product, with its pictures',
  input: 'multipart',
  form: productForm,
  body: ProductData,
  status: 201,
  response: SavedProduct,
  errors: [skuTaken, familyTaken, stockInBatches],
})

export const editProduct = endpoint('PATCH', '/api/product/:id', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  isHeavy: true,
  summary: 'Edit a product',
  params: z.object({ id: Id }),
  input: 'multipart',
  form: productForm,
  body: ProductChange,
  response: SavedProduct,
  errors: [productNotFound, productChanged, skuTaken, familyTaken, stockInBatches],
})

/** Comes last; an edit orders them. */
export const addPicture = endpoint('POST', '/api/product/:id/picture', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  isHeavy: true,
  summary: 'Add one picture to a product, up to 8',
  params: z.object({ id: Id }),
  input: 'multipart',
  form: {
    fields: { pictureText: 'text', version: 'json' },
    file: 'picture',
    most: 1,
    maxBytes: MAX_IMAGE_BYTES,
    tooMany: message('IMAGES_ONE_BY_ONE'),
    tooLarge: message('IMAGE_TOO_LARGE'),
  },
  body: NewPicture,
  status: 201,
  response: SavedProduct,
  errors: [productNotFound, productChanged, hasAllImages],
})

/** All not archived; with `archived=1` the archived ones. */
export const exportProducts = endpoint('GET', '/api/product/export.csv', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Products as CSV',
  isHeavy: true,
  query: z.object({ archived: z.enum(['0', '1']).optional() }),
  file: CSV_TYPE,
})

/** The same as a spreadsheet, with identifiers as text. */
export const exportProductsXlsx = endpoint('GET', '/api/product/export.xlsx', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Products as .xlsx',
  isHeavy: true,
  query: z.object({ archived: z.enum(['0', '1']).optional() }),
  file: XLSX_TYPE,
})

/** `all` on sale; `low`: few left of a counted stock. */
export const stockViews = ['all', 'in', 'out', 'low', 'drafts', 'archived'] as const
export type StockView = (typeof stockViews)[number]

/** `stock`: fewest first, uncounted last. */
export const sellerSorts = ['newest', 'name', 'stock', 'price-asc', 'price-desc'] as const
export type SellerSort = (typeof sellerSorts)[number]

const sellerFilters = {
  q: Search,
  view: z.enum(stockViews).optional(),
  category: Category.optional(),
  sort: z.enum(sellerSorts).optional(),
}

/** By default newest first; 25 a page. `counts` are of the search and the category. */
export const listSellerProducts = endpoint('GET', '/api/product/seller', {
  access: 'seller',
  rights: ['catalogue'],
  summary: "The seller's products",
  query: z.object({ ...sellerFilters, page: Page }),
  response: z.object({
    products: z.array(SellerProduct),
    ...pageFields,
    counts: z.object({ all: z.int(), in: z.int(), out: z.int(), low: z.int(), drafts: z.int(), archived: z.int() }),
  }),
})

/** The most products of one call. */
export const MAX_SELECTED = 300

/** The first 300 of the whole list, to select all. */
export const listSellerProductIds = endpoint('GET', '/api/product/seller/ids', {
  access: 'seller',
  rights: ['catalogue'],
  summary: "Ids of the seller's products, to select all that fit",
  query: z.object(sellerFilters),
  response: z.object({ ids: z.array(z.string()) }),
})

export const Selected = z
  .array(Id)
  .min(1, finding('NO_PRODUCT_SELECTED'))
  .max(MAX_SELECTED, finding('TOO_MANY_SELECTED', { most: MAX_SELECTED }))
export const BulkResults = z.array(z.object({ _id: z.string(), ok: z.boolean(), message: z.string() }))

export const bulkActs = ['archive', 'unarchive', 'in-stock', 'out-of-stock'] as const
export type BulkAct = (typeof bulkActs)[number]

/** Changes many products alike; failures say why. Idempotent. `unarchive` publishes drafts. `results` are in the order asked. */
export const changeProducts = endpoint('POST', '/api/product/bulk', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Archive, bring back or switch many products',
  body: z.object({
    products: Selected,
    to: z.enum(bulkActs, { error: finding('ACT_MISSING') }),
  }),
  response: z.object({
    message: z.string(),
    results: BulkResults,
  }),
})
export type BulkResult = z.output<typeof changeProducts.response>['results'][number]

/** Finds archived products, too. */
export const getSellerProduct = endpoint('GET', '/api/product/seller/:id', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'One product, for editing',
  params: z.object({ id: Id }),
  response: z.object({ product: SellerProduct, producerName: z.string() }),
  errors: [productNotFound],
})

/** `stock` sets the count (null: not counted); 0 turns inStock off. */
export const setStock = endpoint('POST', '/api/product/stock', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Switch stock on or off',
  body: z.object({ id: Id, inStock: z.boolean({ error: finding('STOCK_SWITCH_MISSING') }), stock: Stock.nullish() }),
  response: SavedProduct,
  errors: [productNotFound, stockUsedUp, stockInBatches],
})

const ofProduct = {
  access: 'seller',
  rights: ['catalogue'],
  params: z.object({ id: Id }),
  response: SavedProduct,
  errors: [productNotFound],
} as const

/** Orders keep it. Idempotent. A draft is one no more. */
export const archiveProduct = endpoint('POST', '/api/product/:id/archive', {
  ...ofProduct,
  summary: 'Take a product out of the shop',
})

export const unarchiveProduct = endpoint('POST', '/api/product/:id/unarchive', {
  ...ofProduct,
  summary: 'Bring an archived product back, or publish a draft',
})

/** A draft with the same pictures and words; counted stock begins at 0. */
export const duplicateProduct = endpoint('POST', '/api/product/:id/duplicate', {
  ...ofProduct,
  summary: 'Duplicate a product as a draft',
  status: 201,
})
