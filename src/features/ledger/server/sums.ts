import type { Selectable } from 'kysely'
import { indianMonth } from '#shared/day.ts'
import { minus, NO_MONEY, plus } from '#shared/money.ts'
import type { EntryRow } from './entry-csv.ts'
import type { LedgerTables } from './ledger.tables.ts'

export type SumRow = Selectable<LedgerTables['ledger_sums']>
export type SummedEntry = Omit<
  EntryRow,
  | ('previous_hash' | 'hash' | 'order_hash' | 'reason' | 'payout_id')
  | ('format' | 'advance_paise' | 'commitment' | 'salt' | 'payable_at' | 'account_hash')
>

/** The key of `ledger_sums`. */
export const sumKey = ['month', 'maker_number', 'unstated', 'named'] as const
export const sumKeyOf = (row: Pick<SumRow, (typeof sumKey)[number]>) =>
  `${row.month} ${row.maker_number} ${row.unstated} ${row.named}`

/** A correction that takes a sale back has pieces; one by hand only moves money. */
export const takesSaleBack = ({ kind, quantity }: Pick<EntryRow, 'kind' | 'quantity'>) =>
  kind === 'correction' && quantity < 0

/** What an entry adds to its month; payouts are counted apart. */
function sumOfEntry(entry: SummedEntry): SumRow {
  const isPayout = entry.kind === 'payout' || entry.kind === 'payout failed'
  const share = (column: keyof SumRow & keyof SummedEntry & `${string}_paise`) => (isPayout ? NO_MONEY : entry[column])
  return {
    month: indianMonth(new Date(entry.at)),
    maker_number: entry.maker_number ?? 0,
    unstated: entry.unstated,
    named: entry.named,
    sales: entry.kind === 'sale' ? 1 : takesSaleBack(entry) ? -1 : 0,
    returns: entry.kind === 'return' ? 1 : 0,
    maker_paise: share('maker_paise'),
    costs_paise: share('costs_paise'),
    producer_paise: share('producer_paise'),
    community_paise: share('community_paise'),
    shop_paise: share('shop_paise'),
    tax_paise: share('tax_paise'),
    paid_paise: isPayout ? minus(NO_MONEY, entry.producer_paise) : NO_MONEY,
    given_paise: isPayout ? minus(NO_MONEY, entry.community_paise) : NO_MONEY,
  }
}

const plusSums = (one: SumRow, other: SumRow): SumRow => ({
  ...one,
  sales: one.sales + other.sales,
  returns: one.returns + other.returns,
  maker_paise: plus(one.maker_paise, other.maker_paise),
  costs_paise: plus(one.costs_paise, other.costs_paise),
  producer_paise: plus(one.producer_paise, other.producer_paise),
  community_paise: plus(one.community_paise, other.community_paise),
  shop_paise: plus(one.shop_paise, other.shop_paise),
  tax_paise: plus(one.tax_paise, other.tax_paise),
  paid_paise: plus(one.paid_paise, other.paid_paise),
  given_paise: plus(one.given_paise, other.given_paise),
})

/** Sums by month and producer, added to the given ones. */
export function sumsOf(entries: readonly SummedEntry[], sums = new Map<string, SumRow>()) {
  for (const entry of entries) {
    const added = sumOfEntry(entry)
    const key = sumKeyOf(added)
    const before = sums.get(key)
    sums.set(key, before ? plusSums(before, added) : added)
  }
  return sums
}
