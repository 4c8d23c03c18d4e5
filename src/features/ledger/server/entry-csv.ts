import type { Selectable } from 'kysely'
import type { LedgerTables } from './ledger.tables.ts'

export type EntryRow = Selectable<LedgerTables['ledger_entries']>
/** What its hash is made of. */
export type HashedEntry = Omit<EntryRow, 'hash' | 'order_id' | 'unstated' | 'reason' | 'payout_id'>

/** The columns of the public file, in their order. */
export const entryHeading = [
  ...['number', 'at', 'kind', 'producer', 'order', 'line', 'quantity'],
  ...['maker', 'costs', 'producer_share', 'community', 'shop', 'tax', 'previous_hash', 'hash'],
]

/** An entry as the public file has it, without its hash: no quotes, nothing is empty but what there is none of. Money in paise. */
export const writeHashed = (entry: HashedEntry) =>
  [
    entry.number,
    new Date(entry.at).toISOString(),
    entry.kind,
    entry.maker_number ?? '',
    entry.order_hash ?? '',
    entry.line ?? '',
    entry.quantity,
    entry.maker_paise,
    entry.costs_paise,
    entry.producer_paise,
    entry.community_paise,
    entry.shop_paise,
    entry.tax_paise,
    entry.previous_hash,
  ].join(',')

/** An entry as a row of the public file. */
export const writeEntry = (entry: HashedEntry & Pick<EntryRow, 'hash'>) => `${writeHashed(entry)},${entry.hash}`
