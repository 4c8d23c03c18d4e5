import { z } from 'zod'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Limit, Page, pageFields, Search } from '#shared/paging.ts'
import { Rupees, RupeesInQuery } from '#shared/rupees-codec.ts'
import { findCategory } from './catalog.categories.ts'
import { Shares } from './catalog.percentages.ts'

/** Most products in one answer of the list without parameters. */
export const MAX_UNPAGED = 1000
/** In an answer of the API, where `limit` does not say otherwise. Pages of the shop show `CARDS_PER_PAGE`. */
export const PRODUCTS_PER_PAGE = 48
export const MAX_RELATED = 5

export const productNotFound = appError('PRODUCT_NOT_FOUND', 404, 'This product was not found')

export const Product = z.object({
  _id: z.string(),
  name: z.string(),
  category: z.string(),
  /** What stands struck through beside the offer price; the offer price itself for 30 days after the price was raised. */
  price: Rupees,
  offerPrice: Rupees,
  /** Who gets how much of the offer price of one piece, by the percentages of today; null: the maker's price is not stated. */
  shares: Shares.nullable(),
  /** URLs that always load. */
  image: z.array(z.string()),
  /** The same pictures with their sizes, in the same order. */
  images: z.array(ProductPicture),
  description: z.array(z.string()),
  inStock: z.boolean(),
  /** How many are left, where they are counted and only so few: 1 to 5. */
  left: z.int().optional(),
  /** '4-8': days from the order to the door, where they are not those of the shop. */
  deliveryDays: z.string().optional(),
  /** It cannot be returned, except if it comes damaged. Left out of goods that can. */
  notReturnable: z.literal(true).optional(),
  weight: z.string().optional(),
  /** Id of the producer whose page is /producers/{id}. */
  producer: z.string().optional(),
  /** The producer, where they send it by themselves; told only where products are asked for by `ids`, as a cart does. */
  sentBy: z.string().optional(),
  createdAt: IsoTime,
})
/** Decoded: `price` and `offerPrice` are paise. */
export type Product = z.output<typeof Product>

/** Slug or label in any case; what comes out is the slug. */
export const Category = z.string().transform((value, ctx) => {
  const category = findCategory(value)
  if (category) return category.path
  ctx.issues.push({ code: 'custom', input: value, message: 'There is no such category' })
  return z.NEVER
})

/** A yes or no in a query string. */
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
  /** Products of one producer. */
  producer: Id.optional(),
  /** Products by id, comma separated (a visitor's cart): at most 100. */
  ids: z
    .string()
    .max(6500)
    .transform((value) => value.split(',').filter(Boolean))
    .refine((ids) => ids.length <= 100, 'Ask for at most 100 products')
    .optional(),
})
export type ProductQuery = z.output<typeof ProductQuery>

/** Counts beside a list, each under the search, stock and the filters it names. */
export const Facets = z.object({
  /** Under the category, without price and offer: "5 products of 10". */
  all: z.int(),
  /** With a price cut, under category and price. */
  onOffer: z.int(),
  /** Under price and offer, without the category; in the order of the categories, those with none left out. */
  categories: z.array(z.object({ path: z.string(), count: z.int() })),
})
export type Facets = z.output<typeof Facets>

export const ProductList = z.object({
  /** How many there are, as a sentence for people. */
  message: z.string(),
  products: z.array(Product),
  ...pageFields,
  /** Left out of the list without parameters. */
  facets: Facets.optional(),
  /** Slugs of the categories that a word of the search names. */
  categoryHits: z.array(z.string()).optional(),
  /** The search as it would be spelled, only when it found nothing. */
  didYouMean: z.string().optional(),
  /** What is found by `didYouMean`. */
  suggestions: z.array(Product).optional(),
})
export type ProductList = z.output<typeof ProductList>

/** Newest first, or by relevance with `q`. Without parameters: all products, the newest 1,000 at most. */
export const listProducts = endpoint('GET', '/api/product/list', {
  access: 'public',
  summary: 'List, search and filter products',
  cache: 'catalogue',
  query: ProductQuery,
  response: ProductList,
})

/** The newest in stock, of one category or of all, without counts. */
export const listNewest = endpoint('GET', '/api/product/newest', {
  access: 'public',
  summary: 'The newest products in stock',
  cache: 'catalogue',
  query: z.object({ category: Category.optional(), limit: Limit }),
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

/** `count` is how many products of the category are in stock. */
export const listCategories = endpoint('GET', '/api/product/categories', {
  access: 'public',
  summary: 'The 8 categories',
  cache: 'catalogue',
  response: z.object({ categories: z.array(CategoryCount) }),
})
