import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { listWebhooks, makeWebhook, removeWebhook, resumeWebhook } from '../webhooks.contract.ts'
import { MakeWebhook } from './seller-make-webhook.tsx'
import { WebhookRow } from './seller-webhook-row.tsx'
import { tickedKinds } from './seller-webhook-words.ts'

const title = 'Webhooks'
const page = '/seller/webhooks'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(listWebhooks))

export const action = (args: ActionFunctionArgs) => answerForm(args, act)

/** The answer has the new secret, so no page takes its place. */
async function act(api: Api, form: FormData) {
  const [what, id = ''] = formText(form, 'intent').split(' ')
  if (what === 'make') {
    const { message, secret } = await api(makeWebhook, {
      body: { url: formText(form, 'url'), kinds: tickedKinds(form) },
    })
    return { message, secret }
  }
  const { message } = await api(what === 'resume' ? resumeWebhook : removeWebhook, { params: { id } })
  return { message, back: page }
}

export default function SellerWebhooksPage() {
  const answer = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  if (!answer) return null
  const { webhooks } = answer
  return (
    <>
      <BackLink to="/seller/connections">Connections</BackLink>
      <SellerHead
        title={title}
        text={
          <>
            <span>Programs that are told at once when something happens here. </span>
            <a href="/api/docs/" className="link">
              How to connect your system
            </a>
          </>
        }
      />
      <PostRefused />
      <div className="grid gap-5">
        <Panel aria-labelledby="webhooks-title">
          <h2 id="webhooks-title" className="px-4 pt-4 text-xl nav:px-6 nav:pt-6">
            Who is told
          </h2>
          {webhooks.length === 0 && (
            <p className="px-4 pt-1 pb-4 text-ink-soft nav:px-6 nav:pb-6">No program is told yet.</p>
          )}
          <ul>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook._id}
                webhook={webhook}
                page={page}
                isAsked={searchParams.get('remove') === webhook._id}
              />
            ))}
          </ul>
        </Panel>
        <MakeWebhook page={page} />
      </div>
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the webhooks" />
