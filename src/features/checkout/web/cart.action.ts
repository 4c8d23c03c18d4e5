import type { ActionFunctionArgs } from 'react-router'
import { deleteAddress } from '#features/addresses/addresses.contract.ts'
import { setQuantity } from '#features/cart/cart.rules.ts'
import { changeCartByForm } from '#features/cart/web/form-cart.ts'
import { orderedAlready, placeCodOrder } from '#features/orders/orders.contract.ts'
import { isOff, type OrderStatus } from '#features/orders/orders.states.ts'
import { paymentAddress } from '#features/orders/place/web/payment-address.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { settingsContext, visitContext } from '#web/api-context.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { CANCELLED_SINCE, FROM_CART, readItems, readPaymentType } from './checkout.rules.ts'

/** The cart page's forms: `intent` says which. */
export function cartAction(args: ActionFunctionArgs) {
  const visit = args.context.get(visitContext)
  const { publicUrl } = args.context.get(settingsContext)
  return answerForm(
    args,
    async (api, form) => {
      const intent = formText(form, 'intent')
      if (intent === 'order') return placeOrder(api, publicUrl, form)
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
    },
    { reword },
  )
}

/** What a dialog asks is not said in a toast, too. */
const reword: Reword = ({ code }) => (code === orderedAlready.code ? { toast: '' } : {})

/** Orders what the form showed. */
async function placeOrder(api: Api, publicUrl: string, form: FormData) {
  const expectedTotal = Number(formText(form, 'expectedTotal'))
  const order = {
    body: {
      items: readItems(form),
      address: formText(form, 'address'),
      ...(Number.isFinite(expectedTotal) ? { expectedTotal } : {}),
      fromCart: form.has(FROM_CART),
    },
    headers: { 'idempotency-key': formText(form, 'key') },
  }
  if (readPaymentType(formText(form, 'payment')) === 'Online') {
    const { url, message, status } = await api(placeOnlineOrder, order)
    return status === 'Awaiting payment' ? { leave: paymentAddress(url, publicUrl) } : goOn(status, message)
  }
  const { message, orderId, status } = await api(placeCodOrder, order)
  if (status !== 'Order Placed') return goOn(status, message)
  return { message, to: `/my-orders?placed=${orderId}`, isPlaced: true }
}

/** This attempt has made an order before, which has gone on since. */
function goOn(status: OrderStatus, message: string) {
  if (!isOff(status)) return { to: '/my-orders' }
  throw new AppError(CANCELLED_SINCE, 409, `${message}. Press the button again to place a new order.`)
}
