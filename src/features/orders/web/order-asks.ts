import { formatRupees } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { canTakeCash, canUndoCash, goesBackPaise, movesBy } from '../orders.states.ts'

/** Steps of the seller's that ask once. Before JavaScript has loaded the page itself asks, by a parameter of this name. */
export const askNames = ['cancel', 'return', 'cash', 'undo'] as const
export type AskName = (typeof askNames)[number]

/** A field of the refund's form: before the id of a product, how many of its pieces go back. */
export const PIECES_OF = 'pieces:'

interface Ask {
  isOffered: (order: Order) => boolean
  /** What a form sends; the page's action knows it. */
  intent: 'Cancelled' | 'Returned' | 'cash' | 'undo'
  button: string
  title: (order: Order) => string
  text: (order: Order) => string
  confirm: string
  keep: string
  /** It cannot be undone. */
  isFinal: boolean
}

/** What happens to the money; no mail is sent for an order that awaits payment. */
function moneyWords(order: Order) {
  if (order.status === 'Awaiting payment') return 'It is not paid yet.'
  const back = goesBackPaise(order)
  if (back > 0) return `The shopper gets a mail, and ${formatRupees(back)} is refunded.`
  if (order.isPaid && order.refunded < order.amount)
    return 'The shopper gets a mail. It was paid in cash: refund that by UPI or bank transfer on the page of the order.'
  return 'The shopper gets a mail.'
}

export const asks: Record<AskName, Ask> = {
  cancel: {
    isOffered: ({ status }) => movesBy('seller', status).includes('Cancelled'),
    intent: 'Cancelled',
    button: 'Cancel order',
    title: ({ number }) => `Cancel order #${number}?`,
    text: (order) => `${moneyWords(order)} This cannot be undone.`,
    confirm: 'Cancel order',
    keep: 'Keep order',
    isFinal: true,
  },
  return: {
    isOffered: ({ status }) => movesBy('seller', status).includes('Returned'),
    intent: 'Returned',
    button: 'Mark as returned',
    title: ({ number }) => `Did order #${number} come back?`,
    text: (order) => `Refused, lost on its way, or sent back. ${moneyWords(order)} This cannot be undone.`,
    confirm: 'Mark as returned',
    keep: 'Not yet',
    isFinal: true,
  },
  cash: {
    isOffered: canTakeCash,
    intent: 'cash',
    button: 'Mark cash received',
    title: ({ number, amount }) => `Have you received ${formatRupees(amount)} for order #${number}?`,
    text: () => 'The shopper gets a mail. You can undo this for 24 hours.',
    confirm: 'Cash received',
    keep: 'Not yet',
    isFinal: false,
  },
  undo: {
    isOffered: (order) => canUndoCash(order, new Date()),
    intent: 'undo',
    button: 'Undo cash received',
    title: ({ number }) => `Was the cash for order #${number} not received?`,
    text: () => 'The order is not paid any more, and the shopper gets a mail.',
    confirm: 'Undo cash received',
    keep: 'It was received',
    isFinal: false,
  },
}

/** Which order the page asks about, and what; before JavaScript has loaded. */
export function readAsked(searchParams: URLSearchParams): { name: AskName; order: string } | undefined {
  const name = askNames.find((each) => searchParams.has(each))
  return name && { name, order: searchParams.get(name) ?? '' }
}
