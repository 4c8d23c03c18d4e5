import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { CategoryWall } from './category-wall.tsx'
import { type CardProduct, ProductCard, ProductGrid } from './product-card.tsx'
import { asTypedUrl, listUrl, type ProductFilters } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

export interface NothingCalledProps {
  filters: ProductFilters
  path: string
  /** Of a category's page: its name. */
  category?: string | undefined
  notFound: NonNullable<ProductListData['notFound']>
}

/** The page of a search that found nothing: what may have been meant, else the categories. */
export default function NothingCalled({ filters, path, category, notFound }: NothingCalledProps) {
  if (notFound.tiles === undefined) return <DidYouMean filters={filters} path={path} {...notFound} />
  return (
    <>
      <div role="status">
        <EmptyState
          heading="h1"
          title={category ? `Nothing called ‘${filters.q}’ in ${category}` : `Nothing called ‘${filters.q}’ today`}
          text="Check the spelling, try a shorter word, or look through a category."
          art="scales"
          className="wrap-anywhere py-10"
        >
          <div className="flex flex-wrap justify-center gap-3">
            {category && <ButtonLink to={listUrl('/products', filters)}>Search all products</ButtonLink>}
            <ButtonLink to={listUrl(path, { ...filters, q: '' })} variant={category ? 'line' : 'primary'}>
              Clear search
            </ButtonLink>
          </div>
        </EmptyState>
      </div>
      <section aria-labelledby="categories" className="on-dark mb-section text-white">
        <h2 id="categories" className="sr-only">
          Categories
        </h2>
        <CategoryWall tiles={notFound.tiles} picture="aspect-4/3" />
      </section>
    </>
  )
}

interface DidYouMeanProps extends Pick<NothingCalledProps, 'filters' | 'path'> {
  didYouMean: string
  suggestions: CardProduct[]
}

function DidYouMean({ filters, path, didYouMean, suggestions }: DidYouMeanProps) {
  const count = suggestions.length === 1 ? 'This is a product' : `These are ${suggestions.length} products`
  return (
    <section aria-labelledby="did-you-mean" className="pt-7 pb-section">
      <div role="status" className="wrap-anywhere">
        <h1 id="did-you-mean" className="text-4xl">
          Did you mean{' '}
          <Link to={listUrl(path, { ...filters, q: didYouMean })} prefetch="intent" className="link decoration-2">
            {didYouMean}
          </Link>
          ?
        </h1>
        <p className="mt-2 mb-7 max-w-lede text-ink-soft text-lg leading-lede">
          Nothing is called ‘{filters.q}’. {count} for ‘{didYouMean}’.
        </p>
      </div>
      <ProductGrid columns="four">
        {suggestions.map((product, index) => (
          <ProductCard key={product._id} product={product} heading="h2" priority={index === 0} lazy={index > 3} />
        ))}
      </ProductGrid>
      <Stitch className="mt-14 mb-6" />
      <p className="text-ink-soft">
        Not what you looked for?{' '}
        <Link to={asTypedUrl(path, filters)} className="link">
          Search for ‘{filters.q}’ as typed
        </Link>{' '}
        or{' '}
        <Link to="/products" prefetch="intent" className="link">
          look through all products
        </Link>
        .
      </p>
    </section>
  )
}
