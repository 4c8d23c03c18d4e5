import type { Db } from '#kernel/db/database.ts'
import { openCursor } from '#kernel/http/cursors.ts'
import { indianDay } from '#shared/day.ts'
import type { LedgerEntry } from '../entries-file.contract.ts'
import { entriesWithConsent, isShown } from './entries-file.ts'
import type { EntryRow } from './entry-csv.ts'

const ENTRIES_AT_ONCE = 100

/** Entries that were written since a cursor: one writer numbers them, so none comes in later. Throws CURSOR_NOT_VALID. */
export async function listLedgerEntries(
  db: Db,
  { since, limit = ENTRIES_AT_ONCE }: { since: string; limit?: number | undefined },
) {
  const { numbers, write } = await openCursor(db, since)
  const [after = 0] = numbers
  const rows = await entriesWithConsent(db)
    .where('ledger_entries.number', '>', after)
    .orderBy('ledger_entries.number')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map((row) => toEntry(row, isShown(row))),
    cursor: write(shown.at(-1)?.number ?? after),
    more: rows.length > limit,
  }
}

/** What a commitment hides, and what is not shown any more, is null. */
function toEntry(row: EntryRow, isRowShown: boolean): LedgerEntry {
  const { number, format, previous_hash: previousHash, hash, commitment } = row
  const areAmountsShown = isRowShown && commitment === null
  const told = <T>(value: T) => (isRowShown ? value : null)
  const amount = <T>(value: T) => (areAmountsShown ? value : null)
  return {
    ...{ number, format, day: told(indianDay(new Date(row.at))), kind: told(row.kind) },
    ...{ producer: amount(row.maker_number), order: told(row.order_hash), line: told(row.line) },
    ...{ quantity: amount(row.quantity), maker: amount(row.maker_paise), costs: amount(row.costs_paise) },
    ...{ producerShare: amount(row.producer_paise), community: amount(row.community_paise) },
    ...{ shop: amount(row.shop_paise), tax: amount(row.tax_paise), advance: amount(row.advance_paise) },
    ...{ commitment: told(commitment), previousHash, hash },
  }
}
