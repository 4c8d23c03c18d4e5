import { type ActionFunctionArgs, redirect } from 'react-router'
import { sellerLogoutByPost } from '#features/auth/auth.contract.ts'
import { apiContext } from '#web/api-context.ts'

export const loader = () => redirect('/seller')

/** The seller's logout, sent before JavaScript had loaded. */
export async function action({ context }: ActionFunctionArgs) {
  await context.get(apiContext)(sellerLogoutByPost)
  return redirect('/')
}
