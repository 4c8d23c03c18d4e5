// Apart from the contracts, for pages without zod.

export const PAYOUTS_PER_PAGE = 25
export const RUNS_PER_PAGE = 10
export const STATEMENT_LINES = 100

/** Of a payout that the ledger has. */
export const enteredStates = ['open', 'sent', 'failed'] as const
export type EnteredState = (typeof enteredStates)[number]

/** `waiting` for a second yes, with its dues held and nothing entered; `given up` without one. */
export const payoutStates = ['waiting', ...enteredStates, 'given up'] as const
export type PayoutState = (typeof payoutStates)[number]

interface PayoutMove {
  from: readonly PayoutState[]
  /** `second yes`: as its run was decided (server/waiting-run.ts). */
  by: 'seller' | 'second yes'
  /** `entered`: the ledger gets its entry. `due again`: it gets the opposite one, for the next run to pay. `let go`: what it held is due again. */
  effects: readonly ('entered' | 'due again' | 'let go' | 'producer told')[]
}

/** Every move, by the state it leads to; server/end-payout.ts makes those of the seller. An ended payout stays so. */
export const payoutMoves: Readonly<Record<Exclude<PayoutState, 'waiting'>, PayoutMove>> = {
  open: { from: ['waiting'], by: 'second yes', effects: ['entered'] },
  'given up': { from: ['waiting'], by: 'second yes', effects: ['let go'] },
  sent: { from: ['open'], by: 'seller', effects: ['producer told'] },
  failed: { from: ['open'], by: 'seller', effects: ['due again', 'producer told'] },
}

/**
 * What the next run does with a due: `run` pays; `below` is too little; `waits`: account or e-mail changed less than a day ago; `call`: about a
 * change that no mail told; `no account`; `suspended`; `netted` is below 0 and set off later; `nothing` is due.
 */
export const nextSteps = ['run', 'below', 'waits', 'call', 'no account', 'suspended', 'netted', 'nothing'] as const
export type NextStep = (typeof nextSteps)[number]
