import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { visibleLine } from '#shared/text.ts'
import {
  columnsOf,
  fileKinds,
  fileStates,
  findings,
  MAX_FILE_BYTES,
  MAX_FILE_LINES,
  PREVIEW_BYTES,
} from './courier-file.kinds.ts'

export const courierFileNotFound = appError('COURIER_FILE_NOT_FOUND', 404, 'This file was not found. Check it again')
export const nothingToBook = appError('NOTHING_TO_BOOK', 409, 'There is nothing to book in this file')

const FileKindName = z.enum(fileKinds, { error: 'Say what kind of file it is: tracking, outcome or cash' })

/** A column of the file, the first being 0. */
const Column = z
  .int({ error: 'Columns are counted from 0' })
  .min(0)
  .max(99, 'A file has at most 100 columns')
  .optional()

/** Which column is what. */
export const FileColumns = z.object({
  parcel: Column,
  number: Column,
  courier: Column,
  outcome: Column,
  amount: Column,
  /** Does the first line name the columns? */
  heading: z.boolean(),
})
export type FileColumns = z.output<typeof FileColumns>

const Courier = z
  .string()
  .overwrite(visibleLine)
  .trim()
  .max(60, 'The courier has at most 60 characters')
  .optional()
  .transform((name) => name || undefined)

const checkFields = { kind: 'text', courier: 'text', shipped: 'text', columns: 'json' } as const

const CheckBody = z
  .object({
    kind: FileKindName,
    /** Of all its parcels, where no column says it. */
    courier: Courier,
    /** Of tracking numbers: 'no' leaves packed parcels packed; without it they become Shipped. */
    shipped: z.enum(['yes', 'no'], { error: 'Say yes or no' }).optional(),
    /** Without them they are those that were used for this kind and courier before, or those that the heading names. */
    columns: FileColumns.extend({ heading: z.boolean().default(true) }).optional(),
  })
  .check(({ value: { kind, columns }, issues }) => {
    if (!columns) return
    for (const { name, label, isNeeded } of columnsOf[kind])
      if (isNeeded && columns[name] === undefined)
        issues.push({
          code: 'custom',
          input: columns,
          path: ['columns'],
          message: `Say which column has this: ${label.toLowerCase()}`,
        })
  })

const Count = z.int()

/** Lines by what they turned out to be (`findings`), and the cash in them. */
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
  /** Of cash: delivered parcels whose cash is still to come and that the file does not name. */
  missing: Count,
  /** Lines that book something. */
  toBook: Count,
  /** Of tracking numbers: parcels that become Shipped. */
  ships: Count,
  /** `short`: what is missing in short lines; `more`: what is too much in them. `toBook` is `file` without `left` and `more`. */
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
  state: z.enum(fileStates),
  /** Without the heading. */
  lines: Count,
  checkedAt: IsoTime,
  /** From when it is being booked, with who does it. */
  bookedAt: IsoTime.optional(),
  bookedBy: z.string().optional(),
  /** Lines that were booked, and their cash. */
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

/** A line that somebody should look at. */
export const FileLine = z.object({
  /** As a spreadsheet numbers it: the first is 1. */
  line: z.int(),
  what: z.enum(findings),
  /** What the line names its parcel by. */
  named: z.string(),
  parcel: FileParcel.nullable(),
  expected: Rupees.nullable(),
  inFile: Rupees.nullable(),
  /** What it says of the parcel, where that is no amount. */
  says: z.string().nullable(),
  /** The line of the same file that books this parcel. */
  otherLine: z.int().nullable(),
  /** What we do with it: a sentence. */
  whatWeDo: z.string(),
})
export type FileLine = z.output<typeof FileLine>

export const MissingParcel = FileParcel.extend({ trackingNumber: z.string().nullable(), expected: Rupees })

/** A file that was checked, and what became of it. */
export const CheckedFile = z.object({
  message: z.string(),
  ...fileFields,
  columns: FileColumns,
  shipped: z.boolean(),
  ...FileSummary.shape,
  /** Lines that booking has not come to yet. */
  waiting: Count,
  /** The first 200; `linesToLookAt` says how many there are. */
  look: z.array(FileLine),
  linesToLookAt: Count,
  /** The first 200. */
  missingParcels: z.array(MissingParcel),
})
export type CheckedFile = z.output<typeof CheckedFile>

/**
 * The check of a courier's file, at most 20,000 lines: nothing is booked. A file that was booked before, under whatever name, is answered
 * as it was booked.
 */
export const checkCourierFile = endpoint('POST', '/api/parcel/file', {
  access: 'seller',
  summary: "Check a courier's file",
  isHeavy: true,
  input: 'multipart',
  form: { fields: checkFields, file: 'file', most: 1, maxBytes: MAX_FILE_BYTES, tooMany: 'Send one file' },
  body: CheckBody,
  response: CheckedFile,
})

/** Its first lines, and which column is what as far as we can tell. The beginning of a file is enough. */
export const previewCourierFile = endpoint('POST', '/api/parcel/file/preview', {
  access: 'seller',
  summary: "The first lines of a courier's file",
  input: 'multipart',
  form: { fields: { kind: 'text', courier: 'text' }, file: 'file', most: 1, maxBytes: 2 * PREVIEW_BYTES },
  body: z.object({ kind: FileKindName, courier: Courier }),
  response: z.object({
    rows: z.array(z.array(z.string())),
    columns: FileColumns,
    /** These columns were used for this kind and courier before, and fit the heading. */
    isRemembered: z.boolean(),
  }),
})

/** Once. The same again answers the same; a booking that was interrupted goes on. */
export const bookCourierFile = endpoint('POST', '/api/parcel/file/:id/book', {
  access: 'seller',
  summary: "Book a courier's file",
  params: z.object({ id: Id }),
  response: CheckedFile,
  errors: [courierFileNotFound, nothingToBook],
})

export const getCourierFile = endpoint('GET', '/api/parcel/file/:id', {
  access: 'seller',
  summary: "A courier's file and what became of it",
  params: z.object({ id: Id }),
  response: CheckedFile,
  errors: [courierFileNotFound],
})

/** All lines to look at. */
export const exportCourierFileLines = endpoint('GET', '/api/parcel/file/:id/lines.csv', {
  access: 'seller',
  summary: "The lines of a courier's file to look at, as CSV",
  isHeavy: true,
  params: z.object({ id: Id }),
  file: CSV_TYPE,
  errors: [courierFileNotFound],
})

export const BookedFile = z.object(fileFields)
export type BookedFile = z.output<typeof BookedFile>

/** The newest 25 that were booked. */
export const listCourierFiles = endpoint('GET', '/api/parcel/file', {
  access: 'seller',
  summary: "Couriers' files that were booked lately",
  response: z.object({ files: z.array(BookedFile) }),
})

/** For the sentence that refuses a longer file. */
export const tooManyLines = `A file has at most ${MAX_FILE_LINES.toLocaleString('en-IN')} lines`
