import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { sitePicture } from '#features/pictures/site-pictures.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { type CategorySlug, categories } from '../../catalog.categories.ts'
import { type Facets, listNewest, listProducts } from '../../catalog.contract.ts'
import { isFilter } from '../../facts/facts.filters.ts'
import { toFactGroups } from '../../facts/web/fact-groups.ts'
import { boundText, nearestText } from '../../search/web/nearest-text.ts'
import type { ListCounts } from './category-rows.ts'
import { packCards, toCardProduct } from './pack-cards.ts'
import {
  isAsTyped,
  isNarrowed,
  listUrl,
  type ProductFilters,
  readFilters,
  readPage,
  toQuery,
} from './product-filters.ts'

/** Cards of one page; "Show more" brings as many. */
export const CARDS_PER_PAGE = 24

/** Products below a search that found nothing: a row on wide screens. */
const NEWEST = 4

/** Of a family the shop's pages show one card. */
export const cards = { families: '1' } as const

/** A failure is part of the page, not an error page. */
export async function loadProductList(
  { context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>,
  path: string,
  category?: CategorySlug,
) {
  const api = context.get(apiContext)
  const filters = knownFacts(readFilters(url.searchParams))
  const page = readPage(url.searchParams)
  const query = toQuery(filters)
  const where = category ? { category } : { inStock: '1' as const }
  try {
    const [list, all] = await Promise.all([
      api(listProducts, {
        query: { ...query, ...where, ...cards, page: String(page), limit: String(CARDS_PER_PAGE), countFacts: '1' },
      }),
      // The list of all products shows what is in stock only.
      category ? api(listProducts, { query: { ...query, ...cards, inStock: '1', limit: '1' } }) : undefined,
    ])
    if (page > Math.max(1, list.pages)) throw redirect(listUrl(path, filters, list.pages))
    const { facets, categoryHits = [], bound, didYouMean, missing, searched = [] } = list
    const isFound = list.total > 0 || ((bound || isNarrowed({ ...filters, q: '' })) && facets?.all !== 0)
    const isMeant = didYouMean !== undefined && list.total > 0 && !isAsTyped(url.searchParams)
    const isNothing = filters.q !== '' && (!isFound || (didYouMean !== undefined && !isMeant))
    const near = missing && nearestText(isMeant ? didYouMean : filters.q, missing, searched)
    const newest = isNothing ? await api(listNewest, { query: { ...cards, limit: String(NEWEST) } }) : undefined
    return data({
      filters,
      page,
      pages: list.pages,
      perPage: CARDS_PER_PAGE,
      total: list.total,
      products: isMeant || isNothing ? packCards([]) : packCards(list.products),
      hits: tiles.filter(({ path }) => path !== category && categoryHits.includes(path)),
      /** As one text: React Router would number each value. */
      factGroups: JSON.stringify(toFactGroups(facets?.facts, filters.facts)),
      ...(facets ? { counts: countsOf(facets, (all ?? list).total) } : {}),
      /** A price in the words of the search. */
      ...(bound && { bound: { text: boundText(bound), rest: bound.rest } }),
      /** Says what was left out of the search, as nothing has all of it. */
      ...(near && { near }),
      /** Where nothing was found: products of another spelling, or the newest with all categories. */
      ...(isMeant && {
        notFound: { didYouMean, total: list.total, near, products: list.products.map(toCardProduct) },
      }),
      ...(newest && { notFound: { tiles, products: newest.products.map(toCardProduct) } }),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ filters, page, failed: error.message }, { status: error.status })
  }
}

/** An address may name choices that there are no more. */
function knownFacts({ facts = [], ...filters }: ProductFilters): ProductFilters {
  const known = facts.filter(isFilter)
  return known.length > 0 ? { ...filters, facts: known } : filters
}

/** On the server: the browser would load the sizes of every picture of the site. */
const tiles = categories.map(({ path, text, subtitle, picture }) => {
  return { path, text, subtitle, picture: sitePicture(picture) }
})

const countsOf = ({ all, onOffer, categories: counted }: Facets, inAll: number): ListCounts => ({
  all,
  onOffer,
  inAll,
  inCategory: categories.map(({ path }) => counted.find((category) => category.path === path)?.count ?? 0),
})

type Loaded = Awaited<ReturnType<typeof loadProductList>>['data']
export type ProductListData = Exclude<Loaded, { failed: string }>
export type ProductListFailure = Extract<Loaded, { failed: string }>
