import { Button, iconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { FactFilters } from '../../facts/web/fact-filters.tsx'
import type { FactGroup } from '../../facts/web/fact-groups.ts'
import type { CategoryRow } from './category-rows.ts'
import { CategoryLinks, FilterFields } from './filter-fields.tsx'
import { pricesProblem } from './product-filters.ts'
import type { ProductListData } from './product-list.loader.ts'

export interface FilterSheetProps {
  open: boolean
  onClose: () => void
  list: ProductListData
  rows: CategoryRow[]
  factGroups: readonly FactGroup[]
  apply: (form: HTMLFormElement | null) => void
}

/** On narrow screens: a sheet over the list, which changes behind it. */
export default function FilterSheet({ open, onClose, list, rows, factGroups, apply }: FilterSheetProps) {
  const { filters, total } = list
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy="filter-sheet-title"
      className="h-dvh sm:mr-0 sm:max-w-modal sm:rounded-none"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-gutter">
          <h2 id="filter-sheet-title" className="text-2xl">
            Filters
          </h2>
          <button type="button" aria-label="Close filters" onClick={onClose} className={iconButton}>
            <Icon name="close" />
          </button>
        </div>
        <form
          className="grid flex-1 content-start gap-8 px-gutter py-6"
          onSubmit={(event) => {
            event.preventDefault()
            apply(event.currentTarget)
          }}
        >
          <input type="hidden" name="q" value={filters.q} disabled={filters.q === ''} />
          <input type="hidden" name="sort" value={filters.sort} disabled={filters.sort === undefined} />
          <FilterFields filters={filters} onOffer={list.counts?.onOffer} apply={apply} />
          <FactFilters groups={factGroups} chosen={filters.facts ?? []} apply={apply} />
          <nav aria-labelledby="sheet-categories">
            <h3 id="sheet-categories" className="mb-1.5 font-sans text-base font-semibold tracking-normal">
              Category
            </h3>
            <CategoryLinks rows={rows} onChoose={onClose} />
          </nav>
        </form>
        <div className="sticky bottom-0 grid gap-2 border-t border-line bg-paper px-gutter py-3">
          {/* The list, which says it too, lies behind the sheet. */}
          <p role="status" className="text-madder-700 text-sm empty:hidden">
            {pricesProblem(filters)}
          </p>
          <Button block onClick={onClose}>
            {total === 1 ? 'Show 1 product' : `Show ${total} products`}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
