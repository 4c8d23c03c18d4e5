import { setImmediate } from 'node:timers/promises'
import type { Db } from '#kernel/db/database.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { lastEntry } from './entries.ts'
import { entryHeading, writeEntry } from './entry-csv.ts'

/** Rows read and sent at a time. */
const PART = 500

/** The entries of a month, or all, that stand when it begins: plain ASCII, a line feed after each row, made as it is sent. */
export function entriesFile(db: Db, month: string | undefined): FileAnswer {
  return { name: month === undefined ? 'ledger.csv' : `ledger-${month}.csv`, content: rowsOf(db, month) }
}

async function* rowsOf(db: Db, month: string | undefined) {
  yield `${entryHeading.join(',')}\n`
  const numbers = await numbersOf(db, month)
  for (let from = numbers.first; from <= numbers.last; from += PART) {
    const rows = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('number', '>=', from)
      .where('number', '<=', Math.min(from + PART - 1, numbers.last))
      .orderBy('number')
      .execute()
    yield rows.map((row) => `${writeEntry(row)}\n`).join('')
    await setImmediate()
  }
}

async function numbersOf(db: Db, month: string | undefined) {
  if (month === undefined) return { first: 1, last: (await lastEntry(db))?.number ?? 0 }
  const found = await db.selectFrom('ledger_months').selectAll().where('month', '=', month).executeTakeFirst()
  return { first: found?.first_number ?? 1, last: found?.last_number ?? 0 }
}
