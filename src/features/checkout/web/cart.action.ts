import type { ActionFunctionArgs } from 'react-router'
import { deleteAddress } from '#features/addresses/addresses.contract.ts'
import { findUser } from '#features/auth/web/find-user.ts'
import { setQuantity } from '#features/cart/cart.rules.ts'
import { changeCartByForm } from '#features/cart/web/form-cart.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { paymentAddress } from '#features/orders/web/payment-address.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import type { Visit } from '#shared/page-parts.ts'
import { answerForm } from '#web/answer-form.ts'
import { settingsContext, visitContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { readPaymentType } from './checkout.rules.ts'

/** The cart page's forms: `intent` says which. */
export function cartAction(args: ActionFunctionArgs) {
  const visit = args.context.get(visitContext)
  const { publicUrl } = args.context.get(settingsContext)
  return answerForm(args, async (api, form) => {
    const intent = formText(form, 'intent')
    if (intent === 'order') return placeOrder(api, visit, publicUrl, form)
    if (intent === 'delete-address') {
      const { message } = await api(deleteAddress, { params: { id: formText(form, 'address') } })
      return { message, back: '/cart' }
    }
    const product = formText(form, 'product')
    const wanted = Number(formText(form, 'quantity'))
    const quantity = intent === 'remove' ? 0 : wanted
    if (product === '' || !Number.isInteger(quantity)) return { back: '/cart' }
    const headers = await changeCartByForm(args.request, api, visit, (cart) => setQuantity(cart, product, quantity))
    return { headers, back: '/cart' }
  })
}

/** The cart is the account's, as the server has it; the rest is what the form showed. */
async function placeOrder(api: Api, visit: Visit, publicUrl: string, form: FormData) {
  const user = await findUser(api, visit)
  if (!user) throw notLoggedIn()
  const expectedTotal = Number(formText(form, 'expectedTotal'))
  const order = {
    body: {
      items: Object.entries(user.cartItems).map(([product, quantity]) => ({ product, quantity })),
      address: formText(form, 'address'),
      ...(Number.isFinite(expectedTotal) ? { expectedTotal } : {}),
    },
    headers: { 'idempotency-key': formText(form, 'key') },
  }
  if (readPaymentType(formText(form, 'payment')) === 'Online') {
    const { url } = await api(placeOnlineOrder, order)
    return { leave: paymentAddress(url, publicUrl) }
  }
  const { orderId } = await api(placeCodOrder, order)
  return { to: `/my-orders?placed=${orderId}` }
}
