import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { LoginFirst } from '#features/auth/web/login-first.tsx'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import type { Answer } from '#shared/endpoint.ts'
import { isId } from '#shared/ids.ts'
import { settingsContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { askedPage } from '#web/seller-page.ts'
import { pageMeta } from '#web/seo.ts'
import { askAsShopper } from '#web/shopper-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { cancelOrder, getMyOrder, listMyOrders, type Order } from '../orders.contract.ts'
import { isJustPlaced } from '../orders.progress.ts'
import { isGivenUp } from '../orders.states.ts'
import { payOrder } from '../pay-order.contract.ts'
import { buyOrderAgain, readMissing } from '../place/web/buy-order-again.ts'
import { GivenUpOrder } from '../place/web/given-up-order.tsx'
import { MissingNotice } from '../place/web/missing-notice.tsx'
import { paymentAddress } from '../place/web/payment-address.ts'
import { ThankYou } from '../place/web/thank-you.tsx'
import { OrderCard } from './order-card.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My orders', path: '/my-orders', noindex: true })

export { headers } from '#web/private-page.ts'

/** Long orders are slow to render: one page at a time a person (kernel/guard/heavy-work.ts). */
export const handle = { isHeavy: true }

/** Quick to read and draw; one order shows all its lines on request. */
const SHOWN = { limit: '10', lines: '5' }

/** With `needsLogin` the server renders the login modal too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const placed = searchParams.get('placed')
  const list = await askAsShopper(context, async (api) => {
    const [{ orders, ...paging }, full, again, percentages] = await Promise.all([
      api(listMyOrders, { query: { page: askedPage(request), ...SHOWN } }),
      getWhole(api, searchParams.get('all')),
      getWhole(api, searchParams.get('again')),
      placed ? readPart(api(getPercentages)) : undefined,
    ])
    const thanked = orders.find((order) => order._id === placed && isJustPlaced(order, new Date()))
    return {
      ...paging,
      orders: orders.map((order) => (order._id === full?._id ? full : order)),
      // Thanks are for the shopper's own order, and not for long: the address may be kept or sent on.
      thanked: thanked?._id,
      /** Missing where they have changed since the order. */
      percentages: thanked && percentages && percentagesOf(thanked, percentages),
      again: again && (await readMissing(api, again)),
    }
  })
  return { needsLogin: !list, list }
}

function percentagesOf({ createdAt }: Order, percentages: Answer<typeof getPercentages> | typeof UNREAD) {
  if (percentages === UNREAD) return UNREAD
  return percentages.from <= indianDay(createdAt) ? percentages : undefined
}

async function getWhole(api: Api, id: string | null) {
  if (!isId(id ?? undefined)) return undefined
  try {
    return (await api(getMyOrder, { params: { id: id ?? '' } })).order
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const intent = formText(form, 'intent')
    const params = { id: formText(form, 'order') }
    if (intent === 'pay') {
      const { url } = await api(payOrder, { params })
      return { leave: paymentAddress(url, args.context.get(settingsContext).publicUrl) }
    }
    if (intent === 'again') {
      const { cart, isWhole } = await buyOrderAgain(api, params.id)
      return isWhole
        ? { message: 'Added to Cart', to: '/cart', cart }
        : { to: `/my-orders?${new URLSearchParams({ again: params.id })}`, cart }
    }
    if (intent !== 'cancel') return { back: '/my-orders' }
    const { message } = await api(cancelOrder, { params })
    return { message, back: '/my-orders' }
  })

export default function MyOrdersPage() {
  const { list } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const [searchParams] = useSearchParams()
  const { supportEmail } = useSettings()
  if (!list)
    return <LoginFirst title="Log in to see your orders" text="Your orders and where they are, in one place." />
  const { orders, total, page, pages, again } = list
  const thanked = orders.find(({ _id }) => _id === list.thanked)
  const Title = thanked ? 'h2' : 'h1'
  const asked = searchParams.get('cancel')
  if (orders.length === 0 && page === 1) {
    return (
      <EmptyState title="No orders yet" text="When you place one, you can follow it here." art="bag" heading="h1">
        <ButtonLink to="/products">Shop all products</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div className="wrap">
      {thanked && <ThankYou order={thanked} percentages={list.percentages} />}
      <div className="pt-8 pb-6">
        <Title className="text-4xl">My orders</Title>
        <p className="mt-1.5 text-ink-soft text-lg leading-lede">
          {total === 1 ? '1 order.' : `${total} orders, newest first.`}
        </p>
      </div>
      {again && <MissingNotice {...again} />}
      {answered?.isDone === false && (
        <Notice tone="bad" role="alert" className="mb-6">
          {answered.message}
        </Notice>
      )}
      <div className="flex flex-col gap-8 pb-section lg:flex-row lg:gap-columns">
        <div className="grid min-w-0 flex-1 content-start gap-6">
          {orders.map((order, index) =>
            isGivenUp(order) ? (
              <GivenUpOrder key={order._id} order={order} />
            ) : (
              <OrderCard
                key={order._id}
                order={order}
                lazy={index > 0 || thanked !== undefined}
                asked={order._id === asked}
                allLines={`/my-orders?page=${page}&all=${order._id}`}
              />
            ),
          )}
          {pages > 1 && <Pages page={page} pages={pages} />}
        </div>
        <aside
          aria-labelledby="help-title"
          className="bg-kora p-5 md:p-7 print:hidden lg:sticky lg:top-6 lg:w-76 lg:flex-none lg:self-start"
        >
          <h2 id="help-title" className="heading-plain text-lg leading-snug">
            Need help with an order?
          </h2>
          <p className="mt-1.5 mb-4 text-ink-soft text-sm">
            Write to us with the order number and we will look into it.
          </p>
          <a
            href={`mailto:${supportEmail}`}
            className="link inline-flex min-h-11 max-w-full items-center gap-2 text-sm"
          >
            <PageIcon name="mail" size="sm" />
            <span className="min-w-0 break-words">{supportEmail}</span>
          </a>
        </aside>
      </div>
    </div>
  )
}

function Pages({ page, pages }: { page: number; pages: number }) {
  return (
    <nav aria-label="Pages of orders" className="flex items-center justify-between gap-4">
      {page > 1 ? (
        <Link to={`/my-orders?page=${page - 1}`} className="link inline-flex min-h-11 items-center">
          Newer orders
        </Link>
      ) : (
        <span />
      )}
      <span className="text-ink-soft text-sm">{`Page ${page} of ${pages}`}</span>
      {page < pages ? (
        <Link to={`/my-orders?page=${page + 1}`} className="link inline-flex min-h-11 items-center">
          Older orders
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
