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
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { listAllOrders, markCashReceived, moveOrder, type Order } from '../orders.contract.ts'
import { orderStatuses } from '../orders.states.ts'
import { SellerOrderRow } from './seller-order-row.tsx'

const title = 'Orders'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/orders')

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) => api(listAllOrders, { query: { page: askedPage(request), limit: SELLER_PAGE_SIZE } }))

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
  if (!list) return null
  const { orders, total, page, pages } = list
  return (
    <>
      <SellerHead title={title} text={total === 1 ? '1 order' : `${total} orders`} />
      {answered && (
        <Notice tone="bad" role="alert" className="mb-5">
          {answered.failure}
        </Notice>
      )}
      <Panel>
        {orders.length === 0 ? (
          <EmptyState title="No orders yet" text="They appear here as soon as somebody buys." art="bag" />
        ) : (
          <>
            <OrderTable orders={orders} />
            <ListPager page={page} pages={pages} total={total} />
          </>
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
              className={`whitespace-nowrap border-line border-b px-4 py-3 font-semibold ${name === 'Amount' ? 'text-right' : 'text-left'}`}
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
