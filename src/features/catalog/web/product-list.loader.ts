import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { CategorySlug } from '#features/catalog/catalog.categories.ts'
import { listCategories, listProducts, PRODUCTS_PER_PAGE } from '#features/catalog/catalog.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { packCards, toCardProduct } from './product-card.tsx'
import { listUrl, readFilters, readPage, toQuery } from './product-filters.ts'

/** Loads one page of all products, or of a category, as the URL asks. A failure is part of the page, not an error page. */
export async function loadProductList(
  { context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>,
  path: string,
  category?: CategorySlug,
) {
  const api = context.get(apiContext)
  const filters = readFilters(url.searchParams)
  const page = readPage(url.searchParams)
  const where = category ? { category } : { inStock: '1' as const }
  try {
    const [list, { categories }, offers] = await Promise.all([
      api(listProducts, {
        query: { ...toQuery(filters), ...where, page: String(page), limit: String(PRODUCTS_PER_PAGE) },
      }),
      api(listCategories),
      // With a search, the count beside the checkbox is not worth a second query.
      filters.q ? undefined : api(listProducts, { query: { ...toQuery(filters), ...where, offer: '1', limit: '1' } }),
    ])
    if (page > Math.max(1, list.pages)) throw redirect(listUrl(path, filters, list.pages))
    return data({
      filters,
      page,
      pages: list.pages,
      perPage: PRODUCTS_PER_PAGE,
      total: list.total,
      products: packCards(list.products),
      suggestions: (list.suggestions ?? []).map(toCardProduct),
      counts: Object.fromEntries(categories.map(({ path, count }) => [path, count])),
      ...(offers ? { offerCount: offers.total } : {}),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ filters, page, failed: error.message }, { status: error.status })
  }
}

type Loaded = Awaited<ReturnType<typeof loadProductList>>['data']
/** A list that could be loaded. */
export type ProductListData = Exclude<Loaded, { failed: string }>
export type ProductListFailure = Extract<Loaded, { failed: string }>
