import type { Selectable, Updateable } from 'kysely'
import { parcelCode } from '#features/orders/parcels/parcels.states.ts'
import { readAddress } from '#features/orders/server/order-answer.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { CsvCell } from '#kernel/http/csv.ts'
import { type Message, wordStored } from '#shared/messages.ts'
import { type Paise, writeRupees } from '#shared/money.ts'
import { type BookedFile, type CheckedFile, courierFileNotFound, type FileLine } from '../../courier-file.contract.ts'
import { fileMoves, findingNames, MAX_SHOWN_LINES } from '../../courier-file.kinds.ts'
import { message } from '../../shipping.messages.ts'
import { readColumns } from './file-columns.ts'
import { readSummary } from './file-summary.ts'

export type FileRow = Selectable<Tables['courier_files']>

const LATELY = 25
const CSV_LINES = 500

/** No two booked files have the same key. */
export const bookedKey = ({ kind, hash, reference, copy }: Pick<FileRow, 'kind' | 'hash' | 'reference' | 'copy'>) =>
  [kind, hash, ...(reference === null ? [] : [reference]), ...(copy === 1 ? [] : [`#${copy}`])].join(':')

const toBookedFile = (row: FileRow): BookedFile => ({
  _id: row.id,
  kind: row.kind,
  name: row.name,
  courier: row.courier,
  reference: row.reference,
  state: row.state,
  lines: row.lines,
  checkedAt: new Date(row.checked_at),
  ...(row.booked_at === null ? {} : { bookedAt: new Date(row.booked_at), bookedBy: row.seller_email }),
  bookedLines: row.booked_lines,
  bookedAmount: row.booked_paise,
})

/** Throws COURIER_FILE_NOT_FOUND, also while its check is not done. */
export async function getFileRow(db: Db, id: string) {
  const row = await db
    .selectFrom('courier_files')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'checking')
    .executeTakeFirst()
  if (!row) throw courierFileNotFound()
  return row
}

function messageOf(row: FileRow, toBook: number): Message {
  if (row.booked_at === null) return message('FILE_CHECKED', { lines: row.lines })
  const booked = { at: new Date(row.booked_at), by: row.seller_email }
  if (row.state === 'booking') return message('FILE_BEING_BOOKED', booked)
  const { booked_lines: lines } = row
  return message('FILE_BOOKED', { ...booked, lines, left: toBook - lines })
}

type Read = Pick<Deps, 'db' | 'word'>

/** Throws COURIER_FILE_NOT_FOUND. */
export async function getCourierFile(
  deps: Read,
  id: string,
): Promise<Omit<CheckedFile, 'message'> & { message: Message }> {
  const { db } = deps
  const row = await getFileRow(db, id)
  const { counts, amounts, missing } = readSummary(row.summary)
  const { waiting, look } = await db
    .selectFrom('courier_file_lines')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('done', '=', 0).as('waiting'),
      fn.count<number>('note').as('look'),
    ])
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    message: messageOf(row, counts.toBook),
    ...toBookedFile(row),
    columns: readColumns(row.columns),
    shipped: row.mark_shipped === 1,
    ...counts,
    amounts,
    waiting: Number(waiting),
    look: await readLines(deps, id, { limit: MAX_SHOWN_LINES }),
    linesToLookAt: Number(look),
    missingParcels: await readMissing(db, missing),
  }
}

export async function listFiles(db: Db) {
  const rows = await db
    .selectFrom('courier_files')
    .selectAll()
    .where('booked_at', 'is not', null)
    .orderBy('booked_at', 'desc')
    .limit(LATELY)
    .execute()
  return { files: rows.map(toBookedFile) }
}

interface ParcelFacts {
  parcel_id: string | null
  parcel_number: number | null
  order_id: string | null
  order_number: number | null
  address: string | null
}

function toFileParcel(row: ParcelFacts) {
  if (row.parcel_id === null || row.parcel_number === null || row.order_id === null) return null
  if (row.order_number === null || row.address === null) return null
  const { firstName, lastName } = readAddress(row.address)
  return {
    _id: row.parcel_id,
    code: parcelCode(row.order_number, row.parcel_number),
    number: row.parcel_number,
    order: { _id: row.order_id, number: row.order_number },
    person: `${firstName} ${lastName}`,
  }
}

/** Lines to look at after a line, in the file's order. */
async function readLines({ db, word }: Read, id: string, { limit, after = 0 }: { limit: number; after?: number }) {
  const rows = await db
    .selectFrom('courier_file_lines as lines')
    .leftJoin('parcels', 'parcels.id', 'lines.parcel_id')
    .leftJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['lines.line', 'finding', 'named', 'note', 'says', 'expected_paise', 'lines.amount_paise', 'other_line'])
    .select(['parcels.id as parcel_id', 'parcels.number as parcel_number', 'orders.id as order_id'])
    .select(['orders.number as order_number', 'orders.address'])
    .where('file_id', '=', id)
    .where('lines.line', '>', after)
    .where('note', 'is not', null)
    .orderBy('lines.line')
    .limit(limit)
    .execute()
  return rows.map(
    (row): FileLine => ({
      line: row.line,
      what: row.finding,
      named: row.named,
      parcel: toFileParcel(row),
      expected: row.expected_paise,
      inFile: row.amount_paise,
      says: row.says,
      otherLine: row.other_line,
      whatWeDo: wordStored(row.note ?? '', word),
    }),
  )
}

async function readMissing(db: Db, missing: readonly { id: string; expected: Paise }[]) {
  if (missing.length === 0) return []
  const rows = await db
    .selectFrom('parcels')
    .innerJoin('orders', 'orders.id', 'parcels.order_id')
    .select(['parcels.id as parcel_id', 'parcels.number as parcel_number', 'tracking_number'])
    .select(['orders.id as order_id', 'orders.number as order_number', 'orders.address'])
    .where(
      'parcels.id',
      'in',
      missing.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.parcel_id, row]))
  return missing.flatMap(({ id, expected }) => {
    const row = byId.get(id)
    const parcel = row && toFileParcel(row)
    return row && parcel ? [{ ...parcel, trackingNumber: row.tracking_number, expected }] : []
  })
}

export const linesHeading = ['line', 'what', 'named', 'parcel', 'says', 'expected', 'in the file', 'what we do']

/** In a spreadsheet; all other columns are text. */
export const linesKinds = { line: 'count', expected: 'amount', 'in the file': 'amount' } as const

/** All lines to look at, as CSV rows. Throws COURIER_FILE_NOT_FOUND. */
export async function exportLines(deps: Read, id: string) {
  await getFileRow(deps.db, id)
  async function* parts() {
    for (let after = 0; ; ) {
      const lines = await readLines(deps, id, { limit: CSV_LINES, after })
      const last = lines.at(-1)
      if (!last) return
      yield lines.map((line): CsvCell[] => [
        ...[line.line, findingNames[line.what], line.named, line.parcel?.code ?? '', line.says ?? ''],
        ...[line.expected, line.inFile].map((amount) => (amount === null ? '' : writeRupees(amount))),
        line.whatWeDo,
      ])
      after = last.line
    }
  }
  return parts()
}

/** Moves a file to another state, with other changes. Throws where the table has no such move. */
export async function moveFile(
  db: Db,
  id: string,
  to: keyof typeof fileMoves,
  change: Updateable<Tables['courier_files']> = {},
) {
  const { numUpdatedRows } = await db
    .updateTable('courier_files')
    .set({ ...change, state: to })
    .where('id', '=', id)
    .where('state', '=', fileMoves[to].from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`a courier’s file that is not ${fileMoves[to].from} cannot become ${to}`)
}
