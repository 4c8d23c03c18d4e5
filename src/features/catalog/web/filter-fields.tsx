import { useState } from 'react'
import { Link } from 'react-router'
import { categories, categoryUrl } from '#features/catalog/catalog.categories.ts'
import { type Paise, readRupees, typedRupees } from '#shared/money.ts'
import type { ProductFilters } from './product-filters.ts'

export const chipClasses =
  'inline-flex min-h-9 items-center rounded-xs border border-line-strong bg-paper px-3 py-1 text-sm whitespace-nowrap aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-white'

const linkClasses =
  'flex justify-between gap-2 py-1.5 leading-tight underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-neel-700'

interface CategoryLinksProps {
  current?: string
  counts?: Record<string, number>
  onChoose?: () => void
}

/** All products and the 8 categories, with how many are in stock. */
export function CategoryLinks({ current, counts, onChoose }: CategoryLinksProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const rows = [{ to: '/products', text: 'All Products', count: all, here: current === undefined }].concat(
    categories.map(({ path, text }) => ({
      to: categoryUrl(path),
      text,
      count: counts?.[path],
      here: current === path,
    })),
  )
  return (
    <ul>
      {rows.map(({ to, text, count, here }) => (
        <li key={to}>
          <Link
            to={to}
            prefetch="intent"
            aria-current={here ? 'page' : undefined}
            className={linkClasses}
            onClick={onChoose}
          >
            {text} <span className="font-normal text-ink-mute tabular-nums">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The categories as a row of chips that scrolls sideways, under the width of the filter column. */
export function CategoryChips({ current }: { current?: string }) {
  const rows = [{ to: '/products', text: 'All', here: current === undefined }].concat(
    categories.map(({ path, text }) => ({ to: categoryUrl(path), text, here: current === path })),
  )
  return (
    <nav
      aria-label="Categories"
      className="-mx-gutter scrollbar-none flex gap-2 overflow-x-auto px-gutter pt-0.5 pb-3.5 lg:hidden"
    >
      {rows.map(({ to, text, here }) => (
        <Link key={to} to={to} prefetch="intent" aria-current={here ? 'page' : undefined} className={chipClasses}>
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** What the shopper is changing: follows the URL's value whenever that changes. */
function useFollowing<Value>(value: Value) {
  const [state, setState] = useState({ followed: value, current: value })
  if (state.followed !== value) setState({ followed: value, current: value })
  return [state.current, (current: Value) => setState({ followed: value, current })] as const
}

/** Acts on the form as it stands. */
type Apply = (form: HTMLFormElement | null) => void

interface FilterFieldsProps {
  filters: ProductFilters
  offerCount?: number
  apply: Apply
}

/**
 * Price and offer. With JavaScript each acts as soon as it is left (price: blur or Enter); without, the form's button
 * sends them.
 */
export function FilterFields({ filters, offerCount, apply }: FilterFieldsProps) {
  const [onOffer, setOnOffer] = useFollowing(filters.onOffer)
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">Price</legend>
        <div className="grid grid-cols-2 gap-2">
          <PriceField label="Lowest price" name="min" paise={filters.minPaise} placeholder="0" apply={apply} />
          <PriceField label="Highest price" name="max" paise={filters.maxPaise} apply={apply} />
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
  placeholder?: string
  apply: Apply
}

function PriceField({ label, name, paise, placeholder, apply }: PriceFieldProps) {
  const value = paise === undefined ? '' : typedRupees(paise)
  const [text, setText] = useFollowing(value)
  const leave = (form: HTMLFormElement | null) => {
    if (text === value) return
    if (text.trim() && readRupees(text) === undefined) setText(value)
    else apply(form)
  }
  return (
    <div className="flex rounded-xs border border-line-strong bg-paper focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-neel-700 hover:border-ink">
      <span aria-hidden="true" className="grid place-items-center border-r border-line bg-kora px-2.5 text-ink-soft">
        ₹
      </span>
      <input
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={(event) => leave(event.currentTarget.form)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          leave(event.currentTarget.form)
        }}
        className="min-h-10.5 w-full min-w-0 bg-transparent px-2.5 py-2 leading-snug outline-none placeholder:text-ink-mute"
      />
    </div>
  )
}
