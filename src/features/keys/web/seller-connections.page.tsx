import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import { tickedIn } from '#features/team/web/seller-rights.tsx'
import type { Api } from '#shared/api-client.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { endKey, keyRights, listKeys, makeKey, resumeKey } from '../keys.contract.ts'
import { Key } from './seller-key.tsx'
import { MakeKey } from './seller-make-key.tsx'

const title = 'Connections'
const page = '/seller/connections'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(listKeys))

export const action = (args: ActionFunctionArgs) => answerForm(args, act)

/** The answer has the new key, so no page takes its place. */
async function act(api: Api, form: FormData) {
  const [what, id = ''] = formText(form, 'intent').split(' ')
  const params = { id }
  if (what === 'make') {
    const ticked = tickedIn(form)
    const until = formText(form, 'until') || undefined
    const rights = keyRights.filter((right) => ticked.includes(right))
    const { message, key } = await api(makeKey, { body: { name: formText(form, 'name'), rights, until } })
    return { message, key }
  }
  const { message } = await api(what === 'resume' ? resumeKey : endKey, { params })
  return { message, back: page }
}

export default function SellerConnectionsPage() {
  const answer = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  if (!answer) return null
  const { keys } = answer
  return (
    <>
      <SellerHead
        title={title}
        text={
          <>
            <span>Programs that work with this shop, such as accounting or a warehouse. </span>
            <a href="/api/docs/" className="link">
              How to connect your system
            </a>
          </>
        }
      />
      <PostRefused />
      <div className="grid gap-5">
        <Panel aria-labelledby="keys-title">
          <h2 id="keys-title" className="px-4 pt-4 text-xl nav:px-6 nav:pt-6">
            Keys of programs
          </h2>
          {keys.length === 0 && (
            <p className="px-4 pt-1 pb-4 text-ink-soft nav:px-6 nav:pb-6">No program has a key yet.</p>
          )}
          <ul>
            {keys.map((key) => (
              <Key key={key._id} apiKey={key} page={page} isAsked={searchParams.get('end') === key._id} />
            ))}
          </ul>
        </Panel>
        <MakeKey page={page} />
        <Panel aria-labelledby="webhooks-title" className="p-4 nav:p-6">
          <h2 id="webhooks-title" className="text-xl">
            Webhooks
          </h2>
          <p className="text-ink-soft text-sm">Programs can be told at once when something happens here.</p>
          <Link to="/seller/webhooks" className="link inline-flex min-h-11 items-center">
            Who is told of what
          </Link>
        </Panel>
      </div>
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the connections" />
