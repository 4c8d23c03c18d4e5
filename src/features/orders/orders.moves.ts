import { type OrderActor, type OrderStatus, orderStatuses } from './orders.states.ts'
import type { ParcelStatus } from './parcels/parcels.states.ts'

// Every move of orders and parcels. An order moves by itself until it is confirmed; then its parcels move, and it follows them (`orderStatusOf`).

/**
 * What a move does besides changing the status.
 * - empties cart: pieces bought leave the cart
 * - makes parcels: one a sender
 * - goods back: pieces that never left are in stock again
 * - goods looked at: pieces are in stock again or written off, as the person who has them says
 * - goods lost: pieces are written off; goods found takes that back
 * - sender told: producers who send are told to keep the goods, by a mail after the commit
 * - money back: what was paid online and not refunded yet is refunded
 * - closes checkout: nobody can pay any more
 * Invoices, credit notes and the ledger are no effects: they follow what happened (docs: journal).
 */
export type MoveEffect =
  | 'empties cart'
  | 'makes parcels'
  | 'goods back'
  | 'goods looked at'
  | 'goods lost'
  | 'goods found'
  | 'sender told'
  | 'money back'
  | 'closes checkout'

export interface OrderMove {
  from: OrderStatus
  to: OrderStatus
  by: readonly OrderActor[]
  effects: readonly MoveEffect[]
  /** The mail to the shopper, if any. Each move is also in the order's history. */
  mail?: 'Placed' | 'Cancelled'
}

/** The moves of an order that has no parcels yet; server/move-order.ts makes them. */
export const orderMoves: readonly OrderMove[] = [
  { from: 'Awaiting payment', to: 'Order Placed', by: ['payment'], effects: ['empties cart'], mail: 'Placed' },
  { from: 'Order Placed', to: 'Confirmed', by: ['seller'], effects: ['makes parcels'] },
  {
    from: 'Awaiting payment',
    to: 'Cancelled',
    by: ['shopper', 'seller', 'shop'],
    // No mail said that the order was placed, so none says that it was cancelled.
    effects: ['goods back', 'closes checkout'],
  },
  {
    from: 'Order Placed',
    to: 'Cancelled',
    by: ['shopper', 'seller'],
    effects: ['goods back', 'money back'],
    mail: 'Cancelled',
  },
]

const confirmed = orderStatuses.slice(orderStatuses.indexOf('Confirmed'), orderStatuses.indexOf('Cancelled'))

export interface ParcelMove {
  from: readonly ParcelStatus[]
  to: Exclude<ParcelStatus, 'To pack'>
  /** Who may move one parcel alone. */
  one: readonly OrderActor[]
  /** Who may move a parcel sent in exchange: nothing was paid for it, and its mails are those of its return. */
  exchange: readonly OrderActor[]
  /** Who may move all parcels of an order that can go there, and in which states of the order. */
  all?: { by: readonly OrderActor[]; while: readonly OrderStatus[] }
  effects: readonly MoveEffect[]
  mail?: 'Shipped' | 'Delivered' | 'Refused' | 'Lost' | 'Cancelled' | 'Returned'
}

const seller = ['seller'] as const

/** The moves of parcels; server/step-parcels.ts makes them. */
export const parcelMoves: readonly ParcelMove[] = [
  {
    ...{ from: ['To pack'], to: 'Packed' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: ['Confirmed'] } },
    effects: [],
  },
  {
    ...{ from: ['Packed'], to: 'Shipped', mail: 'Shipped' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: ['Packed'] } },
    effects: [],
  },
  {
    ...{ from: ['Shipped'], to: 'Delivered', mail: 'Delivered' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: ['Shipped'] } },
    effects: [],
  },
  {
    // An order is cancelled as a whole, before any of it has left.
    ...{ from: ['To pack', 'Packed'], to: 'Cancelled', mail: 'Cancelled' },
    ...{ one: [], exchange: seller, all: { by: ['shopper', 'seller'], while: ['Confirmed'] } },
    effects: ['goods back', 'money back', 'sender told'],
  },
  {
    // On its way back to the sender, who then looks at the goods.
    ...{ from: ['Shipped'], to: 'Refused', mail: 'Refused' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: confirmed } },
    effects: ['money back'],
  },
  {
    ...{ from: ['Shipped', 'Refused'], to: 'Lost', mail: 'Lost' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: confirmed } },
    effects: ['goods lost', 'money back'],
  },
  {
    ...{ from: ['Shipped', 'Delivered', 'Refused'], to: 'Returned', mail: 'Returned' },
    ...{ one: seller, exchange: seller, all: { by: seller, while: ['Shipped', 'Delivered'] } },
    effects: ['goods looked at', 'money back'],
  },
  {
    // What is lost stays lost when the rest of its order comes back.
    ...{ from: ['Lost'], to: 'Returned', mail: 'Returned' },
    ...{ one: seller, exchange: seller },
    effects: ['goods found', 'goods looked at', 'money back'],
  },
]

/** The move of an order without parcels, if this actor may make it. */
export const findMove = (from: OrderStatus, to: OrderStatus, by: OrderActor) =>
  orderMoves.find((move) => move.from === from && move.to === to && move.by.includes(by))

/** The move of all parcels of an order in this state, if this actor may make it. */
export const findWholeMove = (from: OrderStatus, to: string, by: OrderActor) =>
  parcelMoves.find((move) => move.to === to && move.all?.while.includes(from) && move.all.by.includes(by))

export const findParcelMove = (from: ParcelStatus, to: string) =>
  parcelMoves.find((move) => move.from.includes(from) && move.to === to)

/** Finds a move that must exist; throws where there is none. */
export function moveOf(from: ParcelStatus, to: string): ParcelMove {
  const move = findParcelMove(from, to)
  if (!move) throw new Error(`a parcel that is ${from} cannot become ${to}`)
  return move
}

export const parcelMovesBy = (by: OrderActor, from: ParcelStatus, isExchange: boolean) =>
  parcelMoves.flatMap((move) =>
    move.from.includes(from) && (isExchange ? move.exchange : move.one).includes(by) ? [move.to] : [],
  )

export const movesBy = (by: OrderActor, from: OrderStatus): OrderStatus[] => [
  ...orderMoves.flatMap((move) => (move.from === from && move.by.includes(by) ? [move.to] : [])),
  ...orderStatuses.filter((to) => findWholeMove(from, to, by)),
]

export const movedWithOrder = <P extends { status: ParcelStatus }>(parcels: readonly P[], to: string) =>
  parcels.filter(({ status }) => findParcelMove(status, to)?.all !== undefined)

/** Can the parcels of an order follow it there? An order without parcels can always; a cancelled one sends none. */
function canFollow(parcels: readonly { status: ParcelStatus }[], to: OrderStatus) {
  const moved = movedWithOrder(parcels, to).length
  return parcels.length === 0 || (to === 'Cancelled' ? moved === parcels.length : moved > 0)
}

export const openMoves = (
  by: OrderActor,
  { status, parcels }: { status: OrderStatus; parcels: readonly { status: ParcelStatus }[] },
) => movesBy(by, status).filter((to) => canFollow(parcels, to))

/** Where the goods are after a move; undefined: unchanged. `good`: the person who looked at them says they can be sold. */
export function goodsAfter({ effects }: ParcelMove, good: boolean): 'in stock' | 'written off' | undefined {
  if (effects.includes('goods back')) return 'in stock'
  if (effects.includes('goods lost')) return 'written off'
  if (effects.includes('goods looked at')) return good ? 'in stock' : 'written off'
  return undefined
}
