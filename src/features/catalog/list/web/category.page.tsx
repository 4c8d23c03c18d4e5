import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageMeta } from '#web/seo.ts'
import { categories, categoryUrl, findCategory } from '../../catalog.categories.ts'
import { ComingSoon } from './coming-soon.tsx'
import { appliedFilters } from './product-filters.ts'
import { loadProductList } from './product-list.loader.ts'
import { Stall } from './stall.tsx'
import { StallsFailed } from './stalls-failed.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, params }) => {
  const category = loaderData?.slug === undefined ? undefined : findCategory(loaderData.slug)
  const list = loaderData?.list
  if (!category || !list) {
    return pageMeta(matches, {
      title: 'Coming soon',
      description: 'We have no category of this name.',
      path: categoryUrl(params.category ?? ''),
      noindex: true,
    })
  }
  const path = categoryUrl(category.path)
  const { q } = list.filters
  return pageMeta(matches, {
    title: q ? `‘${q}’ in ${category.text}` : list.page > 1 ? `${category.text}, page ${list.page}` : category.text,
    description: `${category.text}: ${category.subtitle.toLowerCase()}. Artisan and eco-friendly goods.`,
    path: list.page > 1 && !q ? `${path}?page=${list.page}` : path,
    noindex: Boolean(q) || 'failed' in list,
  })
}

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  // An address has the slug, never the label.
  const category = categories.find(({ path }) => path.toLowerCase() === params.category?.toLowerCase())
  if (!category) return data({ slug: undefined, list: undefined }, { status: 404 })
  const { data: list, init } = await loadProductList({ context, url }, categoryUrl(category.path), category.path)
  return data({ slug: category.path, list }, init ?? {})
}

export default function CategoryPage() {
  const { slug, list } = useLoaderData<typeof loader>()
  const category = slug && findCategory(slug)
  if (!category || !list)
    return (
      <ComingSoon title="No stall here yet" text="We have no category of this name. See what is on the stalls today." />
    )
  const path = categoryUrl(category.path)
  const empty =
    !('failed' in list) && list.total === 0 && list.filters.q === '' && appliedFilters(list.filters).length === 0
  if (empty) return <ComingSoon title={`${category.text}: setting up`} text="There is nothing here yet. Coming soon." />

  const { q } = list.filters
  return (
    <Stall
      list={list}
      path={path}
      category={category}
      title={q ? `‘${q}’ in ${category.text}` : category.text}
      text={q ? undefined : category.subtitle}
    />
  )
}

export function ErrorBoundary() {
  return <StallsFailed heading="h1" />
}
