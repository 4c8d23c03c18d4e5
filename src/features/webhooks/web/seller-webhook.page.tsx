import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import { momentInWords } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { type Delivery, listDeliveries, sendAgain } from '../webhooks.contract.ts'
import { answerInWords, kindWords } from './seller-webhook-words.ts'

const title = 'Messages'
const page = (id: string) => `/seller/webhooks/${id}`

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, params }) =>
  sellerMeta(matches, loaderData, title, page(params.id ?? ''))

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, (api) =>
    api(listDeliveries, { params: { id: params.id ?? '' }, query: { page: askedPage(request) } }),
  )

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const id = args.params.id ?? ''
    const { message } = await api(sendAgain, { params: { id, delivery: formText(form, 'delivery') } })
    return { message, back: page(id) }
  })

export default function SellerWebhookPage() {
  const answer = useLoaderData<typeof loader>()
  if (!answer) return null
  const { webhook, deliveries, ...pages } = answer
  return (
    <>
      <BackLink to="/seller/webhooks">Webhooks</BackLink>
      <SellerHead title={title} text={<bdi className="wrap-anywhere">{webhook.url}</bdi>} />
      <PostRefused />
      <Panel>
        {deliveries.length === 0 ? (
          <p className="p-4 text-ink-soft nav:p-6">Nothing was sent yet. Messages are kept for 30 days.</p>
        ) : (
          <ul>
            {deliveries.map((delivery) => (
              <Message key={delivery._id} delivery={delivery} isPaused={webhook.state === 'paused'} />
            ))}
          </ul>
        )}
        <ListPager {...pages} />
      </Panel>
    </>
  )
}

const states = { waiting: 'wait', arrived: 'ok', 'given up': 'no' } as const
const stateWords = { waiting: 'Waits', arrived: 'Arrived', 'given up': 'Given up' }

function Message({ delivery, isPaused }: { delivery: Delivery; isPaused: boolean }) {
  const { _id, kind, subject, at, state, tries, dueAt } = delivery
  const { id = '' } = useParams()
  const sending = useSend({ intent: `again ${_id}` })
  return (
    <li className="grid gap-1 border-line px-4 py-4 not-first:border-t nav:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-semibold">{kindWords[kind]}</p>
        <Pill tone={states[state]}>{stateWords[state]}</Pill>
      </div>
      <p className="wrap-anywhere text-ink-soft text-sm">
        <span>{momentInWords(at)}. Id </span>
        <bdi>{subject}</bdi>
      </p>
      <p className="text-sm">
        <span>{answerInWords(delivery)}</span>
        {tries > 1 && <span>. Tried {tries} times</span>}
        {dueAt && !isPaused && tries > 0 && <span>. Next try {momentInWords(dueAt)}</span>}
      </p>
      {!isPaused && state !== 'waiting' && (
        <form method="post" action={page(id)} onSubmit={sending.submit}>
          <HiddenFields values={{ intent: `again ${_id}`, delivery: _id }} />
          <Button type="submit" variant="quiet" size="sm" busy={sending.busy} className="min-h-11">
            Send again<span className="sr-only">: {kindWords[kind]}</span>
          </Button>
        </form>
      )}
      <SendFailed failed={sending.failed} />
    </li>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the messages" />
