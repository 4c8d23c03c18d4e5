import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { followMailLink } from '#features/newsletter/web/mail-link.ts'
import { MailLinkPage } from '#features/newsletter/web/mail-link-page.tsx'
import { pageMeta } from '#web/seo.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { confirmEmail } from '../../account.contract.ts'
import { tokenReferrer } from './reset-password.tsx'

export { headers, loader } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Confirm your email address', path: '/confirm-email', noindex: true }),
  tokenReferrer,
]

export const action = (args: ActionFunctionArgs) =>
  followMailLink(args, (api, token) => api(confirmEmail, { body: { token } }))

export default function ConfirmEmailPage() {
  return (
    <MailLinkPage
      title="Your email address"
      text="Is this your address, and is it your account? Then confirm it. If you did not make an account here, close this page."
      button="Yes, this is my address"
      busyLabel="Confirming"
    >
      {(answer) => (
        <ButtonLink to={answer?.isDone && answer.role === 'seller' ? '/seller/account' : '/account'}>
          Your account
        </ButtonLink>
      )}
    </MailLinkPage>
  )
}
