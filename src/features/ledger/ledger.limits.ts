// Apart from the contract, which brings zod: forms need them too.

export const MAX_FOR = 200
export const MAX_LEDGER_REASON = 300
