import { formatRupees, type Paise } from '#shared/money.ts'
import type { FindPage } from '#web/find-page.ts'

/** How long the loader waits before it goes on. */
export const LOADER_REDIRECT_MS = 5000
/** How often it asks meanwhile whether a payment has arrived. */
export const ASK_AGAIN_MS = 1500

/**
 * `my-orders` -> `/my-orders`. What is no page of this shop, or not plain letters, digits, `-`, `_` and `/`, is `/`; so is the
 * loader itself.
 */
export function safeLoaderTarget(next: string | null | undefined, findPage: FindPage): string {
  if (!next || !/^[\w/-]{1,200}$/.test(next)) return '/'
  const path = next.startsWith('/') ? next.slice(1) : next
  if (path.split('/').includes('')) return '/'
  const page = findPage(`/${path}`)
  return page === undefined || page === '/loader' ? '/' : page
}

const destinations: Record<string, string> = { '/my-orders': 'your orders', '/cart': 'your cart' }

/** What the loader says while one waits. */
export const loaderTitle = (target: string) => {
  const destination = destinations[target]
  return destination ? `Taking you to ${destination}` : 'One moment'
}

/** What the shop knows of the payment that the shopper comes back from; without `number` it could not find out. */
export interface Returned {
  result: 'paid' | 'awaiting' | 'cancelled'
  number?: number
  amount?: Paise
  /** Money came for an order that had been cancelled. */
  isRefunded?: boolean
}

/** The loader's heading and sentence after a payment. */
export function paymentWords({ result, number, amount, isRefunded }: Returned) {
  const order = number === undefined ? '' : `Order #${number}`
  if (result === 'paid' && amount !== undefined)
    return {
      title: `Payment received, ${formatRupees(amount)}. ${order}`,
      text: 'Thank you. We take you to your order.',
    }
  if (result === 'cancelled') {
    const money = isRefunded ? 'What you paid is refunded.' : 'Nothing was charged.'
    return { title: 'The payment failed', text: `${order} is cancelled. ${money} Your cart is as it was.` }
  }
  return {
    title: 'We do not know yet whether your payment arrived',
    text: 'We keep asking. Your orders show it as soon as it is here, and you will not be charged twice.',
  }
}
