import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { findAccount } from '#features/auth/server/accounts.ts'
import { courierName } from '#features/orders/parcels/couriers.ts'
import type { Db } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { message as kernelMessage } from '#kernel/kernel.messages.ts'
import { asCsv } from '#kernel/spreadsheet/as-csv.ts'
import { badInput } from '#shared/app-error.ts'
import type { Decoded, Part } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import { textOf } from '#shared/messages.ts'
import { minus, paise, plus } from '#shared/money.ts'
import { visibleLine } from '#shared/text.ts'
import type { checkCourierFile, previewCourierFile } from '../../courier-file.contract.ts'
import { isBooked, MAX_SHOWN_LINES } from '../../courier-file.kinds.ts'
import { message } from '../../shipping.messages.ts'
import { type CheckedLine, lineChecker } from './check-lines.ts'
import { type FileRow, getCourierFile, moveFile } from './courier-files.ts'
import { findColumns, findSureColumns, keepColumns } from './file-columns.ts'
import { addToSummary, emptySummary, type KeptSummary } from './file-summary.ts'
import { readCourierFile, readFirstRows } from './read-courier-file.ts'
import { readWhole } from './rewritten-numbers.ts'

/** Lines looked up and written together: milliseconds on the embedded database. */
const BATCH_LINES = 100
const MAX_NAME = 200

export interface SentFile {
  path: string | undefined
  name: string | undefined
}

type Body<E> = Decoded<Part<E, 'body'>>

/** An .xlsx as CSV. Throws BAD_INPUT. */
async function bytesOf({ path }: SentFile, sheet: string | undefined) {
  if (path === undefined) throw badInput({ file: kernelMessage('TABLE_MISSING') })
  return asCsv(await readFile(path), { field: 'file', sheet })
}

/** The first lines, with the columns as far as they are clear. Throws BAD_INPUT. */
export async function previewFile(db: Db, file: SentFile, { kind, courier, sheet }: Body<typeof previewCourierFile>) {
  const rows = await readFirstRows(await bytesOf(file, sheet))
  return { rows, ...(await findColumns(db, kind, courier, rows)) }
}

/** Compares a file with the shop and stores the result, in parts; books nothing. A booked file answers as it was. Throws BAD_INPUT. */
export async function checkFile(deps: Deps, who: Principal, file: SentFile, asked: Body<typeof checkCourierFile>) {
  const { db } = deps
  const { kind, courier } = asked
  const bytes = await bytesOf(file, asked.sheet)
  const firstRows = await readFirstRows(bytes)
  const [first = []] = firstRows
  const columns = asked.columns ?? (await findSureColumns(db, kind, courier, firstRows))
  if (!columns) throw badInput({ columns: message('FILE_COLUMNS_UNSAID', { kind }) })
  const { lines, sign, hash } = await readCourierFile(bytes, columns)
  const reference = (kind === 'cash' ? asked.reference : undefined) ?? null
  const before = await findBooked(db, { kind, hash, reference })
  const isAgain = kind === 'cash' && asked.again === 'yes'
  if (before !== undefined && !isAgain) return getCourierFile(deps, before.id)

  const seller = await findAccount(db, who.kind, who.id)
  const row: Tables['courier_files'] = {
    ...{ id: newId(), kind, hash, booked_key: null, state: 'checking', lines: lines.length, summary: '' },
    ...{ reference, copy: (before?.copy ?? 0) + 1 },
    name:
      visibleLine(file.name ?? '')
        .slice(0, MAX_NAME)
        .toWellFormed() || 'file.csv',
    courier: courier === undefined ? null : courierName(courier),
    columns: keepColumns(columns, first),
    mark_shipped: asked.shipped === 'no' ? 0 : 1,
    ...{ checked_at: deps.now().getTime(), seller_id: who.id, seller_email: seller?.email ?? '' },
    ...{ booked_at: null, booked_lines: 0, booked_paise: paise(0) },
  }
  await db.insertInto('courier_files').values(row).execute()
  try {
    const whole = await readWhole(db, lines, sign)
    const check = lineChecker(db, { kind, courier: row.courier, ships: row.mark_shipped === 1 }, whole)
    const summary = emptySummary()
    const couriers = new Set<string>()
    for (let at = 0; at < lines.length; at += BATCH_LINES) {
      const checked = await check(lines.slice(at, at + BATCH_LINES))
      for (const line of checked) {
        addToSummary(summary, line)
        if (isBooked(line.finding) && line.parcel?.courier) couriers.add(line.parcel.courier)
      }
      await keepLines(db, row.id, checked)
      await setImmediate()
    }
    const [only] = couriers.size === 1 ? couriers : []
    const known = row.courier ?? (kind === 'tracking' ? null : (only ?? null))
    if (kind === 'cash') await addMissing(db, row.id, known, summary)
    await moveFile(db, row.id, 'checked', { courier: known, summary: JSON.stringify(summary) })
  } catch (error) {
    await db
      .deleteFrom('courier_files')
      .where('id', '=', row.id)
      .execute()
      // The next clean-up deletes the rest.
      .catch(() => {})
    throw error
  }
  return getCourierFile(deps, row.id)
}

/** The last file with this content and reference that is booked or being booked. */
export const findBooked = (db: Db, { kind, hash, reference }: Pick<FileRow, 'kind' | 'hash' | 'reference'>) =>
  db
    .selectFrom('courier_files')
    .select(['id', 'copy'])
    .where('kind', '=', kind)
    .where('hash', '=', hash)
    .where('reference', 'is not distinct from', reference)
    .where('booked_key', 'is not', null)
    .orderBy('copy', 'desc')
    .limit(1)
    .executeTakeFirst()

type LineRow = Tables['courier_file_lines']

const types = {
  ...{ file_id: 'text', line: 'integer', named: 'text', finding: 'text', note: 'text', parcel_id: 'text' },
  ...{ order_id: 'text', says: 'text', courier: 'text', expected_paise: 'bigint', amount_paise: 'bigint' },
  ...{ other_line: 'integer', done: 'integer' },
} as const satisfies Record<keyof LineRow, 'text' | 'integer' | 'bigint'>

const toRow = (fileId: string, line: CheckedLine): LineRow => ({
  file_id: fileId,
  line: line.line,
  named: line.named,
  finding: line.finding,
  note: line.note && textOf(line.note),
  parcel_id: line.parcel?.id ?? null,
  order_id: line.parcel?.orderId ?? line.orderId ?? null,
  says: line.says ?? null,
  courier: line.courier ?? null,
  expected_paise: line.expected ?? null,
  amount_paise: line.amount ?? null,
  other_line: line.otherLine ?? null,
  done: isBooked(line.finding) ? 0 : 1,
})

const lineColumns = [
  ...(['file_id', 'line', 'named', 'finding', 'note', 'parcel_id', 'order_id'] as const),
  ...(['says', 'courier', 'expected_paise', 'amount_paise', 'other_line', 'done'] as const),
]

async function keepLines(db: Db, fileId: string, lines: readonly CheckedLine[]) {
  const json = JSON.stringify(lines.map((line) => toRow(fileId, line)))
  await db
    .insertInto('courier_file_lines')
    .columns(lineColumns)
    .expression(db.selectFrom(jsonRows<LineRow>(db, json, types).as('given')).select(lineColumns))
    .execute()
}

/** Delivered parcels of this courier, if known, whose due cash is not in the file. */
async function addMissing(db: Db, fileId: string, courier: string | null, summary: KeptSummary) {
  const rest = sql<number>`cash_paise - cash_received_paise - cash_let_go_paise`
  const missing = db
    .selectFrom('parcels')
    .where('status', '=', 'Delivered')
    .where(sql<boolean>`cash_paise > cash_received_paise + cash_let_go_paise`)
    .$if(courier !== null, (parcels) => parcels.where(sql`lower(courier)`, '=', (courier ?? '').toLowerCase()))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('courier_file_lines')
            .select('line')
            .where('file_id', '=', fileId)
            .whereRef('courier_file_lines.parcel_id', '=', 'parcels.id'),
        ),
      ),
    )
  const { count, sum } = await missing
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(${rest}), 0)`.as('sum')])
    .executeTakeFirstOrThrow()
  const first = await missing
    .select(['id', 'cash_paise', 'cash_received_paise', 'cash_let_go_paise'])
    .orderBy('delivered_at')
    .orderBy('id')
    .limit(MAX_SHOWN_LINES)
    .execute()
  summary.counts.missing = Number(count)
  summary.amounts.missing = paise(Number(sum))
  summary.missing = first.map((row) => ({
    id: row.id,
    expected: minus(row.cash_paise, plus(row.cash_received_paise, row.cash_let_go_paise)),
  }))
}
