import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { refundMethods } from '#features/orders/orders.refunds.ts'
import { returnStates } from '#features/orders/returns.states.ts'
import { badInput } from '#shared/app-error.ts'
import { formatMoment } from '#shared/day.ts'
import { answerForm } from '#web/answer-form.ts'
import { formText } from '#web/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'
import { FilterChips, useListFilter } from '#web/ui/seller-list-search.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { listReturns, moveReturn, type Return, returnViews } from '../returns.contract.ts'
import { ReturnSteps } from './return-steps.tsx'
import { ShownReturn } from './shown-return.tsx'

const title = 'Returns'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/returns')

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const view = returnViews.find((one) => one === searchParams.get('view'))
  const order = searchParams.get('order')?.slice(0, 64) || undefined
  return askAsSeller(context, (api) => api(listReturns, { query: { view, order, page: askedPage(request) } }))
}

const steps = ['accepted', 'declined', 'arrived', 'damaged', 'closed'] as const

/** One step of a return; the button says which. */
export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const to = steps.find((step) => step === formText(form, 'to'))
    if (!to) throw badInput({ to: 'There is no such step' })
    const body = {
      to,
      from: returnStates.find((state) => state === formText(form, 'from')),
      message: formText(form, 'message'),
      faulty: formText(form, 'faulty') === '1',
      method: refundMethods.find((method) => method === formText(form, 'method')),
      reference: formText(form, 'reference'),
    }
    const { message } = await api(moveReturn, { params: { id: formText(form, 'id') }, body })
    return { message, back: args.url.pathname + args.url.search }
  })

/** What shoppers would like to give back, and what there is to do with it. */
export default function SellerReturnsPage() {
  const list = useLoaderData<typeof loader>()
  const { searchParams } = useListFilter()
  const send = useSend()
  if (!list) return null
  const { returns, counts, page } = list
  const isFiltered = searchParams.has('view') || searchParams.has('order')
  return (
    <SellerList
      title={title}
      text={counts.asked === 1 ? '1 waits for your answer' : `${counts.asked} wait for your answer`}
      filters={
        (counts.all > 0 || isFiltered) && (
          <FilterChips
            label="What there is to do"
            name="view"
            choices={[
              { value: '', text: `All ${counts.all}` },
              { value: 'asked', text: `To answer ${counts.asked}` },
              { value: 'accepted', text: `On their way ${counts.accepted}` },
              { value: 'arrived', text: `To settle ${counts.arrived}` },
              { value: 'done', text: `Done ${counts.done}` },
            ]}
          />
        )
      }
      pages={list}
      empty={
        returns.length === 0 &&
        (isFiltered || page > 1 ? (
          <NoneFit title="No returns here" />
        ) : (
          <EmptyState title="No returns yet" text="They appear here when a shopper asks for one." art="bag" />
        ))
      }
    >
      <ol>
        {returns.map((one) => (
          <SellerReturn key={one._id} shown={one} send={send} />
        ))}
      </ol>
    </SellerList>
  )
}

function SellerReturn({ shown, send }: { shown: Return; send: ReturnType<typeof useSend> }) {
  const { _id, order, changedBy, changedAt, faulty } = shown
  const isSent = send.sent?.get('id') === _id
  const { day, time } = formatMoment(changedAt)
  return (
    <li className="grid gap-3 border-line border-b px-4 py-5" aria-label={`Return of order #${order.number}`}>
      <ShownReturn
        shown={shown}
        heading={
          <h2 className="heading-plain text-lg leading-tight">
            <Link to={`/seller/orders/${order._id}`} className="link inline-flex min-h-11 items-center">
              Order #{order.number}
            </Link>
          </h2>
        }
        photoLook="h-72 w-auto max-w-full"
      >
        {faulty && <p className="text-sm">Faulty from the maker.</p>}
        {changedBy && (
          <p className="wrap-anywhere text-ink-mute text-sm">
            {changedBy}, {day}, {time}
          </p>
        )}
        <ReturnSteps shown={shown} send={{ submit: send.submit, busy: send.busy && isSent }} />
        {isSent && <SendFailed failed={send.failed} />}
      </ShownReturn>
    </li>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="returns" />
