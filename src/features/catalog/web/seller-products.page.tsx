import { useState } from 'react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { ButtonLink, DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FilterChips, FilterSelect, ListSearch, useListFilter } from '#web/ui/list-search.tsx'
import { NoneFit, SellerList, SellerTable } from '#web/ui/seller-list.tsx'
import { categories, findCategory } from '../catalog.categories.ts'
import { type exportProducts, listSellerProducts, type SellerProduct, setStock } from '../seller-products.contract.ts'
import { SellerProductRow } from './seller-product-row.tsx'

const title = 'Product List'
/** Products whose pictures are seen at once. */
const FIRST_ROWS = 8
const columns = {
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

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/product-list')

/** Filters as they stand in the address; what is no filter is left out. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const view = (['in', 'out', 'archived'] as const).find((one) => one === searchParams.get('view'))
  const query = {
    page: askedPage(request),
    q: searchParams.get('q')?.slice(0, 200),
    category: findCategory(searchParams.get('category') ?? '')?.path,
    view,
  }
  return askAsSeller(context, (api) => api(listSellerProducts, { query }))
}

/** A switch or a count, sent before JavaScript had loaded. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
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
  if (!list) return null
  const { products, page } = list
  const counts = countsWith(list, saved)
  const search = searchParams.get('q')
  const isFiltered = ['q', 'view', 'category'].some((name) => searchParams.get(name))
  const shown = products.map((product) => ({ ...product, ...saved.get(product._id) }))
  return (
    <SellerList
      title={title}
      text={`${counts.all === 1 ? '1 product' : `${counts.all} products`}, ${counts.in} in stock`}
      actions={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/seller/product-list/import" variant="line" size="sm">
            Import CSV
          </ButtonLink>
          {counts.all > 0 && (
            <DownloadLink<typeof exportProducts> href="/api/product/export.csv">Export as CSV</DownloadLink>
          )}
          <ButtonLink to="/seller" size="sm">
            <Icon name="plus" size="sm" />
            Add Product
          </ButtonLink>
        </div>
      }
      filters={(counts.all > 0 || counts.archived > 0 || isFiltered) && <Filters counts={counts} />}
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
      <SellerTable from="nav" columns={columns}>
        {shown.map((product, index) => (
          <SellerProductRow
            key={product._id}
            product={product}
            lazy={index >= FIRST_ROWS}
            onSaved={(stock) => setSaved((before) => new Map(before).set(product._id, stock))}
          />
        ))}
      </SellerTable>
    </SellerList>
  )
}

const Filters = ({ counts }: Pick<List, 'counts'>) => (
  <>
    <ListSearch label="Search your products" placeholder="Search by name or SKU" />
    <FilterChips
      label="Show"
      name="view"
      choices={[
        { value: '', text: `All ${counts.all}` },
        { value: 'in', text: `In stock ${counts.in}` },
        { value: 'out', text: `Out of stock ${counts.out}` },
        ...(counts.archived > 0 ? [{ value: 'archived', text: `Archived ${counts.archived}` }] : []),
      ]}
    />
    <FilterSelect label="Category" name="category" choices={categoryChoices} className="cart:w-56" />
  </>
)

type List = { products: SellerProduct[]; counts: { all: number; in: number; out: number; archived: number } }
export type SavedStock = Pick<SellerProduct, 'inStock' | 'stock'>

/** What was switched since the list came: rows stay where they are until the view changes. */
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
