import { Link } from 'react-router'
import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { chipClasses } from './filter-fields.tsx'
import { ProductCard, ProductGrid } from './product-card.tsx'
import { appliedFilters, clearFilters, listUrl } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

interface NoProductsProps extends Pick<ProductListData, 'filters' | 'suggestions'> {
  path: string
}

/** Why the list is empty, and the way on: filters too tight, nothing by that name (perhaps a near spelling), or no goods at all. */
export function NoProducts({ filters, path, suggestions }: NoProductsProps) {
  if (appliedFilters(filters).length > 0) {
    return (
      <EmptyState title="No products fit these filters" text="Take one off, or start again.">
        <ButtonLink to={listUrl(path, clearFilters(filters))}>Clear all</ButtonLink>
      </EmptyState>
    )
  }
  if (filters.q === '') {
    return (
      <EmptyState
        title="The stalls are empty today"
        text="Nothing is in stock at the moment. Please look in again."
        art="scales"
      />
    )
  }
  return (
    <>
      <EmptyState
        title={`Nothing called ‘${filters.q}’ today`}
        text="Check the spelling, try a shorter word, or look through a category."
        art="scales"
      >
        <ButtonLink to={listUrl(path, { ...filters, q: '' })}>Clear search</ButtonLink>
        <nav aria-label="Look through a category" className="mt-2 flex flex-wrap justify-center gap-2">
          {categories.map(({ path: slug, text }) => (
            <Link key={slug} to={categoryUrl(slug)} prefetch="intent" className={chipClasses}>
              {text}
            </Link>
          ))}
        </nav>
      </EmptyState>
      {suggestions.length > 0 ? (
        <section aria-labelledby="did-you-mean" className="pb-section">
          <h2 id="did-you-mean" className="mb-7 text-3xl">
            Did you mean
          </h2>
          <ProductGrid columns="four">
            {suggestions.map((product) => (
              <ProductCard key={product._id} product={product} heading="h3" />
            ))}
          </ProductGrid>
        </section>
      ) : null}
    </>
  )
}
