export const entryKinds = ['sale', 'return', 'loss', 'payout', 'payout failed', 'correction', 'restored'] as const
export type EntryKind = (typeof entryKinds)[number]
