import { useState } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { z } from 'zod'
import { categories, findCategory } from '#features/catalog/catalog.categories.ts'
import { nameProducer } from '#features/producers/web/name-producer.ts'
import { type ChosenProducer, ProducerField } from '#features/producers/web/seller-producer-field.tsx'
import { hrefOf } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { refuseField } from '#web/forms/refuse-field.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { ButtonLink, DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NoneFit, SellerList, SellerTable } from '#web/ui/seller-list.tsx'
import { FilterChips, FilterSelect, ListSearch, useListFilter } from '#web/ui/seller-list-search.tsx'
import { SpreadsheetHint } from '#web/ui/spreadsheet-hint.tsx'
import { percentIn } from '../../price-change.rules.ts'
import { changedFigures, changePrices } from '../../price-changes.contract.ts'
import {
  bulkActs,
  changeProducts,
  exportProducts,
  exportProductsXlsx,
  listSellerProducts,
  type SellerProduct,
  type SellerSort,
  type StockView,
  setStock,
} from '../../seller-products.contract.ts'
import { BulkBar, useBulk } from './seller-bulk-bar.tsx'
import { SellerProductRow } from './seller-product-row.tsx'
import { useSelection } from './use-selection.ts'

const title = 'Product List'
/** Rows whose pictures are seen at once. */
const FIRST_ROWS = 8
const columns = {
  Select: 'text-left',
  Product: 'text-left',
  Category: 'text-left max-orders:hidden',
  Price: 'text-right',
  'Offer price': 'text-right',
  'In stock': 'text-left',
  'Pieces left': 'text-left',
}
const categoryChoices = {
  '': 'All categories',
  ...Object.fromEntries(categories.map(({ path, text }) => [path, text])),
}

const sortChoices: Record<'' | Exclude<SellerSort, 'newest'>, string> = {
  '': 'Newest first',
  name: 'By name',
  stock: 'Fewest pieces first',
  'price-asc': 'Lowest price first',
  'price-desc': 'Highest price first',
}
const views: readonly StockView[] = ['in', 'out', 'low', 'drafts', 'archived']
const sorts: readonly SellerSort[] = ['name', 'stock', 'price-asc', 'price-desc']

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/product-list')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const filters = filtersIn(new URL(request.url).searchParams)
    const [list, producer] = await Promise.all([
      api(listSellerProducts, { query: { ...filters, page: askedPage(request) } }),
      filters.producer === undefined ? undefined : nameProducer(api, filters.producer),
    ])
    return { ...list, producer }
  })

const filtersIn = (params: URLSearchParams) => ({
  q: params.get('q')?.slice(0, 200),
  category: findCategory(params.get('category') ?? '')?.path,
  producer: params.get('producer')?.slice(0, 64) || undefined,
  view: views.find((one) => one === params.get('view')),
  sort: sorts.find((one) => one === params.get('sort')),
})

/** Takes acts on ticked products; before JavaScript also a switch or a count. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const products = form.getAll('products').filter((id) => typeof id === 'string')
    if (formText(form, 'intent') === 'prices') {
      const isCheck = formText(form, 'to') !== 'change'
      const key = formText(form, 'key')
      const { message, results } = await api(changePrices, {
        headers: isCheck || key === '' ? {} : { 'idempotency-key': key },
        body: { products, ...readChange(form), check: isCheck },
      })
      return { results, isCheck, key: newId(), ...(isCheck ? {} : { message }) }
    }
    if (formText(form, 'intent') === 'bulk') {
      const to = formText(form, 'to')
      return { ...(await api(changeProducts, { body: { products, to: bulkActOf(to) } })) }
    }
    const stock = form.has('stock')
      ? { stock: formText(form, 'stock') === '' ? null : Number(formText(form, 'stock')) }
      : {}
    const body = { id: formText(form, 'id'), inStock: formText(form, 'inStock') === '1', ...stock }
    const { message } = await api(setStock, { body })
    const { pathname, search } = args.url
    return { message, back: pathname + search }
  })

export default function SellerProductsPage() {
  const list = useLoaderData<typeof loader>()
  const { searchParams } = useListFilter()
  const [saved, setSaved] = useSavedStock(list)
  const filters = filtersIn(searchParams)
  const selection = useSelection([filters.q, filters.category, filters.producer, filters.view].join('\n'))
  const sending = useBulk(selection)
  if (!list) return null
  const { products, page } = list
  const counts = countsWith(list, saved)
  const search = searchParams.get('q')
  const isFiltered = Boolean(filters.q || filters.category || filters.producer || filters.view)
  const ids = products.map(({ _id }) => _id)
  const shown = products.map((product) => ({ ...product, ...saved.get(product._id) }))
  return (
    <SellerList
      title={title}
      text={`${counts.all === 1 ? '1 product' : `${counts.all} products`}, ${counts.in} in stock`}
      actions={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/seller/product-list/import" variant="line" size="sm">
            Import a file
          </ButtonLink>
          {counts.all > 0 && (
            <>
              <DownloadLink href={hrefOf(exportProducts)}>Export as CSV</DownloadLink>
              <DownloadLink href={hrefOf(exportProductsXlsx)}>Export as Excel</DownloadLink>
            </>
          )}
          <ButtonLink to="/seller" size="sm">
            <Icon name="plus" size="sm" />
            Add Product
          </ButtonLink>
        </div>
      }
      filters={
        (counts.all > 0 || counts.archived + counts.drafts > 0 || isFiltered) && (
          <Filters counts={counts} producer={list.producer} />
        )
      }
      pages={list}
      empty={
        shown.length === 0 &&
        (isFiltered || page > 1 ? (
          <NoneFit
            title={search ? `No product called ‘${search}’` : 'No products fit'}
            clear={search ? 'Clear search' : 'Clear'}
          />
        ) : (
          <EmptyState title="Nothing for sale yet" art="stall">
            <ButtonLink to="/seller">Add Product</ButtonLink>
          </EmptyState>
        ))
      }
    >
      <BulkBar page={ids} total={list.total} filters={filters} selection={selection} sending={sending} />
      <SellerTable from="nav" columns={columns}>
        {shown.map((product, index) => (
          <SellerProductRow
            key={product._id}
            product={product}
            lazy={index >= FIRST_ROWS}
            isTicked={selection.ids.has(product._id)}
            onTick={(isTicked) => selection.tick([product._id], isTicked)}
            onSaved={(stock) => setSaved((before) => new Map(before).set(product._id, stock))}
          />
        ))}
      </SellerTable>
      <SpreadsheetHint className="px-4 py-3" />
    </SellerList>
  )
}

interface FiltersProps extends Pick<List, 'counts'> {
  /** Whose pieces are shown. */
  producer: ChosenProducer | undefined
}

const Filters = ({ counts, producer }: FiltersProps) => (
  <>
    <ListSearch label="Search your products" placeholder="Search by name or SKU" />
    <div className="grid grid-cols-2 gap-3 cart:col-span-2">
      <OfProducer producer={producer} />
      <FilterSelect label="Category" name="category" choices={categoryChoices} className="min-w-0 cart:w-48" />
      <FilterSelect label="Order" name="sort" choices={sortChoices} className="min-w-0 cart:w-48" />
    </div>
    <div className="min-w-0 cart:col-span-full">
      <FilterChips
        label="Show"
        name="view"
        choices={[
          { value: '', text: `All ${counts.all}` },
          { value: 'in', text: `On sale ${counts.in}` },
          { value: 'out', text: `Out of stock ${counts.out}` },
          ...(counts.low > 0 ? [{ value: 'low', text: `Few left ${counts.low}` }] : []),
          ...(counts.drafts > 0 ? [{ value: 'drafts', text: `Drafts ${counts.drafts}` }] : []),
          ...(counts.archived > 0 ? [{ value: 'archived', text: `Archived ${counts.archived}` }] : []),
        ]}
      />
    </div>
  </>
)

function OfProducer({ producer }: { producer: ChosenProducer | undefined }) {
  const { change } = useListFilter()
  return (
    <div className="col-span-2 min-w-0">
      <ProducerField
        isFilter
        nobody="All producers"
        chosen={producer ?? { id: '', name: '' }}
        onChoose={({ id }) => change('producer', id)}
      />
    </div>
  )
}

type List = Pick<z.output<typeof listSellerProducts.response>, 'products' | 'counts'>
export type SavedStock = Pick<SellerProduct, 'inStock' | 'stock'>

const readChange = (form: FormData) => ({
  figure: changedFigures.find((one) => one === formText(form, 'figure')) ?? 'offerPrice',
  percent: percentIn(formText(form, 'percent')),
  round: formText(form, 'round') === 'paise' ? ('paise' as const) : ('rupees' as const),
})

/** The act of a button; undefined for an unknown one. */
function bulkActOf(name: string) {
  const act = bulkActs.find((one) => one === name)
  if (!act) throw refuseField('to', 'Say what to do with the products')
  return act
}

/** Rows changed here stay in place until the view changes. */
function useSavedStock(list: List | null) {
  const [saved, setSaved] = useState(new Map<string, SavedStock>())
  const [of, setOf] = useState(list)
  if (of !== list) {
    setOf(list)
    setSaved(new Map())
  }
  return [saved, setSaved] as const
}

function countsWith({ products, counts }: List, saved: ReadonlyMap<string, SavedStock>) {
  const more = products.reduce((sum, { _id, inStock, isArchived }) => {
    const now = saved.get(_id)?.inStock ?? inStock
    return isArchived ? sum : sum + Number(now) - Number(inStock)
  }, 0)
  return { ...counts, in: counts.in + more, out: counts.out - more }
}

export const ErrorBoundary = () => <SellerFailed title={title} what="products" />
