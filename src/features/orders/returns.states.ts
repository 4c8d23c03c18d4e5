/** What the shopper asks for: money back, or the same pieces again. */
export const returnWishes = ['refund', 'exchange'] as const
export type ReturnWish = (typeof returnWishes)[number]

/** `arrived` is back in good order, `damaged` was written off; `closed`: the money is back, or the exchange is sent. */
export const returnStates = ['asked', 'accepted', 'declined', 'withdrawn', 'arrived', 'damaged', 'closed'] as const
export type ReturnState = (typeof returnStates)[number]

/** Where the seller may take a return. One that was accepted and never came is declined after all. */
export const returnMoves: Readonly<Record<ReturnState, readonly ReturnState[]>> = {
  asked: ['accepted', 'declined'],
  accepted: ['arrived', 'damaged', 'declined'],
  arrived: ['closed'],
  damaged: ['closed'],
  declined: [],
  withdrawn: [],
  closed: [],
}

/** The shopper may take it back until the shop has answered. */
export const canWithdraw = (state: ReturnState) => state === 'asked'

/** Something is still to come of it. */
export const isReturnOpen = (state: ReturnState) => returnMoves[state].length > 0

/** Its pieces cannot be asked for again. */
export const holdsPieces = (state: ReturnState) => state !== 'declined' && state !== 'withdrawn'

/** In a word, for shopper and seller. */
export const returnStateNames: Readonly<Record<ReturnState, string>> = {
  asked: 'Asked',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  arrived: 'Arrived',
  damaged: 'Arrived damaged',
  closed: 'Done',
}
