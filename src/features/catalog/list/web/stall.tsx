import { Suspense } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { CardSkeletons } from './list-skeleton.tsx'
import type { ProductListData, ProductListFailure } from './product-list.loader.ts'
import { ProductList } from './product-list.tsx'
import { StallsFailed } from './stalls-failed.tsx'

/** Fetched with the first search that finds nothing. */
const NothingCalled = onDemand('nothing-called', () =>
  import('../../search/web/nothing-called.tsx').catch(() => ({ default: () => <StallsFailed heading="h1" /> })),
)

interface StallProps {
  list: ProductListData | ProductListFailure
  path: string
  category?: { path: string; text: string }
  title: string
  text: string | undefined
}

export function Stall({ list, path, category, title, text }: StallProps) {
  const { q } = list.filters
  if ('notFound' in list && list.notFound) {
    return (
      <div className="wrap">
        <Suspense fallback={<CardSkeletons />}>
          <NothingCalled filters={list.filters} path={path} category={category?.text} notFound={list.notFound} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="wrap">
      {(category || q === '') && (
        <Breadcrumbs
          items={[
            { text: 'Home', to: '/' },
            { text: 'All Products', to: '/products' },
            ...(category ? [{ text: category.text, to: path }] : []),
          ]}
        />
      )}
      <div className={`grid gap-1.5 pb-5 ${category || q === '' ? '' : 'pt-7'}`}>
        <h1 className="wrap-anywhere text-4xl">{title}</h1>
        {text && <p className="max-w-lede text-ink-soft text-lg leading-lede">{text}</p>}
        {'near' in list && (
          <p role="status" className="wrap-anywhere max-w-lede text-ink-soft text-lg leading-lede">
            {list.near}
          </p>
        )}
      </div>
      {'failed' in list ? (
        <StallsFailed said={list.failed} />
      ) : (
        <ProductList key={path} list={list} path={path} category={category?.path} />
      )}
    </div>
  )
}
