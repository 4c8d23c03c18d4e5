import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips, FilterSelect, ListSearch, useListFilter } from '#web/ui/list-search.tsx'
import { NoneFit, SellerList, SellerTable } from '#web/ui/seller-list.tsx'
import { listAllOrders } from '../orders.contract.ts'
import type { exportOrders } from '../seller-orders.contract.ts'
import { readAsked } from './order-asks.ts'
import { SellerOrderRow } from './seller-order-row.tsx'

export { stepAction as action } from './seller-order-steps.action.ts'

const title = 'Orders'
const methods = { '': 'COD and online', COD: 'COD', Online: 'Online' }
/** Orders whose pictures are seen at once. */
const FIRST_ROWS = 4
const columns = {
  Order: 'text-left',
  Items: 'text-left',
  'Deliver to': 'text-left',
  Amount: 'text-right',
  Payment: 'text-left',
  Status: 'text-left',
}
/** Of each order; the others are on its own page. */
const LINES_SHOWN = '5'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/orders')

/** Many lines to read and render: one at a time for each person (kernel/http/heavy-work.ts). */
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
  const { searchParams } = useListFilter()
  if (!list) return null
  const { orders, page, counts } = list
  const isFiltered = ['q', 'payment', 'method'].some((name) => searchParams.get(name))
  const ordersInWords = counts.all === 1 ? '1 order' : `${counts.all} orders`
  const asked = readAsked(searchParams)
  return (
    <SellerList
      title={title}
      text={`${ordersInWords}, ${counts.pending} waiting for payment`}
      actions={
        counts.all > 0 && <DownloadLink<typeof exportOrders> href="/api/order/export.csv">Export as CSV</DownloadLink>
      }
      filters={
        (counts.all > 0 || isFiltered) && (
          <>
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
            <FilterSelect label="Payment method" name="method" choices={methods} className="cart:w-44" />
          </>
        )
      }
      pages={list}
      empty={
        orders.length === 0 &&
        (isFiltered || page > 1 ? (
          <NoneFit title="No orders match these filters" />
        ) : (
          <EmptyState title="No orders yet" text="They appear here as soon as somebody buys." art="bag" />
        ))
      }
    >
      <SellerTable from="orders" columns={columns}>
        {orders.map((order, index) => (
          <SellerOrderRow
            key={order._id}
            order={order}
            lazy={index >= FIRST_ROWS}
            asked={asked?.order === order._id ? asked.name : undefined}
          />
        ))}
      </SellerTable>
    </SellerList>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="orders" />
