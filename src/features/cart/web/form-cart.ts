import { findShopper } from '#features/auth/web/find-shopper.ts'
import type { Api } from '#shared/api-client.ts'
import type { Visit } from '#shared/page-parts.ts'
import { updateCart } from '../cart.contract.ts'
import { formCartCookie, readCartCookies } from '../cart.cookie.ts'
import type { Cart } from '../cart.rules.ts'

/** Changes the cart for a form sent before JavaScript loaded: the account's, or the visitor's cookie. */
export async function changeCartByForm(request: Request, api: Api, visit: Visit, change: (cart: Cart) => Cart) {
  const headers = new Headers()
  const cookies = request.headers.get('cookie')
  const shopper = await findShopper(api, visit)
  if (shopper) await api(updateCart, { body: { cartItems: change(shopper.cartItems) } })
  else headers.set('set-cookie', formCartCookie(change(readCartCookies(cookies)), cookies))
  return headers
}
