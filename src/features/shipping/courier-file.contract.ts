import { z } from 'zod'
import { shortenedReference } from '#features/orders/seller-orders.contract.ts'
import { sharedFinding } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { isShortened } from '#shared/reading/rewritten-identifiers.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { visibleLine } from '#shared/text.ts'
import { columnsOf, fileKinds, fileStates, findings, MAX_FILE_BYTES } from './courier-file.kinds.ts'
import { appError, finding, message } from './shipping.messages.ts'

export const courierFileNotFound = appError('COURIER_FILE_NOT_FOUND', 404)
export const nothingToBook = appError('NOTHING_TO_BOOK', 409)

const FileKindName = z.enum(fileKinds, { error: finding('FILE_KIND_MISSING') })

const MAX_COLUMNS = 100
/** The number of a column; the first is 0. */
const Column = z
  .int({ error: finding('FILE_COLUMN_NO_NUMBER') })
  .min(0)
  .max(MAX_COLUMNS - 1, finding('FILE_COLUMN_TOO_HIGH', { most: MAX_COLUMNS }))
  .optional()

/** Which column holds what. */
export const FileColumns = z.object({
  parcel: Column,
  number: Column,
  courier: Column,
  outcome: Column,
  amount: Column,
  heading: z.boolean(),
})
export type FileColumns = z.output<typeof FileColumns>

const MAX_COURIER = 60
const Courier = z
  .string()
  .overwrite(visibleLine)
  .trim()
  .max(MAX_COURIER, finding('FILE_COURIER_TOO_LONG', { most: MAX_COURIER }))
  .optional()
  .transform((name) => name || undefined)

/** The bank's reference of the courier's transfer. */
const MAX_REFERENCE = 100
const Reference = z
  .string()
  .overwrite(visibleLine)
  .trim()
  .max(MAX_REFERENCE, finding('FILE_REFERENCE_TOO_LONG', { most: MAX_REFERENCE }))
  .refine((typed) => !isShortened(typed), shortenedReference)
  .optional()
  .transform((typed) => typed || undefined)

const moneyFields = { reference: 'text', again: 'text' } as const

/** The sheet of an .xlsx with several. */
const Sheet = z.string().max(100, sharedFinding('SHEET_NAME_TOO_LONG')).optional()

const refusals = {
  tooMany: message('ONE_COURIER_FILE'),
  tooLarge: message('COURIER_FILE_TOO_LARGE', { most: MAX_FILE_BYTES }),
}
const checkFields = {
  kind: 'text',
  courier: 'text',
  sheet: 'text',
  shipped: 'text',
  columns: 'json',
  ...moneyFields,
} as const

const CheckBody = z
  .object({
    kind: FileKindName,
    /** The courier of all parcels, where no column says it. */
    courier: Courier,
    sheet: Sheet,
    /** Packed parcels become Shipped with their tracking numbers, unless 'no'. */
    shipped: z.enum(['yes', 'no'], { error: finding('FILE_NOT_YES_OR_NO') }).optional(),
    /** Kept with all cash booked from the file. */
    reference: Reference,
    /** 'yes': another remittance, though a file with this content was booked. */
    again: z.enum(['yes', 'no'], { error: finding('FILE_NOT_YES_OR_NO') }).optional(),
    /** By default those used for this kind and courier before, or those that the heading names. */
    columns: FileColumns.extend({ heading: z.boolean().default(true) }).optional(),
  })
  .check(({ value: { kind, columns }, issues }) => {
    if (!columns) return
    for (const { name: column, isNeeded } of columnsOf[kind])
      if (isNeeded && columns[column] === undefined)
        issues.push({
          code: 'custom',
          input: columns,
          path: ['columns'],
          message: finding('FILE_COLUMN_UNSAID', { kind, column }),
        })
  })

const Count = z.int()

/** Lines by `findings`, and their cash. */
export const FileSummary = z.object({
  ...z.object({
    matched: Count,
    same: Count,
    changed: Count,
    short: Count,
    more: Count,
    unknown: Count,
    twice: Count,
    unclear: Count,
    barred: Count,
  }).shape,
  /** Delivered parcels whose cash is due, but not in the file. */
  missing: Count,
  toBook: Count,
  ships: Count,
  /** `short` is missing in short lines, `more` is too much in others; `toBook` is `file` without `left` and `more`. */
  amounts: z.object({
    file: Rupees,
    left: Rupees,
    toBook: Rupees,
    matched: Rupees,
    short: Rupees,
    more: Rupees,
    unknown: Rupees,
    twice: Rupees,
    missing: Rupees,
  }),
})
export type FileSummary = z.output<typeof FileSummary>

const fileFields = {
  _id: z.string(),
  kind: FileKindName,
  name: z.string(),
  courier: z.string().nullable(),
  /** The bank's reference of the courier's transfer. */
  reference: z.string().nullable(),
  state: z.enum(fileStates),
  /** The heading is not counted. */
  lines: Count,
  checkedAt: IsoTime,
  bookedAt: IsoTime.optional(),
  bookedBy: z.string().optional(),
  bookedLines: Count,
  bookedAmount: Rupees,
}

const FileParcel = z.object({
  _id: z.string(),
  code: z.string(),
  number: z.int(),
  order: z.object({ _id: z.string(), number: z.int() }),
  person: z.string(),
})

export const FileLine = z.object({
  /** The line's number in a spreadsheet, from 1. */
  line: z.int(),
  what: z.enum(findings),
  named: z.string(),
  parcel: FileParcel.nullable(),
  expected: Rupees.nullable(),
  inFile: Rupees.nullable(),
  /** What it says of the parcel, unless an amount. */
  says: z.string().nullable(),
  /** The line of the file that books this parcel. */
  otherLine: z.int().nullable(),
  whatWeDo: z.string(),
})
export type FileLine = z.output<typeof FileLine>

export const MissingParcel = FileParcel.extend({ trackingNumber: z.string().nullable(), expected: Rupees })

export const CheckedFile = z.object({
  message: z.string(),
  ...fileFields,
  columns: FileColumns,
  shipped: z.boolean(),
  ...FileSummary.shape,
  /** Lines not booked yet. */
  waiting: Count,
  /** The first 200; `linesToLookAt` counts all. */
  look: z.array(FileLine),
  linesToLookAt: Count,
  /** The first 200; `missing` counts all. */
  missingParcels: z.array(MissingParcel),
})
export type CheckedFile = z.output<typeof CheckedFile>

/** Checks at most 20,000 lines and books nothing. A booked file answers as booked, unless `reference` is another or `again` is sent. */
export const checkCourierFile = endpoint('POST', '/api/parcel/file', {
  access: 'seller',
  rights: ['orders'],
  rate: 'sellerUpload',
  summary: "Check a courier's file",
  isHeavy: true,
  input: 'multipart',
  form: { fields: checkFields, file: 'file', most: 1, maxBytes: MAX_FILE_BYTES, ...refusals },
  body: CheckBody,
  response: CheckedFile,
})

/** The first lines, with the columns as far as they are clear. The beginning of a CSV is enough. */
export const previewCourierFile = endpoint('POST', '/api/parcel/file/preview', {
  access: 'seller',
  rights: ['orders'],
  rate: 'sellerUpload',
  isHeavy: true,
  summary: "The first lines of a courier's file",
  input: 'multipart',
  form: {
    fields: { kind: 'text', courier: 'text', sheet: 'text' },
    file: 'file',
    most: 1,
    maxBytes: MAX_FILE_BYTES,
    ...refusals,
  },
  body: z.object({ kind: FileKindName, courier: Courier, sheet: Sheet }),
  response: z.object({
    rows: z.array(z.array(z.string())),
    columns: FileColumns,
    /** Used for this kind and courier before, with this heading. */
    isRemembered: z.boolean(),
  }),
})

/** Idempotent; an interrupted booking goes on. */
export const bookCourierFile = endpoint('POST', '/api/parcel/file/:id/book', {
  access: 'seller',
  rights: ['orders'],
  summary: "Book a courier's file",
  params: z.object({ id: Id }),
  response: CheckedFile,
  errors: [courierFileNotFound, nothingToBook],
})

export const getCourierFile = endpoint('GET', '/api/parcel/file/:id', {
  access: 'seller',
  rights: ['orders'],
  summary: "A courier's file and what became of it",
  params: z.object({ id: Id }),
  response: CheckedFile,
  errors: [courierFileNotFound],
})

export const exportCourierFileLines = endpoint('GET', '/api/parcel/file/:id/lines.csv', {
  access: 'seller',
  rights: ['orders'],
  summary: "The lines of a courier's file to look at, as CSV",
  isHeavy: true,
  params: z.object({ id: Id }),
  file: CSV_TYPE,
  errors: [courierFileNotFound],
})

/** The lines for the courier as a spreadsheet, where numbers stay text. */
export const exportCourierFileLinesXlsx = endpoint('GET', '/api/parcel/file/:id/lines.xlsx', {
  access: 'seller',
  rights: ['orders'],
  summary: "The lines of a courier's file to look at, as .xlsx",
  isHeavy: true,
  params: z.object({ id: Id }),
  file: XLSX_TYPE,
  errors: [courierFileNotFound],
})

export const noFileToTry = appError('NO_FILE_TO_TRY', 404)

/** A file to try, from at most 20 of the demo's own parcels: tracking numbers to send, outcomes (one refused), or cash (one short, one not ours). */
export const demoCourierFile = endpoint('GET', '/api/parcel/file/demo.csv', {
  access: 'seller',
  rights: ['orders'],
  summary: "A courier's file to try in a demo",
  query: z.object({ kind: FileKindName }),
  file: CSV_TYPE,
  errors: [noFileToTry],
})

export const BookedFile = z.object(fileFields)
export type BookedFile = z.output<typeof BookedFile>

/** The newest 25 that were booked. */
export const listCourierFiles = endpoint('GET', '/api/parcel/file', {
  access: 'seller',
  rights: ['orders'],
  summary: "Couriers' files that were booked lately",
  response: z.object({
    files: z.array(BookedFile),
    toTry: z.array(FileKindName).describe('Of which kinds a demo with an invented month has a file to try'),
  }),
})
