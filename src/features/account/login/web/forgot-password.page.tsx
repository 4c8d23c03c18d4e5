import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { useShopper } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { requestPasswordReset } from '../../account.contract.ts'
import { askForLink, ForgotPassword } from './forgot-password.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Forgot your password', path: '/forgot-password', noindex: true })

export const action = (args: ActionFunctionArgs) => askForLink(args, requestPasswordReset)

export default function ForgotPasswordPage() {
  const shopper = useShopper()
  return (
    <div className="mx-auto max-w-modal px-gutter pt-8 pb-section">
      <ForgotPassword page="/forgot-password" loginPage="/login" email={shopper?.email ?? ''} />
    </div>
  )
}
