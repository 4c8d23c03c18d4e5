import { type ActionFunctionArgs, redirect } from 'react-router'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import { apiContext } from '#web/api-context.ts'
import { logoutByPost } from '../auth.contract.ts'

export const loader = () => redirect('/')

/** Logout, sent before JavaScript had loaded. */
export async function action({ context }: ActionFunctionArgs) {
  await context.get(apiContext)(logoutByPost)
  return redirect('/', { headers: { 'set-cookie': formCartCookie({}) } })
}
