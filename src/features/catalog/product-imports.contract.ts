import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'

export const MAX_IMPORT_LINES = 20_000
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024
/** A zip with pictures: as it is sent, and what is in it. */
export const MAX_ZIP_BYTES = 200 * 1024 * 1024
export const MAX_UNZIPPED_BYTES = 400 * 1024 * 1024
export const MAX_ZIP_FILES = 2000
/** An import lists so many problems; further ones are only counted. */
export const MAX_TOLD_ERRORS = 200
/** An import can be written for so long after its check, and undone for so long after its end. */
export const IMPORT_HOURS = 24

export const importNotFound = appError('IMPORT_NOT_FOUND', 404, 'This import was not found')
export const importRunning = appError('IMPORT_RUNNING', 409, 'Another import is running. Wait until it is done')
export const importNotChecked = appError(
  'IMPORT_NOT_CHECKED',
  409,
  `This import does not wait to be written. Files that were checked wait for ${IMPORT_HOURS} hours: check the file again`,
)
export const importNotUndoable = appError(
  'IMPORT_NOT_UNDOABLE',
  409,
  `This import cannot be undone: that is possible for ${IMPORT_HOURS} hours after its end, and once`,
)

/**
 * `checking`, `saving` and `undoing` go on. `checked` waits for a word; `done` has written everything, `refused` nothing; `undone` is
 * taken back. `failed` says in its message what it did.
 */
export const importStates = ['checking', 'checked', 'saving', 'done', 'refused', 'failed', 'undoing', 'undone'] as const

export const ProductImport = z.object({
  _id: z.string(),
  state: z.enum(importStates),
  /** A sentence for people. */
  message: z.string(),
  /** Rows with a product, without the heading; 0 until all are checked. While products are saved: the rows that are written. */
  lines: z.int(),
  /** Rows done within the state. */
  done: z.int(),
  /**
   * What is wrong: in which row as a spreadsheet numbers them, the heading being 1; of which product, by name, SKU or id; in which
   * column, and what stands there. At most 200; `badLines` counts the rows.
   */
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
  /** What was written. */
  added: z.int(),
  changed: z.int(),
  /** What a checked file would do; only of imports that are checked first. */
  preview: z
    .object({
      add: z.int(),
      change: z.int(),
      /** Rows whose product is already as they say. */
      same: z.int(),
      /** Of `add`: rows without id and SKU, which the same file would add once more. */
      unnamed: z.int(),
      /** Of `change` and `same`: products that are archived, and stay so. */
      archived: z.int(),
      /** Files of the zip that no row names. */
      unusedPictures: z.int(),
    })
    .optional(),
  startedAt: IsoTime,
  /** Until then it can be undone; left out when it cannot. */
  undoUntil: IsoTime.optional(),
  /** Products that an undo has put back. */
  undone: z.int(),
  /** Products that an undo has left as they are, and why: at most 200, `keptProducts` counts them. */
  kept: z.array(z.object({ _id: z.string(), name: z.string(), reason: z.string() })),
  keptProducts: z.int(),
})
export type ProductImport = z.output<typeof ProductImport>

const started = z.object({ message: z.string(), import: ProductImport })

/** Checks the file and writes it at once, if no row is wrong. Without pictures. */
export const importProducts = endpoint('POST', '/api/product/import', {
  access: 'seller',
  summary: 'Import products',
  isHeavy: true,
  input: 'csv',
  form: { file: 'file', most: 1, maxBytes: MAX_IMPORT_BYTES },
  status: 202,
  response: started,
  errors: [importRunning],
})

/** Checks the file and says what it would do: first the CSV, then, where its column `pictures` names files, a zip with them. */
export const checkImport = endpoint('POST', '/api/product/import/check', {
  access: 'seller',
  summary: 'Check an import of products',
  isHeavy: true,
  input: 'multipart',
  form: {
    file: 'files',
    most: 2,
    maxBytes: MAX_ZIP_BYTES,
    tooMany: 'Send one CSV file and at most one zip with its pictures',
    tooLarge: 'A zip can have at most 200 MB. Import the products in several files',
  },
  status: 202,
  response: started,
  errors: [importRunning],
})

/** Writes what was checked, without the rows that are wrong. The same again changes nothing. */
export const writeImport = endpoint('POST', '/api/product/import/:id/write', {
  access: 'seller',
  summary: 'Write a checked import',
  params: z.object({ id: Id }),
  status: 202,
  response: started,
  errors: [importNotFound, importNotChecked, importRunning],
})

/**
 * Added products are archived and give up their SKU, changed ones become what they were; what was changed since stays, and is named. The
 * same again changes nothing.
 */
export const undoImport = endpoint('POST', '/api/product/import/:id/undo', {
  access: 'seller',
  summary: 'Undo an import',
  params: z.object({ id: Id }),
  status: 202,
  response: started,
  errors: [importNotFound, importNotUndoable, importRunning],
})

/** The last 10, newest first. */
export const listImports = endpoint('GET', '/api/product/import', {
  access: 'seller',
  summary: 'The last imports of products',
  response: z.object({ imports: z.array(ProductImport) }),
})

export const getImport = endpoint('GET', '/api/product/import/:id', {
  access: 'seller',
  summary: 'How far an import is',
  params: z.object({ id: Id }),
  response: z.object({ import: ProductImport }),
  errors: [importNotFound],
})

/** Every column that an import reads, with two rows as examples. */
export const importTemplate = endpoint('GET', '/api/product/import/template.csv', {
  access: 'seller',
  summary: 'A CSV to fill in, for an import',
  file: CSV_TYPE,
})
