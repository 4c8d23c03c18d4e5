import { type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { ButtonLink, DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { FilterBar, FilterChips, FilterSelect, ListSearch, useListFilter } from '#web/ui/list-search.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { listAllOrders, type Order } from '../orders.contract.ts'
import type { exportOrders } from '../seller-orders.contract.ts'
import { readAsked } from './order-asks.ts'
import { SellerOrderRow } from './seller-order-row.tsx'
import type { stepAction } from './seller-order-steps.action.ts'

export { stepAction as action } from './seller-order-steps.action.ts'

const title = 'Orders'
/** Of each order; the others are on its own page. */
const LINES_SHOWN = '5'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/orders')

/** Many lines to read and to draw: made one at a time for a person (kernel/http/heavy-work.ts). */
export const handle = { isHeavy: true }

/** Filters as they stand in the address; what is no filter is left out. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const payment = searchParams.get('payment')
  const paymentType = searchParams.get('method')
  return askAsSeller(context, (api) =>
    api(listAllOrders, {
      query: {
        page: askedPage(request),
        limit: SELLER_PAGE_SIZE,
        lines: LINES_SHOWN,
        q: searchParams.get('q')?.slice(0, 200),
        payment: payment === 'paid' || payment === 'pending' ? payment : undefined,
        paymentType: paymentType === 'COD' || paymentType === 'Online' ? paymentType : undefined,
      },
    }),
  )
}

export default function SellerOrdersPage() {
  const list = useLoaderData<typeof loader>()
  const answered = useActionData<typeof stepAction>()
  const { searchParams, change } = useListFilter()
  if (!list) return null
  const { orders, total, page, pages, counts } = list
  const filters = ['q', 'payment', 'method'].filter((name) => searchParams.get(name))
  const ordersInWords = counts.all === 1 ? '1 order' : `${counts.all} orders`
  return (
    <>
      <SellerHead title={title} text={`${ordersInWords}, ${counts.pending} waiting for payment`}>
        {counts.all > 0 && <DownloadLink<typeof exportOrders> href="/api/order/export.csv">Export as CSV</DownloadLink>}
      </SellerHead>
      {answered && (
        <Notice tone="bad" role="alert" className="mb-5">
          {answered.failure}
        </Notice>
      )}
      <Panel>
        {(counts.all > 0 || filters.length > 0) && (
          <FilterBar>
            <ListSearch label="Search orders" placeholder="Order number, name or PIN code" />
            <FilterChips
              label="Payment"
              name="payment"
              choices={[
                { value: '', text: `All ${counts.all}` },
                { value: 'paid', text: `Paid ${counts.paid}` },
                { value: 'pending', text: `Pending ${counts.pending}` },
              ]}
            />
            <FilterSelect
              label="Payment method"
              name="method"
              value={searchParams.get('method') ?? ''}
              onChange={(value) => change('method', value)}
              className="cart:w-44"
            >
              <option value="">COD and online</option>
              <option value="COD">COD</option>
              <option value="Online">Online</option>
            </FilterSelect>
          </FilterBar>
        )}
        {orders.length > 0 ? (
          <>
            <OrderTable orders={orders} />
            <ListPager page={page} pages={pages} total={total} />
          </>
        ) : filters.length > 0 || page > 1 ? (
          <EmptyState title="No orders match these filters">
            <ButtonLink to="/seller/orders" variant="line">
              Clear
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState title="No orders yet" text="They appear here as soon as somebody buys." art="bag" />
        )}
      </Panel>
    </>
  )
}

/** Orders whose pictures are seen at once. */
const FIRST_ROWS = 4
const columns = ['Order', 'Items', 'Deliver to', 'Amount', 'Payment', 'Status']

function OrderTable({ orders }: { orders: Order[] }) {
  const [searchParams] = useSearchParams()
  const asked = readAsked(searchParams)
  return (
    <table className="block w-full orders:table">
      <thead className="max-orders:hidden">
        <tr className="bg-kora text-ink-soft text-sm">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className={`whitespace-nowrap border-line border-b px-3 py-3 xl:px-4 font-semibold ${name === 'Amount' ? 'text-right' : 'text-left'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block orders:table-row-group">
        {orders.map((order, index) => (
          <SellerOrderRow
            key={order._id}
            order={order}
            lazy={index >= FIRST_ROWS}
            asked={asked?.order === order._id ? asked.name : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="orders" />
