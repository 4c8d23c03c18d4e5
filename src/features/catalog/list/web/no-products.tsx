import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { appliedFilters, clearFilters, listUrl, type ProductFilters, pricesProblem } from './product-filters.ts'

/** Filters too tight, or no goods at all. */
export function NoProducts({ filters, path }: { filters: ProductFilters; path: string }) {
  if (appliedFilters(filters).length > 0) {
    return (
      <EmptyState
        title="No products fit these filters"
        text={pricesProblem(filters) ?? 'Take one off, or start again.'}
      >
        <ButtonLink to={listUrl(path, clearFilters(filters))}>Clear all</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="The stalls are empty today"
      text="Nothing is in stock at the moment. Please look in again."
      art="scales"
    />
  )
}
