import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { pageMeta } from '#web/seo.ts'
import { loadProductList } from './product-list.loader.ts'
import { Stall } from './stall.tsx'
import { StallsFailed } from './stalls-failed.tsx'

const PATH = '/products'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const q = loaderData?.filters.q
  const page = loaderData?.page ?? 1
  return pageMeta(matches, {
    title: q ? `Results for ‘${q}’` : page > 1 ? `All Products, page ${page}` : 'All Products',
    description: 'Artisan and eco-friendly goods in stock today: cloth, clay, wood, paint and spice.',
    path: page > 1 && !q ? `${PATH}?page=${page}` : PATH,
    noindex: Boolean(q) || loaderData === undefined || 'failed' in loaderData,
  })
}

export const loader = ({ context, url }: LoaderFunctionArgs) => loadProductList({ context, url }, PATH)

export default function ProductsPage() {
  const list = useLoaderData<typeof loader>()
  const { q } = list.filters
  return (
    <Stall
      list={list}
      path={PATH}
      title={q ? `Results for ‘${q}’` : 'All Products'}
      text={q ? undefined : 'Everything on the stalls today.'}
    />
  )
}

export function ErrorBoundary() {
  return <StallsFailed heading="h1" />
}
