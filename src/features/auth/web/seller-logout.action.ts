import { type ActionFunctionArgs, redirect } from 'react-router'
import { apiContext } from '#web/api-context.ts'
import { sellerLogoutByPost } from '../auth.contract.ts'

export const loader = () => redirect('/seller')

/** The seller's logout, sent before JavaScript had loaded. */
export async function action({ context }: ActionFunctionArgs) {
  await context.get(apiContext)(sellerLogoutByPost)
  return redirect('/')
}
