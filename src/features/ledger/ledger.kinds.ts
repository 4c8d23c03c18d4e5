/** What an entry of the ledger is. */
export const entryKinds = ['sale', 'return', 'loss', 'payout', 'payout failed', 'correction'] as const
export type EntryKind = (typeof entryKinds)[number]
