import { useRef } from 'react'
import { Link } from 'react-router'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { FactGroup } from '../../facts/web/fact-groups.ts'
import { appliedFilters, clearFilters, listUrl, type ProductFilters, sortOptions } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

interface ListBarProps {
  formId: string
  filters: ProductFilters
  path: string
  total: number
  /** The count without price and offer. */
  all?: number | undefined
  bound?: ProductListData['bound']
  factGroups: readonly FactGroup[]
  /** The search found none with all of its words, which is said above. */
  isNear: boolean
  waiting: boolean
  onSort: (form: HTMLFormElement | null) => void
  /** Preloads the filters' code. */
  onNearFilters: () => void
  onOpenFilters: () => void
}

const textOf = (groups: readonly FactGroup[], choice: string) =>
  groups.flatMap(({ choices }) => choices).find(([one]) => one === choice)?.[1] ?? choice

export function ListBar({
  formId,
  filters,
  path,
  total,
  all,
  bound,
  factGroups,
  isNear,
  waiting,
  ...on
}: ListBarProps) {
  const { onSort, onNearFilters, onOpenFilters } = on
  const hydrated = useHydrated()
  const applied = [
    ...(bound ? [{ text: bound.text, without: { ...filters, q: bound.rest } }] : []),
    ...appliedFilters(filters, (choice) => textOf(factGroups, choice)),
  ]
  const options = sortOptions(filters.q !== '')
  const countRef = useRef<HTMLParagraphElement>(null)
  const filtersLabel = (
    <>
      <Icon name="filter" size="sm" />
      {applied.length > 0 ? `Filters, ${applied.length} on` : 'Filters'}
    </>
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-2 pb-3 lg:flex lg:items-center lg:justify-between lg:gap-3 lg:pb-4">
        {hydrated ? (
          <Button
            variant="line"
            size="sm"
            aria-haspopup="dialog"
            className="min-h-12 lg:hidden"
            onPointerEnter={onNearFilters}
            onFocus={onNearFilters}
            onClick={onOpenFilters}
          >
            {filtersLabel}
          </Button>
        ) : (
          // Before JavaScript a link shows the filter column by :target.
          <ButtonLink
            variant="line"
            size="sm"
            reloadDocument
            to={`${listUrl(path, filters)}#filter-column`}
            className="min-h-12 lg:hidden"
          >
            {filtersLabel}
          </ButtonLink>
        )}
        <p
          ref={countRef}
          tabIndex={-1}
          role="status"
          className="wrap-anywhere col-span-2 row-start-2 text-ink-soft outline-none"
        >
          {waiting ? null : (
            <>
              <b className="font-semibold text-ink">{total === 1 ? '1 product' : `${total} products`}</b>
              <span>
                {`${applied.length > 0 && all !== undefined ? ` of ${all}` : ''}${filters.q && !isNear ? ` for ‘${filters.q}’` : ''}`}
              </span>
            </>
          )}
        </p>
        <div className="flex items-center gap-2">
          <label htmlFor="sort" className="sr-only text-sm lg:not-sr-only lg:whitespace-nowrap">
            Sort by
          </label>
          <select
            key={filters.sort}
            id="sort"
            name="sort"
            form={formId}
            autoComplete="off"
            defaultValue={filters.sort ?? options[0]?.value}
            onChange={(event) => onSort(event.currentTarget.form)}
            className="select-arrow min-h-12 w-full rounded-xs border border-line-strong bg-paper py-1 pr-10 pl-3.5 font-semibold text-sm leading-snug hover:border-ink lg:min-h-11 lg:w-auto lg:font-normal lg:text-base"
          >
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        {hydrated ? null : (
          <noscript>
            <Button type="submit" form={formId} variant="line" size="sm">
              Sort
            </Button>
          </noscript>
        )}
      </div>
      {applied.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 pb-5">
          {applied.map(({ text, without }) => (
            <Link
              key={text}
              to={listUrl(path, without)}
              preventScrollReset
              onClick={() => countRef.current?.focus()}
              className="inline-flex min-h-11 items-center gap-1 rounded-xs border border-neel-700 lg:min-h-9 bg-neel-50 py-1 pr-1 pl-3 text-sm text-neel-800 hover:bg-neel-100"
            >
              <span className="sr-only">Remove filter: </span>
              {text}
              <span className="grid size-7 place-items-center">
                <Icon name="close" size="sm" />
              </span>
            </Link>
          ))}
          <ButtonLink
            variant="quiet"
            size="sm"
            to={listUrl(path, clearFilters({ ...filters, q: bound?.rest ?? filters.q }))}
            preventScrollReset
            onClick={() => countRef.current?.focus()}
          >
            Clear all
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
