import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { pageMeta } from '#web/seo.ts'
import { unsubscribe } from '../newsletter.contract.ts'
import { followMailLink } from './mail-link.ts'
import { MailLinkPage } from './mail-link-page.tsx'

export { headers, loader } from './mail-link.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Leave the newsletter', path: '/newsletter/unsubscribe', noindex: true })

/** The page's button, and the one click of a mail program (RFC 8058), which sends nothing but the link. */
export const action = (args: ActionFunctionArgs) =>
  followMailLink(args, (api, token) => api(unsubscribe, { body: { token } }))

export default function UnsubscribePage() {
  return (
    <MailLinkPage
      title="Leave the newsletter"
      text="We stop writing to you and delete your address from the list."
      button="Unsubscribe"
      busyLabel="Unsubscribing"
    />
  )
}
