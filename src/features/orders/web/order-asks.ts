import { formatRupees } from '#shared/money.ts'
import type { Order } from '../orders.contract.ts'
import { openMoves } from '../orders.moves.ts'
import { canUndoCash, goesBackPaise } from '../orders.states.ts'
import { cashToTake } from '../parcels/parcels.words.ts'

/** Steps that ask once; before JavaScript loads, by a parameter of this name. */
export const askNames = ['cancel', 'return', 'cash', 'undo'] as const
export type AskName = (typeof askNames)[number]

/** Prefix of the refund form's fields: pieces of the product with this id. */
export const PIECES_OF = 'pieces:'

interface Ask {
  isOffered: (order: Order) => boolean
  intent: 'Cancelled' | 'Returned' | 'cash' | 'undo'
  button: string
  title: (order: Order) => string
  text: (order: Order) => string
  confirm: string
  keep: string
  isFinal: boolean
}

/** What happens to the money; an order that awaits payment gets no mail. */
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
    isOffered: (order) => openMoves('seller', order).includes('Cancelled'),
    intent: 'Cancelled',
    button: 'Cancel order',
    title: ({ number }) => `Cancel order #${number}?`,
    text: (order) => `${moneyWords(order)} This cannot be undone.`,
    confirm: 'Cancel order',
    keep: 'Keep order',
    isFinal: true,
  },
  return: {
    isOffered: (order) => openMoves('seller', order).includes('Returned'),
    intent: 'Returned',
    button: 'Mark as returned',
    title: ({ number }) => `Did order #${number} come back?`,
    text: (order) => `Refused, lost on its way, or sent back. ${moneyWords(order)} This cannot be undone.`,
    confirm: 'Mark as returned',
    keep: 'Not yet',
    isFinal: true,
  },
  cash: {
    isOffered: (order) => !order.isPaid && cashToTake(order) > 0,
    intent: 'cash',
    button: 'Mark cash received',
    title: (order) => `Have you received ${formatRupees(cashToTake(order))} for order #${order.number}?`,
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

/** The order and step that the page asks about, before JavaScript loads. */
export function readAsked(searchParams: URLSearchParams): { name: AskName; order: string } | undefined {
  const name = askNames.find((each) => searchParams.has(each))
  return name && { name, order: searchParams.get(name) ?? '' }
}
