import { formatRupees, type Paise } from '#shared/money.ts'
import { writeAgo } from '#shared/time.ts'
import type { OrderStatus } from '../orders.states.ts'
import { statusIn } from '../status-names.en.ts'

/** What is said to who places an order. */
export const placeEn = {
  PRODUCT_UNAVAILABLE: ({ name }: { name: string }) => `${name} is out of stock`,
  NOT_ENOUGH_STOCK: ({ name, left }: { name: string; left: number }) => `Only ${left} of ${name} left`,
  KEY_REUSED: 'This Idempotency-Key was used for a different order',
  DOES_NOT_SHIP: ({ country }: { country: string }) =>
    `We do not ship to ${country.trim()} yet. Please choose another address`,
  TOO_MANY_COD_ORDERS: ({ most, isEmailConfirmed }: { most: number; isEmailConfirmed: boolean }) =>
    isEmailConfirmed
      ? `You have ${most} cash-on-delivery orders that we have not sent yet. Wait until one is on its way, or cancel one`
      : `You have ${most} cash-on-delivery orders that we have not sent yet. To order more, open the link in our mail to confirm your email address`,
  TOO_MANY_ORDERS: 'You have placed many orders in the last hour. Please try again later',
  TOTAL_CHANGED: ({ totalPaise }: { totalPaise: Paise }) =>
    `Prices have changed. The new total is ${formatRupees(totalPaise)}`,
  ORDERED_ALREADY: ({ agoMs, number }: { agoMs: number; number: number; orderId: string }) =>
    `You ordered this ${writeAgo(agoMs)}: order #${number}. Order it again?`,

  ORDER_QUANTITY_NOT_WHOLE: 'Quantity must be a whole number',
  ORDER_QUANTITY_TOO_SMALL: 'Quantity must be at least 1',
  ORDER_QUANTITY_TOO_LARGE: ({ most }: { most: number }) => `Quantity can be at most ${most}`,
  CART_EMPTY: 'Your cart is empty',
  ORDER_TOO_LONG: ({ most }: { most: number }) => `An order can hold at most ${most} lines`,
  ADDRESS_NOT_CHOSEN: 'Please select an address',

  ORDER_PLACED: 'Order placed',
  ORDER_PLACED_BEFORE: ({ status }: { status: OrderStatus }) =>
    `You placed this order before. It is ${statusIn(status)} now`,
}
