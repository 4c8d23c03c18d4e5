import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from 'react-router'
import { sellerMeta } from '#web/seller-page.ts'
import { loadResetLink, setNewPassword } from '../login/web/reset-password.action.ts'
import { ResetPassword, tokenReferrer } from '../login/web/reset-password.tsx'
import { checkSellerResetLink, resetSellerPassword } from '../seller-account.contract.ts'

export { headers } from '#features/newsletter/web/mail-link.ts'

export const meta: MetaFunction = ({ matches }) => [
  ...sellerMeta(matches, true, 'Set a new password', '/seller/reset-password'),
  tokenReferrer,
]

export const loader = (args: LoaderFunctionArgs) => loadResetLink(args, checkSellerResetLink)

export const action = (args: ActionFunctionArgs) => setNewPassword(args, resetSellerPassword)

export default function SellerResetPasswordPage() {
  return <ResetPassword page="/seller/reset-password" loginPage="/seller" forgotPage="/seller/forgot-password" />
}
