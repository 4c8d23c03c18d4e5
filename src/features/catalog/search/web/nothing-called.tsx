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

/** A search that found nothing: products of another spelling, else the newest and the categories. */
export default function NothingCalled({ filters, path, category, notFound }: NothingCalledProps) {
  if (notFound.didYouMean !== undefined) return <Meant filters={filters} path={path} {...notFound} />
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
      {notFound.products.length > 0 && (
        <section aria-labelledby="newest" className="pb-section">
          <h2 id="newest" className="mb-5 text-3xl">
            New in the shop
          </h2>
          <Cards products={notFound.products} heading="h3" />
        </section>
      )}
      <section aria-labelledby="categories" className="on-dark mb-section text-white">
        <h2 id="categories" className="sr-only">
          Categories
        </h2>
        <CategoryWall tiles={notFound.tiles} picture="aspect-4/3" />
      </section>
    </>
  )
}

const Cards = ({ products, heading }: { products: CardProduct[]; heading: 'h2' | 'h3' }) => (
  <ProductGrid columns="four">
    {products.map((product, index) => (
      <ProductCard key={product._id} product={product} heading={heading} priority={index === 0} lazy={index > 3} />
    ))}
  </ProductGrid>
)

interface MeantProps extends Pick<NothingCalledProps, 'filters' | 'path'> {
  didYouMean: string
  total: number
  near?: string | undefined
  products: CardProduct[]
}

function Meant({ filters, path, didYouMean, total, near, products }: MeantProps) {
  const meant = listUrl(path, { ...filters, q: didYouMean })
  return (
    <section aria-labelledby="offered" className="pt-7 pb-section">
      <div role="status" className="wrap-anywhere">
        <h1 id="offered" className="text-4xl">
          Did you mean{' '}
          <Link to={meant} prefetch="intent" className="link decoration-2">
            {didYouMean}
          </Link>
          ?
        </h1>
        <p className="mt-2 mb-7 max-w-lede text-ink-soft text-lg leading-lede">
          {`Nothing is called ‘${filters.q}’. ${
            near ??
            `Showing ${total === 1 ? '1 product' : `${products.length} of ${total} products`} for ‘${didYouMean}’.`
          }`}
        </p>
      </div>
      <Cards products={products} heading="h2" />
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
