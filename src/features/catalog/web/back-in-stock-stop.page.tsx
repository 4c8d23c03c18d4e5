import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { followMailLink } from '#features/newsletter/web/mail-link.ts'
import { MailLinkPage } from '#features/newsletter/web/mail-link-page.tsx'
import { pageMeta } from '#web/seo.ts'
import { stopStockAlerts } from '../stock-alerts.contract.ts'

export { headers, loader } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Stop these mails', path: '/back-in-stock/stop', noindex: true })

/** The page's button, and the one click of a mail program (RFC 8058), which sends nothing but the link. */
export const action = (args: ActionFunctionArgs) =>
  followMailLink(args, (api, token) => api(stopStockAlerts, { body: { token } }))

export default function StopAlertsPage() {
  return (
    <MailLinkPage
      title="Stop these mails"
      text="We write no more about any product that is back, and delete your address from that list."
      button="Stop these mails"
      busyLabel="Stopping"
    />
  )
}
