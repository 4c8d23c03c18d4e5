import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { listAddresses } from '#features/addresses/addresses.contract.ts'
import { findShopper } from '#features/auth/web/find-shopper.ts'
import { findShortLines } from '#features/cart/cart.contract.ts'
import { readCartCookies } from '#features/cart/cart.cookie.ts'
import { writeLines } from '#features/cart/cart.lines.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { findAwaiting, lookUpPayment } from '#features/payments/web/returning.ts'
import { getPercentages } from '#features/prices/percentages.contract.ts'
import { isId } from '#shared/ids.ts'
import { apiContext, settingsContext, visitContext } from '#web/api-context.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { newCheckoutKey } from './checkout.rules.ts'

/** The cart as the server knows it, and what has become of a payment: `?cancelled=` is where a checkout that was left leads. */
export async function cartLoader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext)
  const shopper = await findShopper(api, context.get(visitContext))
  const cart = shopper?.cartItems ?? readCartCookies(request.headers.get('cookie'))
  const asked = Object.keys(cart)
  const left = new URL(request.url).searchParams.get('cancelled') ?? undefined
  // First, because cancelling puts the held stock back.
  const payment = shopper && isId(left) ? await readPart(lookUpPayment(api, left)) : undefined
  if (payment !== UNREAD && payment?.result === 'paid') throw redirectDocument(`/my-orders?placed=${payment.orderId}`)
  const [{ products }, { short }, { addresses }, awaiting, percentages] = await Promise.all([
    asked.length > 0 ? api(listProducts, { query: { ids: asked.join(',') } }) : { products: [] },
    asked.length > 0 ? api(findShortLines, { query: { lines: writeLines(cart) } }) : { short: [] },
    shopper ? api(listAddresses) : { addresses: [] },
    shopper && context.get(settingsContext).onlinePayment ? findAwaiting(api) : undefined,
    readPart(api(getPercentages)),
  ])
  return {
    cart,
    asked,
    products,
    short,
    addresses,
    /** How the profit of what is ordered now is shared. */
    percentages,
    checkoutKey: newCheckoutKey(),
    /** What is ordered now arrives so many days after it. */
    now: new Date(),
    awaiting,
    /** What became of the payment that was left. */
    left: payment === UNREAD ? UNREAD : payment?.result,
  }
}
