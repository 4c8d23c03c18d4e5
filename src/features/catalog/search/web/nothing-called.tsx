import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import { CategoryWall } from '../../list/web/category-wall.tsx'
import { type CardProduct, ProductCard, ProductGrid } from '../../list/web/product-card.tsx'
import { asTypedUrl, listUrl, type ProductFilters } from '../../list/web/product-filters.ts'
import type { ProductListData } from '../../list/web/product-list.loader.ts'

export interface NothingCalledProps {
  filters: ProductFilters
  path: string
  category?: string | undefined
  notFound: NonNullable<ProductListData['notFound']>
}

/** A search that found nothing: another spelling, products with some of the words, else the categories. */
export default function NothingCalled({ filters, path, category, notFound }: NothingCalledProps) {
  if (notFound.tiles === undefined) return <Offered filters={filters} path={path} {...notFound} />
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

interface OfferedProps extends Pick<NothingCalledProps, 'filters' | 'path'> {
  didYouMean: string | undefined
  missing: string[] | undefined
  suggestions: CardProduct[]
}

function Offered({ filters, path, didYouMean, missing = [], suggestions }: OfferedProps) {
  const count = suggestions.length === 1 ? 'Showing 1 result' : `Showing ${suggestions.length} results`
  return (
    <section aria-labelledby="offered" className="pt-7 pb-section">
      <div role="status" className="wrap-anywhere">
        <h1 id="offered" className="text-4xl">
          {didYouMean === undefined ? (
            `No product has all of ‘${filters.q}’`
          ) : (
            <>
              Did you mean{' '}
              <Link to={listUrl(path, { ...filters, q: didYouMean })} prefetch="intent" className="link decoration-2">
                {didYouMean}
              </Link>
              ?
            </>
          )}
        </h1>
        <p className="mt-2 mb-7 max-w-lede text-ink-soft text-lg leading-lede">
          {didYouMean === undefined
            ? `${count} without ${missing.map((word) => `‘${word}’`).join(' and ')}.`
            : `Nothing is called ‘${filters.q}’. ${count} for ‘${didYouMean}’.`}
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
