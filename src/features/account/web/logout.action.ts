import { type ActionFunctionArgs, redirect } from 'react-router'
import { logoutByPost } from '#features/auth/auth.contract.ts'
import { formCartCookie } from '#features/cart/cart.cookie.ts'
import { apiContext } from '#web/api-context.ts'

export const loader = () => redirect('/')

/** Logout, sent before JavaScript had loaded. */
export async function action({ context }: ActionFunctionArgs) {
  await context.get(apiContext)(logoutByPost)
  return redirect('/', { headers: { 'set-cookie': formCartCookie({}) } })
}
