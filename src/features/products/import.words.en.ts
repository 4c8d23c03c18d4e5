import type { Message, Word } from '#shared/messages.ts'
import type { ConfirmedKind } from './product-imports.contract.ts'

interface Named {
  name: string
}
interface Most {
  most: number
}
interface Counts {
  added: number
  changed: number
}

const MEGABYTE = 1024 * 1024
const figure = (count: number) => count.toLocaleString('en-IN')
export const countedProducts = (count: number) => (count === 1 ? '1 product' : `${figure(count)} products`)
const mistakes = (rows: number) => (rows === 1 ? 'One row has a mistake' : `${rows} rows have mistakes`)

const confirmed: Record<ConfirmedKind, string> = {
  sku: 'other SKUs',
  name: 'other names',
  price: 'prices that fall to a tenth or less',
  stock: 'stock that is not counted any more',
}

interface Unread {
  column: string
  guess?: string
}
const unreadColumn = ({ column, guess }: Unread) => (guess ? `${column} (did you mean ${guess}?)` : column)

/** What imports of products say. */
export const importEn = {
  IMPORT_NOT_FOUND: 'This import was not found',
  IMPORT_RUNNING: 'Another import is running. Wait until it is done',
  IMPORT_NOT_CHECKED: ({ hours }: { hours: number }) =>
    `This import does not wait to be written. Files that were checked wait for ${hours} hours: check the file again`,
  IMPORT_NOT_CONFIRMED: ({ kinds }: { kinds: readonly ConfirmedKind[] }) =>
    `Nothing was written. Confirm this first: ${kinds.map((kind) => confirmed[kind]).join(', ')}`,
  IMPORT_NOT_UNDOABLE: ({ hours }: { hours: number }) =>
    `This import cannot be undone: that is possible for ${hours} hours after its end, and once`,
  NO_IMPORT_TO_TRY: 'Only a demo with an invented month has a file to try',

  IMPORT_FILE_TOO_LARGE: ({ most }: Most) =>
    `A file of products can have at most ${most / MEGABYTE} MB. Import them in several files`,
  IMPORT_TOO_MANY_FILES: 'Send one CSV or .xlsx file and at most one zip with its pictures',
  IMPORT_ZIP_TOO_LARGE: ({ most }: Most) =>
    `A zip can have at most ${most / MEGABYTE} MB. Import the products in several files`,
  IMPORT_WITHOUT_PRODUCTS: 'There is no product in this file',
  IMPORT_TOO_MANY_PRODUCTS: ({ most }: Most) => `Import at most ${figure(most)} products at once`,
  HEADING_HAS_BROKEN_LETTERS: 'This file was opened in another encoding, and its letters are broken: open it as UTF-8',
  HEADING_IN_ONE_COLUMN:
    'All of it stands in the first column. Open the file by Data, From text, with the comma between columns, and save it again',
  HEADING_LACKS_COLUMNS({ missing, unread }: { missing: readonly string[]; unread: readonly Unread[] }) {
    const notRead = unread.length > 0 ? `. Not read: ${unread.map(unreadColumn).join(', ')}` : ''
    const changes = 'To change products, add the column sku or id'
    return `The first row has to name the columns. Missing: ${missing.join(', ')}${notRead}. ${changes}`
  },
  HEADING_HAS_ONLY_IDS: 'There is nothing but ids in this file. Add the columns that are to change',
  HEADING_NAMES_TWICE: ({ column }: { column: string }) => `The first row names ${column} twice`,
  ROW_HAS_MORE_CELLS: 'This row has more cells than the first row',
  ROW_NAMES_NO_PRODUCT: 'This row names no product: fill in its SKU or its id',
  ROW_ID_UNKNOWN: 'There is no product with this id',
  ROW_SKU_UNKNOWN: ({ missing }: { missing: readonly string[] }) =>
    `No product has this SKU. To add one, the file needs the columns ${missing.join(', ')} too`,
  ROW_SKU_SHORTENED: 'A spreadsheet has shortened this SKU. Write it out, as text',
  ROW_SKU_OF_ANOTHER: ({ name }: Named) => `${name} has this SKU already`,
  ROW_SKU_REWRITTEN: ({ name, sku }: Named & { sku: string }) =>
    `${name} has the SKU ${sku}, which a spreadsheet may have changed into this one. Write the SKU as text, or another one`,
  ROW_SKU_TAKEN_MEANWHILE: ({ name }: Named) => `${name} has got this SKU meanwhile. Import the row again`,
  ROW_PRODUCT_TWICE: 'This product is in the file twice',
  ROW_AXES_WITHOUT_FAMILY: 'Name the family too, in a column called family',
  ROW_SKU_TWICE: 'This SKU is in the file twice',
  ROW_PRODUCER_UNKNOWN: 'There is no approved producer with this id',
  ROW_PRODUCER_SUSPENDED: 'This producer is suspended',
  ROW_NOT_YES_OR_NO: 'Write yes or no',
  ROW_PICTURES_WITHOUT_ZIP: 'Send the zip with these pictures too, or take the column out of the file',
  ZIP_UNREADABLE: 'This zip cannot be read. Pack the pictures into a new .zip without a password',
  ZIP_HAS_TOO_MANY_FILES: ({ most }: Most) => `A zip can have at most ${most} files`,
  ZIP_IS_DOCUMENT: 'This is a spreadsheet or document, not a zip with pictures',
  ZIP_PICTURES_TOO_LARGE: ({ most }: Most) => `The pictures in this zip have more than ${most / MEGABYTE} MB together`,
  ZIP_LACKS_FILE: ({ name }: Named) => `There is no file ${name} in the zip`,
  ZIP_HAS_FILE_TWICE: ({ name }: Named) => `There are several files ${name} in the zip. Name its folder too`,
  ZIP_FILE_WITH_PASSWORD: ({ name }: Named) => `${name} has a password. Pack the zip without one`,
  ZIP_FILE_TOO_LARGE: ({ name, most }: Named & Most) => `${name} has more than ${most / MEGABYTE} MB`,
  ZIP_FILE_DAMAGED: ({ name }: Named) => `${name} in the zip is damaged`,
  ZIP_FILE_NO_PICTURE: ({ name, why }: Named & { why: Message }, word: Word) => `${name}: ${word(why)}`,

  IMPORT_STARTED: 'Import started',
  IMPORT_CHECKING_FILE: 'Checking the file',
  IMPORT_CHECKING_ROWS: 'Checking the rows',
  IMPORT_READING_PICTURES: 'Reading the pictures',
  IMPORT_COMPARING: 'Comparing with the shop',
  IMPORT_SAVING: 'Saving the products',
  IMPORT_UNDOING: 'Taking the import back',
  IMPORT_CHECKED({ add, change, same, left }: { add: number; change: number; same: number; left: number }) {
    if (add + change === 0)
      return left === 0 ? 'The shop is already as this file says' : `${mistakes(left)}. There is nothing else to import`
    const counts = [
      ...(add > 0 ? [`${countedProducts(add)} would be added`] : []),
      ...(change > 0 ? [`${countedProducts(change)} changed`] : []),
      ...(same > 0 ? [`${countedProducts(same)} are so already`] : []),
      ...(left > 0 ? [`${left === 1 ? '1 row is' : `${left} rows are`} left out`] : []),
    ]
    return `${counts.join(', ')}. Nothing is changed yet`
  },
  IMPORT_HAS_MISTAKES: ({ rows }: { rows: number }) => `${mistakes(rows)}. Nothing was changed`,
  IMPORT_REFUSED: ({ why }: { why: Message }, word: Word) => `${word(why)}. Nothing was changed`,
  IMPORT_INTERRUPTED: 'The import was interrupted. Nothing was changed',
  IMPORT_CHECK_INTERRUPTED: 'The import was interrupted. Nothing was changed. Import the file again',
  IMPORT_NOT_WRITTEN: 'Nobody has imported it within a day. Nothing was changed. Check the file again',
  IMPORT_DONE({ added, changed, left }: Counts & { left: number }) {
    const rest = left === 0 ? '' : `, ${left === 1 ? '1 row' : `${left} rows`} left out`
    return `${added} added, ${changed} changed${rest}`
  },
  IMPORT_STOPPED: ({ done, lines, added, changed }: Counts & { done: number; lines: number }) =>
    `The import was interrupted after ${done} of ${lines} rows: ${added} added, ${changed} changed`,
  IMPORT_UNDONE({ undone, kept }: { undone: number; kept: number }) {
    const rest = kept === 0 ? '' : `. ${countedProducts(kept)} stayed: changed since`
    return `The import is undone: ${countedProducts(undone)} put back${rest}`
  },
  IMPORT_UNDO_STOPPED: ({ done, lines }: { done: number; lines: number }) =>
    `Undoing was interrupted after ${done} of ${countedProducts(lines)}. Undo it again for the others`,
  KEPT_AS_CHANGED: 'It was changed since',
  KEPT_AS_STOCK_CHANGED: ({ stock }: { stock: number | null }) =>
    `Its stock was ${stock ?? 'not counted'} after the import, and has changed since`,
  KEPT_AS_SWITCHED: 'Its stock was switched since',
  KEPT_AS_SKU_TAKEN: ({ name }: Named) => `${name} has its SKU now`,
  CELL_NONE: 'none',
  CELL_EMPTY: 'empty',
  CELL_YES: 'yes',
  CELL_NO: 'no',
  CELL_DAYS_OF_SHOP: 'as the shop',
  CELL_NOT_COUNTED: 'not counted',
  CELL_PICTURES_SAME: 'as they are',
  CELL_PICTURES_OTHER: 'others',
}
