// Apart from the contract, for pages without zod.

/** What a maker sees of a piece at first sight. `off sale`: the office has taken it out, or the producer is suspended. */
export const pieceStates = ['sent back', 'looked at', 'on sale', 'sold out', 'on holiday', 'off sale'] as const
export type PieceState = (typeof pieceStates)[number]
