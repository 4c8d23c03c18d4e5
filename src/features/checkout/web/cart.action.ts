import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { deleteAddress } from '#features/addresses/addresses.contract.ts'
import { findUser } from '#features/auth/web/find-user.ts'
import { setQuantity } from '#features/cart/cart.rules.ts'
import { changeCartByForm } from '#features/cart/web/form-cart.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { paymentAddress } from '#features/orders/web/payment-address.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { Visit } from '#shared/page-parts.ts'
import { apiContext, settingsContext, visitContext } from '#web/api-context.ts'
import { formText } from '#web/form-text.ts'
import { readPaymentType } from './checkout.rules.ts'

/** The cart page's forms, sent before JavaScript had loaded: `intent` says which. */
export async function cartAction({ request, context }: ActionFunctionArgs) {
  const api = context.get(apiContext)
  const visit = context.get(visitContext)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  try {
    if (intent === 'order') return await placeOrder(api, visit, context.get(settingsContext).publicUrl, form)
    if (intent === 'delete-address') {
      await api(deleteAddress, { params: { id: formText(form, 'address') } })
      return redirect('/cart')
    }
    const product = formText(form, 'product')
    const wanted = Number(formText(form, 'quantity'))
    const quantity = intent === 'remove' ? 0 : wanted
    if (product === '' || !Number.isInteger(quantity)) return redirect('/cart')
    return redirect('/cart', {
      headers: await changeCartByForm(request, api, visit, (cart) => setQuantity(cart, product, quantity)),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 401) return redirect('/login?next=/cart')
    const sent = { address: formText(form, 'address'), payment: readPaymentType(formText(form, 'payment')) }
    return data({ failure: error.message, ...sent }, { status: error.status })
  }
}

/** The cart is the account's, as the server has it; the rest is what the form showed. */
async function placeOrder(api: Api, visit: Visit, publicUrl: string, form: FormData) {
  const user = await findUser(api, visit)
  if (!user) return redirect('/login?next=/cart')
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
    return redirect(paymentAddress(url, publicUrl))
  }
  const { orderId } = await api(placeCodOrder, order)
  return redirect(`/my-orders?placed=${orderId}`)
}
