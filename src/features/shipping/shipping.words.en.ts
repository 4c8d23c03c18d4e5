import type { ParcelStatus } from '#features/orders/parcels/parcels.states.ts'
import { formatMoment } from '#shared/day.ts'
import type { Message, Word } from '#shared/messages.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { columnsOf, type FileColumn, type FileKind } from './courier-file.kinds.ts'
import type { Outcome } from './courier-file.words.ts'

interface Said {
  number: string
}
interface Of {
  parcel: string
}
interface Booked {
  at: Date
  by: string
}

const MEGABYTE = 1024 * 1024
const figure = (count: number) => count.toLocaleString('en-IN')
const countedLines = (count: number) => (count === 1 ? '1 line' : `${figure(count)} lines`)
const inSentence = (name: string) => name.toLowerCase()
const numbersOf = (parcels: readonly (Of & Said)[]) =>
  parcels.map(({ parcel, number }) => `${parcel} has ${number}`).join(', ')
function bookedWhen({ at, by }: Booked) {
  const { day, time } = formatMoment(at)
  return `on ${day} at ${time} by ${by}`
}

/** What couriers' files say. */
export const shippingEn = {
  COURIER_FILE_NOT_FOUND: 'This file was not found. Check it again',
  NOTHING_TO_BOOK: 'There is nothing to book in this file',
  NO_FILE_TO_TRY: 'Only a demo with an invented month has files to try, as long as it has parcels for them',

  FILE_KIND_MISSING: 'Say what kind of file it is: tracking, outcome or cash',
  FILE_COLUMN_NO_NUMBER: 'Columns are counted from 0',
  FILE_COLUMN_TOO_HIGH: ({ most }: { most: number }) => `A file has at most ${most} columns`,
  FILE_COLUMN_UNSAID({ kind, column }: { kind: FileKind; column: FileColumn }) {
    const label = columnsOf[kind].find(({ name }) => name === column)?.label ?? column
    return `Say which column has this: ${inSentence(label)}`
  },
  FILE_COLUMNS_UNSAID({ kind }: { kind: FileKind }) {
    const labels = columnsOf[kind].flatMap(({ label, isNeeded }) => (isNeeded ? [inSentence(label)] : []))
    return `Say which columns have these: ${labels.join(', ')}`
  },
  FILE_COURIER_TOO_LONG: ({ most }: { most: number }) => `The courier has at most ${most} characters`,
  FILE_REFERENCE_TOO_LONG: ({ most }: { most: number }) => `A reference has at most ${most} characters`,
  FILE_NOT_YES_OR_NO: 'Say yes or no',
  ONE_COURIER_FILE: 'Send one file',
  COURIER_FILE_TOO_LARGE: ({ most }: { most: number }) => `A courier’s file can have at most ${most / MEGABYTE} MB`,
  COURIER_FILE_TOO_LONG: ({ most }: { most: number }) => `A file has at most ${figure(most)} lines`,
  COURIER_FILE_WITHOUT_LINES: 'There is no line in this file',
  COURIER_FILE_WITHOUT_PARCELS: 'There is no parcel in this file',
  COURIER_FILE_LINE_BROKEN: ({ line, why }: { line: number; why: Message }, word: Word) => `Line ${line}: ${word(why)}`,

  FILE_CHECKED: ({ lines }: { lines: number }) => `${countedLines(lines)} checked. Nothing is booked yet`,
  FILE_BEING_BOOKED: (booked: Booked) => `This file is being booked: begun ${bookedWhen(booked)}`,
  FILE_BOOKED({ lines, left, ...booked }: Booked & { lines: number; left: number }) {
    const rest = left > 0 ? `. ${countedLines(left)} could not be booked any more` : ''
    return `This file was booked ${bookedWhen(booked)}: ${countedLines(lines)}${rest}`
  },

  // What we do with a line, and why.
  LINE_LEFT_OUT: ({ why }: { why: Message }, word: Word) => `Left out. ${word(why)}.`,
  LINE_BOOKED_SHORT: ({ isDone, amount, rest }: { isDone: boolean; amount: Paise; rest: Paise }) =>
    `${isDone ? 'Booked' : 'Book'} ${formatRupees(amount)}. ${formatRupees(rest)} stays expected and goes to Problems.`,
  LINE_BOOKED_WITH_MORE: ({ isDone, amount, over }: { isDone: boolean; amount: Paise; over: Paise }) =>
    `${isDone ? 'Booked' : 'Book'} ${formatRupees(amount)}. ${formatRupees(over)} is too much: ask the courier.`,
  LINE_CHANGES_NUMBER: ({ before }: { before: string }) => `The number takes the place of ${before}.`,
  LINE_DONE_MEANWHILE: 'Somebody did this meanwhile.',
  LINE_UNKNOWN: 'Ask the courier',
  LINE_OF_LOST_ORDER: ({ first, last }: { first: number; last: number }) =>
    `Orders ${first} to ${last} were placed after the backup that the shop was restored from, and are lost. Settle it with the courier by hand`,
  LINE_ORDER_GONE: 'The order is not there any more',
  LINE_NAMES_NO_PARCEL: 'It names no parcel',
  LINE_BOOKED_BEFORE: ({ line }: { line: number }) => `Line ${line} books it`,
  LINE_NUMBER_GIVEN_BEFORE: ({ line, parcel }: Of & { line: number }) => `Line ${line} gives this number to ${parcel}`,
  LINE_ORDER_NOT_CONFIRMED: ({ order }: { order: number }) => `Order ${order} has no parcel: confirm it first`,
  LINE_ORDER_HAS_PARCELS: ({ order, parcels }: { order: number; parcels: number }) =>
    `Order ${order} has ${parcels} parcels: name one, such as H${order}-1`,
  LINE_WITHOUT_AMOUNT: 'It has no amount',
  LINE_NO_AMOUNT: ({ cell }: { cell: string }) => `“${cell}” is no amount`,
  LINE_WITHOUT_STATUS: 'It says no status',
  LINE_STATUS_UNKNOWN: ({ says }: { says: string }) => `We do not know the word “${says}”`,
  LINE_WITHOUT_NUMBER: 'It has no tracking number',
  LINE_NO_TRACKING_NUMBER: ({ number }: Said) => `“${number}” is no tracking number`,
  LINE_REFERENCE_SHORTENED: 'A spreadsheet has shortened this number',
  LINE_REFERENCE_ROUNDED: 'A spreadsheet has rounded this number',
  LINE_REFERENCE_ROUNDED_OF: ({ parcels }: { parcels: readonly (Of & Said)[] }) =>
    `A spreadsheet has rounded this number: ${numbersOf(parcels)}`,
  LINE_REFERENCE_LOST_ZEROS: ({ parcels }: { parcels: readonly (Of & Said)[] }) =>
    `A spreadsheet drops zeros in front: ${numbersOf(parcels)}`,
  LINE_NUMBER_SHORTENED: ({ number }: Said) => `A spreadsheet has shortened this number: “${number}”`,
  LINE_NUMBER_ROUNDED: ({ number }: Said) =>
    `A spreadsheet has rounded this number: “${number}”. Take it from the courier’s own list`,
  LINE_NUMBER_ROUNDED_OF: ({ number, holder }: Said & { holder: Of & Said }) =>
    `A spreadsheet has rounded this number: “${number}”. ${numbersOf([holder])}`,
  LINE_NUMBER_LOST_ZEROS: ({ number, holder }: Said & { holder: Of & Said }) =>
    `A spreadsheet drops zeros in front: “${number}”. ${numbersOf([holder])}`,
  LINE_NUMBER_TOO_SHORT: ({ number, digits }: Said & { digits: number }) =>
    `“${number}” is shorter than most of this courier, which have ${digits} digits or more: a spreadsheet drops zeros in front. If it is right, enter it at the parcel`,
  PARCEL_NOT_PAID_IN_CASH: 'It was not paid in cash: nothing is expected for it. Ask the courier',
  PARCEL_NOT_SHIPPED_YET: 'The parcel is not shipped yet',
  PARCEL_OWES_NO_CASH: ({ status }: { status: ParcelStatus }) =>
    `The parcel is ${inSentence(status)}: no cash is owed for it. Ask the courier`,
  PARCEL_CASH_ALL_BOOKED: 'All its cash is booked already',
  PARCEL_NOTHING_HANDED_OVER: ({ expected }: { expected: Paise }) =>
    `Nothing was handed over: ${formatRupees(expected)} stays expected`,
  PARCEL_CANNOT_BECOME: ({ status, outcome }: { status: ParcelStatus; outcome: Outcome }) =>
    `The parcel is ${inSentence(status)} and cannot become ${inSentence(outcome)}`,
  PARCEL_TAKES_NO_NUMBER: ({ status }: { status: ParcelStatus }) => `The parcel is ${inSentence(status)}`,
  NUMBER_OF_OTHER_PARCEL: ({ parcel }: Of) => `Parcel ${parcel} has this number`,
}
