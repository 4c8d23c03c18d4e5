import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { pageMeta } from '#web/seo.ts'
import { confirmSubscription } from '../newsletter.contract.ts'
import { followMailLink } from './mail-link.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

export { headers, loader } from './mail-link.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Confirm your subscription', path: '/newsletter/confirm', noindex: true })

export const action = (args: ActionFunctionArgs) =>
  followMailLink(args, (api, token) => api(confirmSubscription, { body: { token } }))

export default function ConfirmPage() {
  return (
    <MailLinkPage
      title="Our newsletter"
      text="Shall we send you our letter, once a month?"
      button="Yes, send me the newsletter"
      busyLabel="Confirming"
    >
      {(answer) => answer?.isDone === false && <NewsletterForm />}
    </MailLinkPage>
  )
}
