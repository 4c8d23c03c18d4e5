import { isAuth } from '#features/auth/auth.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { Visit } from '#shared/page-parts.ts'
import { updateCart } from '../cart.contract.ts'
import { formCartCookie, readFormCart } from '../cart.cookie.ts'
import type { Cart } from '../cart.rules.ts'

/** Who is logged in, or null. For loaders and actions; without a session cookie nobody is asked. */
export async function findUser(api: Api, visit: Visit) {
  if (!visit.hasSession) return null
  try {
    return (await api(isAuth)).user
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return null
    throw error
  }
}

/** Changes the cart for a form sent before JavaScript had loaded: the account's, or the visitor's cookie. */
export async function changeCartByForm(request: Request, api: Api, visit: Visit, change: (cart: Cart) => Cart) {
  const headers = new Headers()
  const user = await findUser(api, visit)
  if (user) await api(updateCart, { body: { cartItems: change(user.cartItems) } })
  else headers.set('set-cookie', formCartCookie(change(readFormCart(request.headers.get('cookie')))))
  return headers
}

/** A form's field as text; a missing field or a file is empty. */
export function formText(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
