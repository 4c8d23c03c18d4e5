import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { confirmStockAlert } from '#features/catalog/stock-alerts.contract.ts'
import { followMailLink } from '#features/newsletter/web/mail-link.ts'
import { MailLinkPage } from '#features/newsletter/web/mail-link-page.tsx'
import { pageMeta } from '#web/seo.ts'

export { headers, loader } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'When it is back', path: '/back-in-stock/confirm', noindex: true })

export const action = (args: ActionFunctionArgs) =>
  followMailLink(args, (api, token) => api(confirmStockAlert, { body: { token } }))

export default function ConfirmAlertPage() {
  return (
    <MailLinkPage
      title="When it is back"
      text="Shall we write to you once it is in stock again?"
      button="Yes, tell me when it is back"
      busyLabel="Confirming"
    />
  )
}
