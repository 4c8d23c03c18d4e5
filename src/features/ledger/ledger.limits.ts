// Apart from the contract, for forms without zod.

export const MAX_FOR = 200
export const MAX_LEDGER_REASON = 300
