import { z } from 'zod'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { Shares } from '#features/prices/prices.percentages.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { cursorFields, Limit, Page, pageFields, Search, Since } from '#shared/paging.ts'
import { Rupees, RupeesInQuery } from '#shared/rupees-codec.ts'
import { NextBatch } from './batches/batches.contract.ts'
import { findCategory } from './catalog.categories.ts'
import { appError, finding, message } from './catalog.messages.ts'
import { Facts } from './facts/facts.contract.ts'
import { isFilter } from './facts/facts.filters.ts'
import { Family } from './families/families.contract.ts'
import { Mark } from './marks/marks.contract.ts'

/** Most products in an answer without parameters. */
export const MAX_UNPAGED = 1000
/** Products in an answer without `limit`. Pages of the shop show `CARDS_PER_PAGE`. */
export const PRODUCTS_PER_PAGE = 48
export const MAX_RELATED = 5
const MAX_IDS = 100

export const productNotFound = appError('PRODUCT_NOT_FOUND', 404)
/** `name`: of the product that has these values. */
export const familyTaken = appError('FAMILY_TAKEN', 409, (holder) => ({
  findings: { family: message('FAMILY_TAKEN', holder) },
}))

export const Product = z.object({
  _id: z.string(),
  name: z.string(),
  category: z.string(),
  /** Struck through; equal to the offer price for 30 days after a raise. */
  price: Rupees,
  offerPrice: Rupees,
  /** Shares of one piece by today's percentages; null: the maker's price is not stated. */
  shares: Shares.nullable(),
  image: z.array(z.string()),
  /** The pictures of `image` with their sizes, in the same order. */
  images: z.array(ProductPicture),
  description: z.array(z.string()),
  /** What it states, by field (facts.fields.ts); missing where it states nothing. */
  facts: Facts.optional(),
  /** Its valid marks; missing where it has none. */
  marks: z.array(Mark).optional(),
  inStock: z.boolean(),
  /** Indian day on which its maker is back from a holiday. Where it is in stock it can be ordered meanwhile, and is sent then. */
  backOn: z.string().optional(),
  /** Pieces left, from 1 to 5, where they are counted. */
  left: z.int().optional(),
  /** The batch of the piece that is sold next, of a product in batches; it travels in a parcel of its own. */
  batch: NextBatch.optional(),
  /** '4-8': days from order to door, where not the shop's. */
  deliveryDays: z.string().optional(),
  /** It can be returned only if it comes damaged. */
  notReturnable: z.literal(true).optional(),
  weight: z.string().optional(),
  producer: z.string().optional(),
  /** The producer's name. */
  maker: z.string().optional(),
  /** The producer, if they send it; only in answers to `ids`, as a cart asks. */
  sentBy: z.string().optional(),
  family: Family.optional(),
  createdAt: IsoTime,
})
export type Product = z.output<typeof Product>

/** Takes slug or label in any case, gives the slug. */
export const Category = z.string().transform((value, ctx) => {
  const category = findCategory(value)
  if (category) return category.path
  ctx.issues.push({ code: 'custom', input: value, message: finding('NO_SUCH_CATEGORY') })
  return z.NEVER
})

const flag = z.enum(['1', 'true', '0', 'false']).transform((value) => value === '1' || value === 'true')

export const sorts = ['newest', 'price-asc', 'price-desc', 'saving', 'name'] as const
export type Sort = (typeof sorts)[number]

export const ProductQuery = z.object({
  q: Search,
  category: Category.optional(),
  min: RupeesInQuery.optional(),
  max: RupeesInQuery.optional(),
  offer: flag.optional(),
  sort: z.enum(sorts).optional(),
  page: Page,
  limit: Limit,
  inStock: flag.optional(),
  producer: Id.optional(),
  /** Lists cards: of a family only the first product that fits and is in stock, else the first that fits. Counts are of cards. */
  families: flag.optional(),
  /** Comma separated choices, such as `colour.blue,colour.indigo,material.cotton`: any of a field, all fields. */
  facts: z
    .string()
    .max(2500)
    .transform((value) => [...new Set(value.split(',').filter(Boolean))])
    .refine((choices) => choices.every(isFilter), {
      error: ({ input }) => finding('NO_SUCH_FACT', { typed: String(input).slice(0, 40) }),
    })
    .optional(),
  /** Counts beside the choices of facts, too. */
  countFacts: flag.optional(),
  /** Comma separated. */
  ids: z
    .string()
    .max(6500)
    .transform((value) => value.split(',').filter(Boolean))
    .refine((ids) => ids.length <= MAX_IDS, finding('TOO_MANY_IDS', { most: MAX_IDS }))
    .optional(),
})
export type ProductQuery = z.output<typeof ProductQuery>

/** Counts beside a list, each under search, stock and the named filters. */
export const Facets = z.object({
  /** Under the category, without price and offer: "5 products of 10". */
  all: z.int(),
  /** Products with a price cut, under category and price. */
  onOffer: z.int(),
  /** Under price and offer, in the order of categories, without empty ones. */
  categories: z.array(z.object({ path: z.string(), count: z.int() })),
  /**
   * Choices of facts by field, each under all other filters, and so without empty ones; only with `countFacts`, and where at most 20,000 products are
   * counted.
   */
  facts: z.record(z.string(), z.array(z.object({ choice: z.string(), count: z.int() }))).optional(),
})
export type Facets = z.output<typeof Facets>

export const ProductList = z.object({
  message: z.string(),
  products: z.array(Product),
  ...pageFields,
  /** Missing without parameters. */
  facets: Facets.optional(),
  /** Slugs of categories that a word of the search names. */
  categoryHits: z.array(z.string()).optional(),
  /** A price that stands in the words of the search, and the search without it. */
  bound: z.object({ text: z.string(), rest: z.string(), min: Rupees.optional(), max: Rupees.optional() }).optional(),
  /** The spelling that was searched instead, as nothing is called what was typed. */
  didYouMean: z.string().optional(),
  /** Words, or a price, of the search that were left out, as nothing has all of it. */
  missing: z.array(z.string()).optional(),
  /** What was searched then; empty where none of the words is known, and the newest are shown. */
  searched: z.array(z.string()).optional(),
})
export type ProductList = z.output<typeof ProductList>

/** For programs. `updatedAt`: when it changed last. */
export const ChangedProduct = Product.extend({ updatedAt: IsoTime })

/** It left the shop, or was deleted. */
export const GoneProduct = z.object({ _id: z.string(), gone: z.literal(true) })

/**
 * Newest first, or by relevance with `q`. Without parameters the newest 1,000. With `since` instead: products in the order in which they changed last,
 * whatever the filters, 100 at most.
 */
export const listProducts = endpoint('GET', '/api/product/list', {
  access: 'public',
  summary: 'List, search and filter products',
  cache: 'catalogue',
  query: ProductQuery.extend({ since: Since.optional() }),
  changes: z.object({ products: z.array(z.union([ChangedProduct, GoneProduct])), ...cursorFields }),
  response: ProductList,
})

export const listNewest = endpoint('GET', '/api/product/newest', {
  access: 'public',
  summary: 'The newest products in stock',
  cache: 'catalogue',
  query: z.object({ category: Category.optional(), limit: Limit, families: flag.optional() }),
  response: z.object({ products: z.array(Product) }),
})

export const getProduct = endpoint('GET', '/api/product/:id', {
  access: 'public',
  summary: 'One product',
  cache: 'catalogue',
  changesWith: 'id',
  params: z.object({ id: Id }),
  response: z.object({ product: Product }),
  errors: [productNotFound],
})

export const CategoryCount = z.object({
  path: z.string(),
  text: z.string(),
  subtitle: z.string(),
  image: z.string(),
  count: z.int(),
})

/** `count` is products in stock. */
export const listCategories = endpoint('GET', '/api/product/categories', {
  access: 'public',
  summary: 'The 8 categories',
  cache: 'catalogue',
  response: z.object({ categories: z.array(CategoryCount) }),
})
