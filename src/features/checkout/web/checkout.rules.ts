import type { Order } from '#features/orders/orders.contract.ts'
import { placeEn } from '#features/orders/place/place.words.en.ts'

export type PaymentType = Order['paymentType']

export interface CheckoutLine {
  quantity: number
  /** `off`: not in stock; `short`: it wants more than there is. */
  state: 'loading' | 'ok' | 'off' | 'short'
}

export type CheckoutProblem = { at: 'cart' | 'address'; message: string }

/** Why the order cannot be placed yet, or undefined. The first thing to put right comes first. */
export function checkoutProblem(
  lines: readonly CheckoutLine[],
  address: string | undefined,
): CheckoutProblem | undefined {
  if (lines.length === 0) return { at: 'cart', message: placeEn.CART_EMPTY }
  const off = lines.filter(({ state }) => state === 'off').length
  if (off === 1) return { at: 'cart', message: 'One thing in your cart is no longer in stock. Remove it to order.' }
  if (off > 1)
    return { at: 'cart', message: `${off} things in your cart are no longer in stock. Remove them to order.` }
  const short = lines.filter(({ state }) => state === 'short').length
  if (short === 1)
    return {
      at: 'cart',
      message: 'You asked for more of one thing than is left. Set it to what is left, or remove it.',
    }
  if (short > 1)
    return {
      at: 'cart',
      message: `You asked for more of ${short} things than is left. Set them to what is left, or remove them.`,
    }
  if (!address) return { at: 'address', message: placeEn.ADDRESS_NOT_CHOSEN }
  return undefined
}

/** The address that is chosen when the page opens: the one just saved, else the default, else the first. */
export function firstChoice(addresses: readonly { _id: string; isDefault: boolean }[], wanted: string | null) {
  const choice =
    addresses.find(({ _id }) => _id === wanted) ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0]
  return choice?._id
}

/** A payment radio's value; anything unknown is cash on delivery. */
export const readPaymentType = (value: string | undefined): PaymentType => (value === 'Online' ? 'Online' : 'COD')

/** A line of the cart as the checkout form sends it: "0198… 2". */
export const writeItem = (product: string, quantity: number) => `${product} ${quantity}`

/** What a checkout form orders. */
export const readItems = (form: FormData) =>
  form.getAll('item').map((item) => {
    const [product = '', quantity] = String(item).split(' ')
    return { product, quantity: Number(quantity) }
  })

/** Field of the form: what it orders is the cart, and not what was ordered already and is to be ordered again. */
export const FROM_CART = 'fromCart'

/** This attempt made an order before, which was cancelled since: it may be ordered again. */
export const CANCELLED_SINCE = 'CANCELLED_SINCE'

/** For Idempotency-Key: 128 random bits. (crypto.randomUUID is missing on plain http.) */
export const newCheckoutKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A quantity as typed: a whole number from 1 to 999; undefined for anything else. */
export const readQuantity = (typed: string) => {
  const quantity = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return quantity >= 1 ? quantity : undefined
}

/** The quantities a line's selector offers: 1 to 9, or up to the current one if that is more. */
export const quantityChoices = (current: number, selectorMax: number) =>
  Array.from({ length: Math.max(selectorMax, current) }, (_, index) => index + 1)
