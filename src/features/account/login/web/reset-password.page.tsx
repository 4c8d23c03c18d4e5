import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { pageMeta } from '#web/seo.ts'
import { checkResetLink, resetPassword } from '../../account.contract.ts'
import { loadResetLink, setNewPassword } from './reset-password.action.ts'
import { ResetPassword, tokenReferrer } from './reset-password.tsx'

export { headers } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, { title: 'Set a new password', path: '/reset-password', noindex: true }),
  tokenReferrer,
]

export const loader = (args: LoaderFunctionArgs) => loadResetLink(args, checkResetLink)

export const action = (args: ActionFunctionArgs) => setNewPassword(args, resetPassword)

export default function ResetPasswordPage() {
  return (
    <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
      <ResetPassword page="/reset-password" loginPage="/login" forgotPage="/forgot-password" />
    </div>
  )
}
