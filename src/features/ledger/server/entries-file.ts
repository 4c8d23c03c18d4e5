import { setImmediate } from 'node:timers/promises'
import type { Db } from '#kernel/db/database.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { FORMAT, type Format, headings, writeEntry, writeHidden } from './entry-csv.ts'

const PART = 500

export interface EntriesWanted {
  month?: string | undefined
  format?: '1' | '2' | undefined
}

/** Entries that stand when it begins, in one form: ASCII, a line feed a row, made as it is sent. Rows of makers who do not agree now are hidden. */
export function entriesFile(db: Db, wanted: EntriesWanted): FileAnswer {
  const { month } = wanted
  return { name: month === undefined ? 'ledger.csv' : `ledger-${month}.csv`, content: rowsOf(db, wanted) }
}

/** With what the maker says today of being shown by name. */
export const entriesWithConsent = (db: Db) =>
  db
    .selectFrom('ledger_entries')
    .leftJoin('ledger_makers', 'ledger_makers.number', 'ledger_entries.maker_number')
    .leftJoin('producers as producer', 'producer.id', 'ledger_makers.producer_id')
    .selectAll('ledger_entries')
    .select('producer.ledger_consent')

async function* rowsOf(db: Db, wanted: EntriesWanted) {
  const { format, first, last } = await rangeOf(db, wanted)
  yield `${headings[format].join(',')}\n`
  for (let after = first - 1; after < last; ) {
    const rows = await entriesWithConsent(db)
      .where('ledger_entries.number', '>', after)
      .where('ledger_entries.number', '<=', last)
      .where('format', '=', format)
      .orderBy('ledger_entries.number')
      .limit(PART)
      .execute()
    yield rows.map((row) => `${isShown(row) ? writeEntry(row) : writeHidden(row)}\n`).join('')
    after = rows.at(-1)?.number ?? last
    await setImmediate()
  }
}

interface Row {
  maker_number: number | null
  commitment: string | null
  named: number
  ledger_consent: number | null
}

/** Served as hashed: no maker, or one who agreed then and does now. */
export const isShown = ({ maker_number, commitment, named, ledger_consent }: Row) =>
  commitment !== null || (named === 1 && (maker_number === null || ledger_consent === 1))

/** First and last number of the wanted entries, and their form: forms follow each other. */
async function rangeOf(db: Db, { month, format }: EntriesWanted) {
  const months = db.selectFrom('ledger_months').$if(month !== undefined, (of) => of.where('month', '=', month ?? ''))
  const { first, last } = await months
    .select(({ fn }) => [fn.min('first_number').as('first'), fn.max('last_number').as('last')])
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('ledger_entries')
    .select('format')
    .where('number', '=', last ?? 0)
    .executeTakeFirst()
  const asked: Format = (format ?? String(newest?.format ?? FORMAT)) === '1' ? 1 : FORMAT
  return { format: asked, first: Number(first ?? 1), last: Number(last ?? 0) }
}
