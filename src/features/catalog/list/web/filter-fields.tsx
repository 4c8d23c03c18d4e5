import { useId } from 'react'
import { Link } from 'react-router'
import { type Paise, readRupees, typedRupees } from '#shared/money.ts'
import { useFollowing } from '#web/hooks/use-following.ts'
import type { CategoryRow } from './category-rows.ts'
import type { ProductFilters } from './product-filters.ts'

interface CategoryLinksProps {
  rows: CategoryRow[]
  onChoose?: () => void
}

export function CategoryLinks({ rows, onChoose }: CategoryLinksProps) {
  return (
    <ul>
      {rows.map(({ url, text, count, isHere }) => (
        <li key={text}>
          <Link
            to={url}
            prefetch="intent"
            aria-current={isHere ? 'page' : undefined}
            className="category-row"
            onClick={onChoose}
          >
            {text} <span className="figures font-normal text-ink-mute">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** On narrow screens: chips that scroll sideways, the chosen one in view. */
export function CategoryChips({ rows }: { rows: CategoryRow[] }) {
  return (
    <nav
      aria-label="Categories"
      className="-mx-gutter scrollbar-none flex scroll-px-gutter gap-2 overflow-x-auto px-gutter pt-0.5 pb-3.5 lg:hidden"
    >
      {rows.map(({ url, text, isHere }) => (
        <Link
          key={text}
          ref={isHere ? bringIntoView : undefined}
          to={url}
          prefetch="intent"
          aria-current={isHere ? 'page' : undefined}
          className="category-chip"
        >
          {text === 'All Products' ? 'All' : text}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls the row alone, for browsers without `scroll-initial-target`. */
function bringIntoView(chip: HTMLElement | null) {
  const row = chip?.parentElement
  if (row && row.scrollLeft === 0) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2
}

type Apply = (form: HTMLFormElement | null) => void

interface FilterFieldsProps {
  filters: ProductFilters
  onOffer?: number | undefined
  apply: Apply
}

/** Price and offer apply at once with JavaScript (price on blur or Enter), else by the form's button. */
export function FilterFields({ filters, onOffer: offerCount, apply }: FilterFieldsProps) {
  const [onOffer, setOnOffer] = useFollowing(filters.onOffer)
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">Price</legend>
        <div className="grid grid-cols-2 gap-2">
          <PriceField label="From" name="min" paise={filters.minPaise} apply={apply} />
          <PriceField label="To" name="max" paise={filters.maxPaise} apply={apply} />
        </div>
      </fieldset>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="offer"
          value="1"
          checked={onOffer}
          onChange={(event) => {
            setOnOffer(event.currentTarget.checked)
            apply(event.currentTarget.form)
          }}
          className="size-5 accent-neel-700"
        />
        On offer
        {offerCount === undefined ? null : <span className="ml-auto text-sm text-ink-soft">{offerCount}</span>}
      </label>
    </>
  )
}

interface PriceFieldProps {
  label: string
  name: string
  paise?: Paise
  apply: Apply
}

function PriceField({ label, name, paise, apply }: PriceFieldProps) {
  const id = useId()
  const value = paise === undefined ? '' : typedRupees(paise)
  const [text, setText] = useFollowing(value)
  const leave = (form: HTMLFormElement | null) => {
    if (text === value) return
    if (text.trim() && readRupees(text) === undefined) setText(value)
    else apply(form)
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <span className="flex rounded-xs border border-line-strong bg-paper focus-within:outline-2 focus-within:outline-neel-700 focus-within:-outline-offset-1 hover:border-ink">
        <span aria-hidden="true" className="grid place-items-center border-line border-r bg-kora px-2 text-ink-soft">
          ₹
        </span>
        <input
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={(event) => leave(event.currentTarget.form)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            leave(event.currentTarget.form)
          }}
          className="min-h-10.5 w-full min-w-0 bg-transparent px-2 py-2 leading-snug outline-none"
        />
      </span>
    </div>
  )
}
