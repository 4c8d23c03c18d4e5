import type { Selectable } from 'kysely'
import { indianDay } from '#shared/day.ts'
import type { LedgerTables } from './ledger.tables.ts'

export type EntryRow = Selectable<LedgerTables['ledger_entries']>
export type HashedEntry = Omit<
  EntryRow,
  ('hash' | 'order_id' | 'unstated' | 'reason' | 'payout_id') | ('salt' | 'named' | 'payable_at' | 'account_hash')
>

/** The form of new entries; rows of form 1 keep their bytes. */
export const FORMAT = 2
export type Format = 1 | typeof FORMAT

const amounts = ['maker', 'costs', 'producer_share', 'community', 'shop', 'tax']
const row = ['number', 'at', 'kind', 'producer', 'order', 'line', 'quantity', ...amounts]

export const headings: Readonly<Record<Format, readonly string[]>> = {
  1: [...row, 'previous_hash', 'hash'],
  2: ['format', ...row, 'advance', 'commitment', 'previous_hash', 'hash'],
}

type HiddenCells = Pick<
  HashedEntry,
  | ('maker_number' | 'quantity' | 'maker_paise' | 'costs_paise' | 'producer_paise' | 'community_paise')
  | ('shop_paise' | 'tax_paise' | 'advance_paise')
>

/** The nine cells behind a commitment. */
const hiddenCells = (entry: HiddenCells) => [
  entry.maker_number ?? '',
  entry.quantity,
  entry.maker_paise,
  entry.costs_paise,
  entry.producer_paise,
  entry.community_paise,
  entry.shop_paise,
  entry.tax_paise,
  entry.advance_paise,
]

/** What the commitment hashes; nobody without the salt can guess it. */
export const writeOpening = (salt: string, entry: HiddenCells) => [salt, ...hiddenCells(entry)].join(',')

/** The public row without its hash, unquoted, in paise. Empty cells: there is nothing, or it is hidden. */
export function writeHashed(entry: HashedEntry) {
  const { format, number, at, kind, order_hash, line, commitment, previous_hash } = entry
  const [maker, quantity, ...paise] = hiddenCells(entry).map((cell) => (commitment === null ? cell : ''))
  const order = [order_hash ?? '', line ?? '']
  if (format === 1) {
    const cells = [number, new Date(at).toISOString(), kind, maker, ...order, quantity, ...paise.slice(0, -1)]
    return [...cells, previous_hash].join(',')
  }
  const cells = [format, number, indianDay(new Date(at)), kind, maker, ...order, quantity, ...paise]
  return [...cells, commitment ?? '', previous_hash].join(',')
}

export const writeEntry = (entry: HashedEntry & Pick<EntryRow, 'hash'>) => `${writeHashed(entry)},${entry.hash}`

/** A row that shows only its place in the chain. */
export function writeHidden({ format, number, previous_hash, hash }: HashedEntry & Pick<EntryRow, 'hash'>) {
  const told = new Map<string, string | number>(Object.entries({ format, number, previous_hash, hash }))
  return headings[format === 1 ? 1 : FORMAT].map((column) => told.get(column) ?? '').join(',')
}
