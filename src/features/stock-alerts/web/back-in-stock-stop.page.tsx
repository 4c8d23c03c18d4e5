import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { stopStockAlerts } from '#features/catalog/stock-alerts.contract.ts'
import { followMailLink } from '#features/newsletter/web/mail-link.ts'
import { MailLinkPage } from '#features/newsletter/web/mail-link-page.tsx'
import { pageMeta } from '#web/seo.ts'

export { headers, loader } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Stop these mails', path: '/back-in-stock/stop', noindex: true })

/** Takes the button, and a mail program's one click, which sends only the link (RFC 8058). */
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
