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
import { confirmSubscription } from '../newsletter.contract.ts'
import { MailLinkPage, tokenOf } from './mail-link-page.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your subscription', path: '/newsletter/confirm', noindex: true })

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) })

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    const { message } = await context.get(apiContext)(confirmSubscription, { body: { token: tokenOf(request) } })
    return data({ isDone: true, message })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ isDone: false, message: `${error.message}.` }, { status: error.status })
  }
}

export default function ConfirmPage() {
  const { token } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <MailLinkPage
      title="Our newsletter"
      text="Shall we send you our letter, once a month?"
      button="Yes, send me the newsletter"
      busyLabel="Confirming"
      token={token}
      answer={answer}
    >
      {answer && !answer.isDone && <NewsletterForm />}
    </MailLinkPage>
  )
}
