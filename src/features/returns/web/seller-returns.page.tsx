import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { dialPhone, formatPhone } from '#features/addresses/addresses.rules.ts'
import { refundMethods } from '#features/orders/refunds/refunds.pieces.ts'
import { returnStates } from '#features/orders/returns.states.ts'
import { noSuchStep } from '#features/orders/web/no-such-step.ts'
import { formatMoment } from '#shared/day.ts'
import { MAX_SEARCH_LENGTH } from '#shared/paging.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { NoneFit, SellerList } from '#web/ui/seller-list.tsx'
import { FilterChips, ListSearch, useListFilter } from '#web/ui/seller-list-search.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { listReturns, moveReturn, type Return, returnViews } from '../returns.contract.ts'
import { readCame } from './came-fields.ts'
import { ReturnSteps } from './return-steps.tsx'
import { ShownReturn } from './shown-return.tsx'

const title = 'Returns'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/returns')

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const view = returnViews.find((one) => one === searchParams.get('view'))
  const order = searchParams.get('order')?.slice(0, 64) || undefined
  const q = searchParams.get('q')?.slice(0, MAX_SEARCH_LENGTH) || undefined
  return askAsSeller(context, (api) => api(listReturns, { query: { q, view, order, page: askedPage(request) } }))
}

const steps = ['accepted', 'declined', 'arrived', 'damaged', 'closed'] as const

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const to = steps.find((step) => step === formText(form, 'to'))
    if (!to) throw noSuchStep('to')
    const body = {
      to,
      from: returnStates.find((state) => state === formText(form, 'from')),
      message: formText(form, 'message'),
      faulty: formText(form, 'faulty') === '1',
      ...(to === 'arrived' || to === 'damaged' ? { came: readCame(form) } : {}),
      method: refundMethods.find((method) => method === formText(form, 'method')),
      reference: formText(form, 'reference'),
    }
    const { message } = await api(moveReturn, { params: { id: formText(form, 'id') }, body })
    return { message, back: args.url.pathname + args.url.search }
  })

export default function SellerReturnsPage() {
  const list = useLoaderData<typeof loader>()
  const { searchParams } = useListFilter()
  const send = useSend()
  if (!list) return null
  const { returns, counts, page } = list
  const isFiltered = ['q', 'view', 'order'].some((name) => searchParams.has(name))
  return (
    <SellerList
      title={title}
      text={counts.asked === 1 ? '1 waits for your answer' : `${counts.asked} wait for your answer`}
      filters={
        (counts.all > 0 || isFiltered) && (
          <>
            <ListSearch label="Search returns" placeholder="Number, name, phone, e-mail, product, producer" />
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
          </>
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

function Person({ shopper: { name, phone, country, email } }: { shopper: NonNullable<Return['shopper']> }) {
  return (
    <ul aria-label="The shopper" className="flex flex-wrap gap-x-4 text-sm">
      <li className="wrap-anywhere flex min-h-11 items-center font-semibold">
        <Name>{name}</Name>
      </li>
      {phone !== '' && (
        <li>
          <a href={`tel:${dialPhone(phone, country)}`} className="link inline-flex min-h-11 items-center">
            {formatPhone(phone, country)}
          </a>
        </li>
      )}
      {email !== '' && (
        <li className="min-w-0">
          <a href={`mailto:${email}`} className="link wrap-anywhere inline-flex min-h-11 items-center">
            {email}
          </a>
        </li>
      )}
    </ul>
  )
}

function SellerReturn({ shown, send }: { shown: Return; send: ReturnType<typeof useSend> }) {
  const { _id, order, shopper, changedBy, changedAt, faulty } = shown
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
        {shopper && <Person shopper={shopper} />}
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
