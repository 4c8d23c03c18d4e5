import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { formatDay, readDay } from '#shared/day.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'
import { ListSearch } from '#web/ui/seller-list-search.tsx'
import { listLacking } from '../facts.contract.ts'

const title = 'Products without their facts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/facts')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const q = new URL(request.url).searchParams.get('q')?.slice(0, 200)
    const list = await api(listLacking, { query: { q, page: askedPage(request) } })
    return { ...list, q }
  })

/** What each product lacks of the facts that its category must state. */
export default function SellerFactsPage() {
  const list = useLoaderData<typeof loader>()
  if (!list) return null
  const { products, total, leaveOn, page, q } = list
  const isFiltered = Boolean(q) || page > 1
  return (
    <SellerList
      title={title}
      text="Each category asks for facts that its products must state. These products, on sale or drafts, lack some."
      filters={(total > 0 || isFiltered) && <ListSearch label="Search these products" placeholder="Name or SKU" />}
      pages={list}
      empty={
        products.length === 0 &&
        (isFiltered ? (
          <NoneFit title={q ? `No product called ‘${q}’ lacks facts` : 'No more products'} clear="Clear" />
        ) : (
          <EmptyState title="No product lacks facts" text="What a product lacks is listed here." art="spool" />
        ))
      }
    >
      {leaveOn !== null && (
        <Notice tone="ask" className="m-4">
          {`From ${formatDay(readDay(leaveOn))}, what is on sale and still lacks facts leaves the shop: it becomes a draft.`}
        </Notice>
      )}
      <ul aria-label="Products without their facts">
        {products.map(({ _id, name, isDraft, missing }) => (
          <li key={_id} className="wrap-anywhere border-line border-b px-4 py-3">
            <p>
              <Link to={`/seller/product-list/${_id}`} className="link inline-block py-1">
                <Name>{name}</Name>
              </Link>
              {isDraft && <span className="ml-2 text-ink-mute text-sm">Draft</span>}
            </p>
            <p className="text-ink-soft text-sm">{`Missing: ${labelsOf(missing)}`}</p>
          </li>
        ))}
      </ul>
    </SellerList>
  )
}

const labelsOf = (facts: readonly FactName[]) => facts.map((fact) => fieldOf(fact).label).join(', ')

export const ErrorBoundary = () => <SellerFailed title={title} what="the products" />
