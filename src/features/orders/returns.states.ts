import type { OrderActor } from './orders.states.ts'

export const returnWishes = ['refund', 'exchange'] as const
export type ReturnWish = (typeof returnWishes)[number]

/** `arrived` is back in good order, `damaged` was written off; `closed`: the money is back, or the exchange is sent. */
export const returnStates = ['asked', 'accepted', 'declined', 'withdrawn', 'arrived', 'damaged', 'closed'] as const
export type ReturnState = (typeof returnStates)[number]

/**
 * What a move does besides changing the state.
 * - goods settled: pieces that came are in stock or written off, and card money goes back
 * - made good: the same pieces are sent again, or refunded
 * - photos removed: the shop keeps no photos and words that it does not need
 */
export type ReturnEffect = 'goods settled' | 'made good' | 'photos removed'

export interface ReturnMove {
  from: readonly ReturnState[]
  to: ReturnState
  by: Extract<OrderActor, 'shopper' | 'seller' | 'shop'>
  effects: readonly ReturnEffect[]
  /** The mail to the shopper, if any. Each move is in the order's history; a refund has its own mail. */
  mail?: 'accepted' | 'declined' | 'arrived'
}

/** Every move. Whether pieces arrived or came damaged follows from what came. */
export const returnMoves: readonly ReturnMove[] = [
  { from: ['asked'], to: 'accepted', by: 'seller', effects: [], mail: 'accepted' },
  // A return that was accepted and never came is declined.
  { from: ['asked', 'accepted'], to: 'declined', by: 'seller', effects: [], mail: 'declined' },
  { from: ['asked'], to: 'withdrawn', by: 'shopper', effects: ['photos removed'] },
  { from: ['accepted'], to: 'arrived', by: 'seller', effects: ['goods settled'], mail: 'arrived' },
  { from: ['accepted'], to: 'damaged', by: 'seller', effects: ['goods settled'], mail: 'arrived' },
  { from: ['arrived', 'damaged'], to: 'closed', by: 'seller', effects: ['made good'] },
  // All of its money has gone back already.
  { from: ['arrived', 'damaged'], to: 'closed', by: 'shop', effects: [] },
  // Open again: the money or the exchange did not reach the shopper.
  { from: ['closed'], to: 'arrived', by: 'shop', effects: [] },
  { from: ['closed'], to: 'damaged', by: 'shop', effects: [] },
]

export const findReturnMove = (from: ReturnState, to: ReturnState, by: ReturnMove['by']) =>
  returnMoves.find((move) => move.from.includes(from) && move.to === to && move.by === by)

export const canWithdraw = (state: ReturnState) => findReturnMove(state, 'withdrawn', 'shopper') !== undefined

export const isReturnOpen = (state: ReturnState) =>
  returnMoves.some(({ from, by }) => by === 'seller' && from.includes(state))

/** The pieces of such a return cannot be returned again. */
export const holdsPieces = (state: ReturnState) => state !== 'declined' && state !== 'withdrawn'

export const returnStateNames: Readonly<Record<ReturnState, string>> = {
  asked: 'Asked',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  arrived: 'Arrived',
  damaged: 'Arrived damaged',
  closed: 'Done',
}
