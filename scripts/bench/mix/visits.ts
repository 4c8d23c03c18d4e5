import { categories, categoryUrl, productUrl } from '#features/catalog/catalog.categories.ts'
import type { Random } from '#testing/random.ts'
import { categoryOf, productId, searchWords } from '../seed.ts'
import { zipf } from './zipf.ts'

/** What visitors look at: each kind of page and its share of all. */
const SHARES = { home: 0.15, all: 0.1, categories: 0.2, searches: 0.1, products: 0.45 }
/** Shares no factor with the number of products: popular products stand anywhere in the lists, and each has one rank. */
const STEP = 1693

const HOME = '/'
const ALL = '/products'
const categoryPaths = categories.map(({ path }) => categoryUrl(path))
const searchPaths = searchWords.map((word) => `/products?${new URLSearchParams({ q: word })}`)

/** The page of the product that is the most asked for but so many. */
function productPath(rank: number, products: number) {
  const number = (rank * STEP) % products
  return productUrl({ _id: productId(number), category: categoryOf(number) })
}

/** Does one of these things, each as often as its share says. The shares add up to 1. */
export function inShares<Done>(things: readonly (readonly [share: number, doIt: () => Done])[], { fraction }: Random) {
  return () => {
    let left = fraction()
    const chosen = things.find(([share]) => {
      left -= share
      return left < 0
    })
    // Shares that add up to a hair less than 1 leave a gap at the end.
    const [, doIt] = chosen ?? things.at(-1) ?? []
    if (!doIt) throw new Error('there is nothing to choose from')
    return doIt()
  }
}

/** What a visitor of a shop with so many products looks at next. */
export function visits(products: number, random: Random) {
  const from = (paths: readonly string[]) => {
    const rank = zipf(paths.length, random)
    return () => paths[rank()] ?? HOME
  }
  const product = zipf(products, random)
  return inShares(
    [
      [SHARES.home, () => HOME],
      [SHARES.all, () => ALL],
      [SHARES.categories, from(categoryPaths)],
      [SHARES.searches, from(searchPaths)],
      [SHARES.products, () => productPath(product(), products)],
    ],
    random,
  )
}

/** Every page that visitors look at, the most popular products first. */
export const everyPage = (products: number) => [
  ...[HOME, ALL, ...categoryPaths, ...searchPaths],
  ...Array.from({ length: products }, (_, rank) => productPath(rank, products)),
]
