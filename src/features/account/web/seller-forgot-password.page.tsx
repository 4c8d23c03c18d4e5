import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { sellerMeta } from '#web/seller-page.ts'
import { askForLink, ForgotPassword } from '../login/web/forgot-password.tsx'
import { requestSellerPasswordReset } from '../seller-account.contract.ts'

export const meta: MetaFunction = ({ matches }) =>
  sellerMeta(matches, true, 'Forgot your password', '/seller/forgot-password')

export const action = (args: ActionFunctionArgs) => askForLink(args, requestSellerPasswordReset)

export default function SellerForgotPasswordPage() {
  return <ForgotPassword page="/seller/forgot-password" loginPage="/seller" email="" />
}
