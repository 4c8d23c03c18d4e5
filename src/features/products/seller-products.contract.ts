import { z } from 'zod'
import { Batch } from '#features/catalog/batches/batches.contract.ts'
import { Category, familyTaken, Product, productNotFound } from '#features/catalog/catalog.contract.ts'
import { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { OfficeMark } from '#features/catalog/marks/marks.contract.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { MAX_IMAGE_BYTES, NewPicture, ProductChange, ProductData, Stock } from './product-data.contract.ts'
import { MAX_PICTURES_AT_ONCE } from './product-pictures.rules.ts'
import { appError, finding, message } from './products.messages.ts'

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
  /** Only what this producer makes, suspended ones too. */
  producer: Id.optional(),
  sort: z.enum(sellerSorts).optional(),
}

/** By default newest first; 25 a page. `counts` are of the search, the category and the producer. */
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
