import { type ComponentType, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { Form, useLocation, useNavigate, useNavigation } from 'react-router'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSlow } from '#web/hooks/use-slow.ts'
import { Button } from '#web/ui/button.tsx'
import { FromFirstOpening } from '#web/ui/from-first-opening.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { FactFilters } from '../../facts/web/fact-filters.tsx'
import type { FactGroup } from '../../facts/web/fact-groups.ts'
import { CategoryHits } from './category-hits.tsx'
import { categoryRows } from './category-rows.ts'
import { CategoryChips, CategoryLinks, FilterFields } from './filter-fields.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'
import { ListBar } from './list-bar.tsx'
import { CardSkeletons } from './list-skeleton.tsx'
import { MorePages } from './more-pages.tsx'
import { NoProducts } from './no-products.tsx'
import { ProductCard, ProductGrid, unpackCards } from './product-card.tsx'
import { listUrl, type ProductFilters, readFilters } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'
import { useShownPages } from './use-shown-pages.ts'

/** Cards in the first row at 1440 px, seen at once. */
const FIRST_ROW = 4
const FORM_ID = 'filters'

const loadSheet = () => import('./filter-sheet.tsx')
const preloadSheet = () => void loadSheet().catch(() => {})
const FilterSheet = lazy<ComponentType<FilterSheetProps>>(() => loadSheet().catch(showFilterColumn))

/** Shows the filters before JavaScript has loaded. */
function showFilterColumn() {
  window.location.assign('#filter-column')
  return { default: () => null }
}

interface ProductListProps {
  list: ProductListData
  path: string
  category?: string | undefined
}

export function ProductList({ list, path, category }: ProductListProps) {
  const { filters, page, total } = list
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const here = useLocation()
  const key = listUrl(path, filters)
  const rows = categoryRows(filters, list.counts, category)
  const products = useMemo(() => unpackCards(list.products), [list.products])
  const factGroups = useMemo((): FactGroup[] => JSON.parse(list.factGroups), [list.factGroups])
  const shown = useShownPages(key, page, products)
  const grid = useRef<HTMLDivElement>(null)
  const [sheetOpen, setSheetOpen] = useState(false)

  const next = navigation.state === 'loading' ? navigation.location : undefined
  const nextKey = next && listUrl(next.pathname, readFilters(new URLSearchParams(next.search)))
  const appending = next !== undefined && nextKey === key && next.search !== here.search
  const slow = useSlow(next !== undefined && !appending && next.pathname === path)

  const focusAt = useRef<number>(undefined)
  const count = shown.items.length
  // The focus goes to the first card that "Show more" brought.
  useEffect(() => {
    if (focusAt.current === undefined || count <= focusAt.current) return
    grid.current?.querySelectorAll<HTMLElement>('li h2 a')[focusAt.current]?.focus()
    focusAt.current = undefined
  }, [count])

  const go = (wanted: ProductFilters) => {
    const url = listUrl(path, wanted)
    if (url !== (next ? nextKey : key)) navigate(url, { preventScrollReset: true })
  }
  const apply = (form: HTMLFormElement | null) => {
    if (form) go(readFilters(readForm(form)))
  }
  const showMore = () => {
    focusAt.current = count
    navigate(listUrl(path, filters, page + 1), { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <SkipLink to="products" className="-left-full z-(--z-sticky) focus:left-gutter">
        Skip to products
      </SkipLink>
      {list.hits.length > 0 && <CategoryHits hits={list.hits} filters={filters} />}
      {(list.hits.length === 0 || category) && <CategoryChips rows={rows} />}
      <div className="lg:flex lg:items-start lg:gap-12">
        <aside
          id="filter-column"
          aria-label="Filters"
          className="hidden w-56 shrink-0 gap-8 pb-10 target:grid lg:sticky lg:top-6 lg:grid lg:pb-0"
        >
          <nav aria-labelledby="filter-categories">
            <h2 id="filter-categories" className="mb-1.5 font-sans text-base font-semibold tracking-normal">
              Category
            </h2>
            <CategoryLinks rows={rows} />
          </nav>
          <Form
            method="get"
            action={path}
            id={FORM_ID}
            autoComplete="off"
            className="grid gap-8"
            onSubmit={(event) => {
              event.preventDefault()
              apply(event.currentTarget)
            }}
          >
            <input type="hidden" name="q" value={filters.q} disabled={filters.q === ''} />
            <FilterFields filters={filters} onOffer={list.counts?.onOffer} apply={apply} />
            <FactFilters groups={factGroups} chosen={filters.facts ?? []} apply={apply} />
            {hydrated ? null : (
              <Button type="submit" variant="line" size="sm">
                Apply
              </Button>
            )}
          </Form>
        </aside>
        <div className="min-w-0 flex-1">
          <ListBar
            formId={FORM_ID}
            filters={filters}
            path={path}
            total={total}
            all={list.counts?.all}
            bound={list.bound}
            factGroups={factGroups}
            isNear={list.near !== undefined}
            waiting={slow}
            onSort={apply}
            onNearFilters={preloadSheet}
            onOpenFilters={() => setSheetOpen(true)}
          />
          <div ref={grid} id="products" tabIndex={-1} className="outline-none">
            {slow ? (
              <CardSkeletons />
            ) : count === 0 ? (
              <NoProducts filters={filters} path={path} />
            ) : (
              <ProductGrid columns="four">
                {shown.items.map((product, index) => (
                  <ProductCard
                    key={product._id}
                    product={product}
                    heading="h2"
                    priority={index === 0}
                    lazy={index >= FIRST_ROW}
                  />
                ))}
              </ProductGrid>
            )}
          </div>
          {count > 0 && !slow ? (
            <MorePages list={list} path={path} first={shown.first} shown={count} busy={appending} onMore={showMore} />
          ) : null}
        </div>
      </div>
      <FromFirstOpening open={sheetOpen}>
        <FilterSheet
          open={sheetOpen}
          onClose={() => setSheetOpen(false)}
          list={list}
          rows={rows}
          factGroups={factGroups}
          apply={apply}
        />
      </FromFirstOpening>
    </>
  )
}

/** The text fields of a form, also those outside it. */
function readForm(form: HTMLFormElement) {
  const search = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.append(name, value)
  return search
}
