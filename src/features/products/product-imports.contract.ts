import { z } from 'zod'
import { sharedFinding } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { importStates } from './product-imports.states.ts'
import { appError, message } from './products.messages.ts'

export const MAX_IMPORT_LINES = 20_000
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024
export const importTooLarge = message('IMPORT_FILE_TOO_LARGE', { most: MAX_IMPORT_BYTES })
/** The zip itself, and its content. */
export const MAX_ZIP_BYTES = 200 * 1024 * 1024
export const MAX_UNZIPPED_BYTES = 400 * 1024 * 1024
export const MAX_ZIP_FILES = 2000
/** Mistakes that are listed; further ones are only counted. */
export const MAX_TOLD_ERRORS = 200
/** Hours to write an import after its check, and to undo a written one. */
export const IMPORT_HOURS = 24

export const importNotFound = appError('IMPORT_NOT_FOUND', 404)
export const importRunning = appError('IMPORT_RUNNING', 409)
export const importNotChecked = appError('IMPORT_NOT_CHECKED', 409)
export const importNotConfirmed = appError('IMPORT_NOT_CONFIRMED', 409)
export const importNotUndoable = appError('IMPORT_NOT_UNDOABLE', 409)

/**
 * Usual accidents of spreadsheets, which need a confirmation: another SKU or name for an id, a price down to a tenth or less, a stock no longer
 * counted.
 */
export const confirmedKinds = ['sku', 'name', 'price', 'stock'] as const
export type ConfirmedKind = (typeof confirmedKinds)[number]

const changed = {
  count: z.int(),
  /** The first: present and new content. */
  examples: z.array(z.object({ product: z.string(), before: z.string(), after: z.string() })),
}

export const ProductImport = z.object({
  _id: z.string(),
  state: z.enum(importStates),
  message: z.string(),
  /** Rows with a product, 0 until all are checked. While saving: rows being written. */
  lines: z.int(),
  /** Rows that are done within the present state. */
  done: z.int(),
  /** Row (the heading is 1), product by name, SKU or id, column and content. At most 200; `badLines` counts the rows. */
  errors: z.array(
    z.object({
      row: z.int(),
      product: z.string().optional(),
      column: z.string().optional(),
      value: z.string().optional(),
      message: z.string(),
    }),
  ),
  badLines: z.int(),
  /** Products that the import has added. */
  added: z.int(),
  changed: z.int(),
  /** What a file would do; only of imports that are checked first. */
  preview: z
    .object({
      add: z.int(),
      change: z.int(),
      /** Rows that change nothing. */
      same: z.int(),
      /** Added rows without id and SKU: the same file would add them again. */
      unnamed: z.int(),
      /** Products that stay archived. */
      archived: z.int(),
      unusedPictures: z.int(),
      columns: z.array(z.object({ column: z.string(), ...changed })),
      /** Changes that need a confirmation. */
      confirm: z.array(z.object({ kind: z.enum(confirmedKinds), ...changed })),
      /** Unknown columns, and those perhaps meant. */
      unread: z.array(z.object({ column: z.string(), guess: z.string().optional() })),
    })
    .optional(),
  startedAt: IsoTime,
  /** Missing when it cannot be undone. */
  undoUntil: IsoTime.optional(),
  undone: z.int(),
  /** Products that an undo left, and why: at most 200; `keptProducts` counts them. */
  kept: z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string() })),
  keptProducts: z.int(),
})
export type ProductImport = z.output<typeof ProductImport>

const started = z.object({ message: z.string(), import: ProductImport })

/** Writes at once if no row is wrong. Without pictures. */
export const importProducts = endpoint('POST', '/api/product/import', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  summary: 'Import products',
  isHeavy: true,
  input: 'csv',
  form: { file: 'file', most: 1, maxBytes: MAX_IMPORT_BYTES, tooLarge: importTooLarge },
  status: 202,
  response: started,
  errors: [importRunning],
})

/** Says what a file would do: a CSV or .xlsx, then a zip if the column `pictures` names files. */
export const checkImport = endpoint('POST', '/api/product/import/check', {
  access: 'seller',
  rights: ['catalogue'],
  rate: 'sellerUpload',
  summary: 'Check an import of products',
  isHeavy: true,
  input: 'multipart',
  form: {
    fields: { sheet: 'text' },
    file: 'files',
    most: 2,
    maxBytes: MAX_ZIP_BYTES,
    tooMany: message('IMPORT_TOO_MANY_FILES'),
    tooLarge: message('IMPORT_ZIP_TOO_LARGE', { most: MAX_ZIP_BYTES }),
  },
  /** The sheet of an .xlsx with several. */
  body: z.object({ sheet: z.string().max(100, sharedFinding('SHEET_NAME_TOO_LONG')).optional() }),
  status: 202,
  response: started,
  errors: [importRunning],
})

const Confirmed = z
  .string()
  .transform((text) => confirmedKinds.filter((kind) => text.split(',').includes(kind)))
  .optional()

/** Writes a checked import without its wrong rows; idempotent. `confirmed` names the kinds in `preview.confirm`, with commas. */
export const writeImport = endpoint('POST', '/api/product/import/:id/write', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Write a checked import',
  params: z.object({ id: Id }),
  query: z.object({ confirmed: Confirmed }),
  status: 202,
  response: started,
  errors: [importNotFound, importNotChecked, importNotConfirmed, importRunning],
})

/** Archives added products without SKU and restores changed ones; names those changed since, which stay. Idempotent. */
export const undoImport = endpoint('POST', '/api/product/import/:id/undo', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Undo an import',
  params: z.object({ id: Id }),
  status: 202,
  response: started,
  errors: [importNotFound, importNotUndoable, importRunning],
})

/** The last 10, newest first. */
export const listImports = endpoint('GET', '/api/product/import', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'The last imports of products',
  response: z.object({
    imports: z.array(ProductImport),
    toTry: z.boolean().describe('A demo with an invented month has a file to try'),
  }),
})

export const getImport = endpoint('GET', '/api/product/import/:id', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'How far an import is',
  params: z.object({ id: Id }),
  response: z.object({ import: ProductImport }),
  errors: [importNotFound],
})

/** All columns, with two example rows. */
export const importTemplate = endpoint('GET', '/api/product/import/template.csv', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'A CSV to fill in, for an import',
  file: CSV_TYPE,
})

export const importTemplateXlsx = endpoint('GET', '/api/product/import/template.xlsx', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'An .xlsx to fill in, for an import',
  file: XLSX_TYPE,
})

export const noImportToTry = appError('NO_IMPORT_TO_TRY', 404)

/** Three products new to the demo; `demoImportPictures` has their pictures. */
export const demoImport = endpoint('GET', '/api/product/import/demo.csv', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'A CSV to try an import with, in a demo',
  file: CSV_TYPE,
  errors: [noImportToTry],
})

export const demoImportPictures = endpoint('GET', '/api/product/import/demo.zip', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'The pictures of the CSV to try',
  isHeavy: true,
  file: 'application/zip',
  errors: [noImportToTry],
})
