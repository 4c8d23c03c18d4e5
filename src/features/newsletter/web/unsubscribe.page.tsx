import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import { pageMeta } from '#web/seo.ts'
import { unsubscribe } from '../newsletter.contract.ts'
import { MailLinkPage, tokenOf } from './mail-link-page.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Leave the newsletter', path: '/newsletter/unsubscribe', noindex: true })

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) })

/** The page's button, and the one click of a mail program (RFC 8058), which sends nothing but the link. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { message } = await context.get(apiContext)(unsubscribe, { body: { token: tokenOf(request) } })
    return data({ isDone: true, message })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ isDone: false, message: `${error.message}.` }, { status: error.status })
  }
}

export default function UnsubscribePage() {
  const { token } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <MailLinkPage
      title="Leave the newsletter"
      text="We stop writing to you and delete your address from the list."
      button="Unsubscribe"
      busyLabel="Unsubscribing"
      token={token}
      answer={answer}
    />
  )
}
