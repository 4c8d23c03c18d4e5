import { useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { useSettings } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { NoProducts } from './no-products.tsx'
import { loadProductList } from './product-list.loader.ts'
import { ProductList } from './product-list.tsx'
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
  const { storeName } = useSettings()
  const failure = 'failed' in list ? list.failed : undefined
  // A toast is shown outside React; the page says the same.
  useEffect(() => {
    if (failure) toast.error(failure, { id: 'stalls' })
  }, [failure])

  return (
    <div className="wrap">
      <Breadcrumbs
        items={[
          { text: 'Home', to: '/' },
          { text: 'All Products', to: PATH },
        ]}
      />
      <div className="grid gap-1.5 pb-5">
        <h1 className="text-4xl wrap-anywhere">{q ? `Results for ‘${q}’` : 'All Products'}</h1>
        {q ? null : (
          <p className="max-w-lede text-ink-soft text-lg leading-lede">
            Everything in stock today, from every producer on {storeName}.
          </p>
        )}
      </div>
      {'failed' in list ? (
        <StallsFailed />
      ) : (
        <ProductList list={list} path={PATH}>
          <NoProducts filters={list.filters} path={PATH} suggestions={list.suggestions} />
        </ProductList>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  return <StallsFailed heading="h1" />
}
