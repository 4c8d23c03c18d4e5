import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { formText } from '#features/cart/web/form-cart.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, isNotSeller, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { ButtonLink, DownloadLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { FilterBar, FilterChips, FilterSelect, ListSearch, useListFilter } from '#web/ui/list-search.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { type exportOrdersPath, listAllOrders, markCashReceived, moveOrder, type Order } from '../orders.contract.ts'
import { orderStatuses } from '../orders.states.ts'
import { SellerOrderRow } from './seller-order-row.tsx'

const csvPath: typeof exportOrdersPath = '/api/order/export.csv'
const title = 'Orders'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/orders')

/** Many lines to read and to draw: made one at a time for a person (server/heavy-work.ts). */
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
        q: searchParams.get('q')?.slice(0, 200),
        payment: payment === 'paid' || payment === 'pending' ? payment : undefined,
        paymentType: paymentType === 'COD' || paymentType === 'Online' ? paymentType : undefined,
      },
    }),
  )
}

/** A step of an order, sent before JavaScript had loaded. */
export async function action({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const params = { id: formText(form, 'order') }
  const status = orderStatuses.find((one) => one === formText(form, 'intent'))
  try {
    if (status) await api(moveOrder, { params, body: { status } })
    else await api(markCashReceived, { params })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isNotSeller(error)) return data({ failure: error.message }, { status: error.status })
  }
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('cancel')
  return redirect(`${pathname}?${searchParams}`)
}

export default function SellerOrdersPage() {
  const list = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const { searchParams, change } = useListFilter()
  if (!list) return null
  const { orders, total, page, pages, counts } = list
  const filters = ['q', 'payment', 'method'].filter((name) => searchParams.get(name))
  const ordersInWords = counts.all === 1 ? '1 order' : `${counts.all} orders`
  return (
    <>
      <SellerHead title={title} text={`${ordersInWords}, ${counts.pending} waiting for payment`}>
        {counts.all > 0 && <DownloadLink href={csvPath}>Export as CSV</DownloadLink>}
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
          <EmptyState title="No orders fit">
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
  const asked = searchParams.get('cancel')
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
          <SellerOrderRow key={order._id} order={order} lazy={index >= FIRST_ROWS} asked={order._id === asked} />
        ))}
      </tbody>
    </table>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="orders" />
