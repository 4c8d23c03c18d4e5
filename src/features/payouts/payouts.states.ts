// Apart from the contracts, which bring zod: pages need these.

export const PAYOUTS_PER_PAGE = 25
export const RUNS_PER_PAGE = 10
export const STATEMENT_LINES = 100

/** A run makes it open; the bank pays it or does not. */
export const payoutStates = ['open', 'sent', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/**
 * What the next run does with what is due to a producer: pays it; leaves it, as it is too little, or there is no account; sets it off
 * against what comes due later, as it is below 0; or has nothing to do.
 */
export const nextSteps = ['run', 'below', 'no account', 'netted', 'nothing'] as const
export type NextStep = (typeof nextSteps)[number]
