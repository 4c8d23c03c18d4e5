// Apart from the contract, for pages without zod.

/** `new piece`: not in the shop yet. `piece`: one that is. `page`: the producer's own page. */
export const changeKinds = ['new piece', 'piece', 'page'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** While it waits or is with the maker, the same piece or page has no other. `taken back`: by its maker, or because the piece is gone, or another producer’s now. */
export const changeStates = ['waiting', 'sent back', 'approved', 'taken back'] as const
export type ChangeState = (typeof changeStates)[number]

interface ChangeMove {
  from: readonly ChangeState[]
  by: 'office' | 'maker'
}

/** Every move, by the state it leads to. */
export const changeMoves: Readonly<Record<ChangeState, ChangeMove>> = {
  waiting: { from: ['waiting', 'sent back'], by: 'maker' },
  'sent back': { from: ['waiting'], by: 'office' },
  approved: { from: ['waiting'], by: 'office' },
  'taken back': { from: ['waiting', 'sent back'], by: 'maker' },
}

/** So many photos has a piece from the workshop at most. */
export const MOST_PHOTOS = 4

/** Letters of the sentence with which something is sent back. */
export const MAX_SENTENCE = 500
