// Apart from the contracts, for pages without zod.

export const PAYOUTS_PER_PAGE = 25
export const RUNS_PER_PAGE = 10
export const STATEMENT_LINES = 100

export const payoutStates = ['open', 'sent', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

interface PayoutMove {
  from: readonly PayoutState[]
  by: 'seller'
  /** `due again`: the ledger gets the opposite entry, for the next run to pay. */
  effects: readonly ('due again' | 'producer told')[]
}

/** Every move, by the state it leads to; server/end-payout.ts makes them. An ended payout stays so. */
export const payoutMoves: Readonly<Record<Exclude<PayoutState, 'open'>, PayoutMove>> = {
  sent: { from: ['open'], by: 'seller', effects: ['producer told'] },
  failed: { from: ['open'], by: 'seller', effects: ['due again', 'producer told'] },
}

/**
 * What the next run does with a due: `run` pays; `below` is too little; `waits`: account or e-mail changed less than a day ago; `call`: about a
 * change that no mail told; `no account`; `suspended`; `netted` is below 0 and set off later; `nothing` is due.
 */
export const nextSteps = ['run', 'below', 'waits', 'call', 'no account', 'suspended', 'netted', 'nothing'] as const
export type NextStep = (typeof nextSteps)[number]
