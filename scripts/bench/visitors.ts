import { categories, categoryUrl, productUrl } from '#features/catalog/catalog.categories.ts'
import type { Random } from '#shared/random.ts'
import type { Planned } from './load.ts'
import { anyTwo, cartRequest, orderRequest, shoppersRequest, urls, visitorsPage } from './requests.ts'
import type { Scene } from './scene.ts'
import { categoryOf, productId, searchWords } from './seed.ts'

/** Shares no factor with the number of products: popular products stand anywhere in the lists, and each has one rank. */
const STEP = 1693
const MOST_PIECES = 5

const categoryPaths = categories.map(({ path }) => categoryUrl(path))
const searchPaths = searchWords.map((word) => `/products?${new URLSearchParams({ q: word })}`)

/** The page of the product with this rank in popularity. */
function productPath(rank: number, products: number) {
  const number = (rank * STEP) % products
  return productUrl({ _id: productId(number), category: categoryOf(number) })
}

/** Chooses as shoppers do: number n, counted from 0, 1 / (n + 1) times as often as number 0. */
function zipf(count: number, { fraction }: Random) {
  let sum = 0
  const sums = Array.from({ length: count }, (_, at) => {
    sum += 1 / (at + 1)
    return sum
  })
  return () => {
    const wanted = fraction() * sum
    let [from, to] = [0, count - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? 0) > wanted) to = middle
      else from = middle + 1
    }
    return from
  }
}

function inShares<Done>(things: readonly (readonly [share: number, doIt: () => Done])[], { fraction }: Random) {
  return () => {
    let left = fraction()
    const chosen = things.find(([share]) => {
      left -= share
      return left < 0
    })
    const [, doIt] = chosen ?? things.at(-1) ?? []
    if (!doIt) throw new Error('there is nothing to choose from')
    return doIt()
  }
}

/** What a visitor looks at next. */
export function visits(products: number, random: Random) {
  const from = (paths: readonly string[]) => {
    const rank = zipf(paths.length, random)
    return () => paths[rank()] ?? urls.home
  }
  const product = zipf(products, random)
  return inShares(
    [
      [0.15, () => urls.home],
      [0.1, () => urls.products],
      [0.2, from(categoryPaths)],
      [0.1, from(searchPaths)],
      [0.45, () => productPath(product(), products)],
    ],
    random,
  )
}

/** The most popular products come first. */
export const everyPage = (products: number) => [
  ...[urls.home, urls.products, ...categoryPaths, ...searchPaths],
  ...Array.from({ length: products }, (_, rank) => productPath(rank, products)),
]

/** 70% visitors, 20% shoppers who look around, 5% a cart changed, 5% an order. */
function mixed(scene: Scene, random: Random) {
  const visit = visits(scene.products, random)
  const anybody = () => random.whole(0, scene.shoppers.length - 1)
  const cart = () => Object.fromEntries(anyTwo().map((product) => [product, random.whole(1, MOST_PIECES)]))
  return inShares(
    [
      [0.7, () => ({ kind: 'visitor', request: visitorsPage(visit()) })],
      [0.2, () => ({ kind: 'shopper', request: shoppersRequest(scene, anybody(), visit()) })],
      [0.05, () => ({ kind: 'cart', request: cartRequest(scene, anybody(), cart()) })],
      [0.05, () => ({ kind: 'order', request: orderRequest(scene, anybody(), anyTwo()) })],
    ],
    random,
  )
}

/**
 * The same as people come: so many a second on average, independent of each other. The plan is fixed beforehand, so a slow shop does not
 * get fewer.
 */
export function plan(scene: Scene, perSecond: number, ms: number, random: Random): Planned[] {
  const next = mixed(scene, random)
  const pause = () => (-Math.log(1 - random.fraction()) * 1000) / perSecond
  const planned: Planned[] = []
  for (let atMs = pause(); atMs < ms; atMs += pause()) planned.push({ atMs, ...next() })
  return planned
}
