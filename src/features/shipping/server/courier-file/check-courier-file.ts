import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { courierName } from '#features/orders/couriers.ts'
import type { Db } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/json-rows.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import type { Decoded, Part } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import { minus, paise, plus } from '#shared/money.ts'
import { visibleLine } from '#shared/text.ts'
import type { checkCourierFile, previewCourierFile } from '../../courier-file.contract.ts'
import { columnsOf, type FileKind, isBooked, MAX_SHOWN_LINES } from '../../courier-file.kinds.ts'
import { type CheckedLine, lineChecker } from './check-lines.ts'
import { bookedKey, getCourierFile } from './courier-files.ts'
import { findColumns, findSureColumns, keepColumns } from './file-columns.ts'
import { addToSummary, emptySummary, type KeptSummary } from './file-summary.ts'
import { readCourierFile, readFirstRows } from './read-courier-file.ts'

/** Lines that are looked up and written together: some milliseconds on the embedded database. */
const BATCH_LINES = 100
const MAX_NAME = 200

/** A file as it arrived. */
export interface SentFile {
  /** Where it lies. */
  path: string | undefined
  name: string | undefined
}

type Body<E> = Decoded<Part<E, 'body'>>

const bytesOf = ({ path }: SentFile) => {
  if (path === undefined) throw badInput({ file: 'Choose a CSV file' })
  return readFile(path)
}

/** The first lines of a file, and which column is what as far as we can tell. Throws BAD_INPUT. */
export async function previewFile(db: Db, file: SentFile, { kind, courier }: Body<typeof previewCourierFile>) {
  const rows = await readFirstRows(await bytesOf(file))
  return { rows, ...(await findColumns(db, kind, courier, rows[0] ?? [])) }
}

/**
 * Compares a file with the shop and keeps what was found, a part at a time; nothing is booked. One with the same content that was booked
 * before is answered as it was. Throws BAD_INPUT.
 */
export async function checkFile(deps: Deps, sellerId: string, file: SentFile, asked: Body<typeof checkCourierFile>) {
  const { db } = deps
  const { kind, courier } = asked
  const bytes = await bytesOf(file)
  const [first = []] = await readFirstRows(bytes)
  const columns = asked.columns ?? (await findSureColumns(db, kind, courier, first))
  if (!columns) {
    const labels = columnsOf[kind].flatMap(({ label, isNeeded }) => (isNeeded ? [label.toLowerCase()] : []))
    throw badInput({ columns: `Say which columns have these: ${labels.join(', ')}` })
  }
  const { lines, hash } = await readCourierFile(bytes, columns)
  const before = await findBooked(db, kind, hash)
  if (before !== undefined) return getCourierFile(db, before)

  const seller = await db.selectFrom('sellers').select('email').where('id', '=', sellerId).executeTakeFirst()
  const row: Tables['courier_files'] = {
    ...{ id: newId(), kind, hash, booked_key: null, state: 'checking', lines: lines.length, summary: '' },
    name:
      visibleLine(file.name ?? '')
        .slice(0, MAX_NAME)
        .toWellFormed() || 'file.csv',
    courier: courier === undefined ? null : courierName(courier),
    columns: keepColumns(columns, first),
    mark_shipped: asked.shipped === 'no' ? 0 : 1,
    ...{ checked_at: deps.now().getTime(), seller_id: sellerId, seller_email: seller?.email ?? '' },
    ...{ booked_at: null, booked_lines: 0, booked_paise: paise(0) },
  }
  await db.insertInto('courier_files').values(row).execute()
  try {
    const check = lineChecker(db, { kind, courier: row.courier, ships: row.mark_shipped === 1 })
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
    await db
      .updateTable('courier_files')
      .set({ state: 'checked', courier: known, summary: JSON.stringify(summary) })
      .where('id', '=', row.id)
      .execute()
  } catch (error) {
    await db
      .deleteFrom('courier_files')
      .where('id', '=', row.id)
      .execute()
      // What is left of it goes with the next clean-up.
      .catch(() => {})
    throw error
  }
  return getCourierFile(db, row.id)
}

/** The file with this content that is booked, or is being booked. */
export async function findBooked(db: Db, kind: FileKind, hash: string) {
  const key = bookedKey({ kind, hash })
  const row = await db.selectFrom('courier_files').select('id').where('booked_key', '=', key).executeTakeFirst()
  return row?.id
}

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
  note: line.note,
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

/** Delivered parcels whose cash is still to come and that the file does not name: of its courier, where that is known. */
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
