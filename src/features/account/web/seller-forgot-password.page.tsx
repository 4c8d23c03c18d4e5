import type { ActionFunctionArgs, MetaFunction } from 'react-router'
import { sellerMeta } from '#web/seller-page.ts'
import { requestSellerPasswordReset } from '../seller-account.contract.ts'
import { askForLink, ForgotPassword } from './forgot-password.tsx'

export const meta: MetaFunction = ({ matches }) =>
  sellerMeta(matches, true, 'Forgot your password', '/seller/forgot-password')

export const action = (args: ActionFunctionArgs) => askForLink(args, requestSellerPasswordReset)

export default function SellerForgotPasswordPage() {
  return <ForgotPassword page="/seller/forgot-password" loginPage="/seller" email="" />
}
