/** What a courier's file tells of parcels. */
export const fileKinds = ['tracking', 'outcome', 'cash'] as const
export type FileKind = (typeof fileKinds)[number]

export const fileKindNames: Readonly<Record<FileKind, string>> = {
  tracking: 'Tracking numbers',
  outcome: 'Delivered and refused',
  cash: 'Cash handed over',
}

/** What a column of a file may hold. */
export const fileColumns = ['parcel', 'number', 'courier', 'outcome', 'amount'] as const
export type FileColumn = (typeof fileColumns)[number]

interface KindColumn {
  name: FileColumn
  label: string
  /** For a sentence: "Columns remembered: B number, E amount". */
  short: string
  isNeeded: boolean
}

const byNumber: KindColumn = { name: 'parcel', label: 'Tracking number or parcel', short: 'number', isNeeded: true }

/** The columns that a file of this kind is read from. */
export const columnsOf: Readonly<Record<FileKind, readonly KindColumn[]>> = {
  tracking: [
    { name: 'parcel', label: 'Parcel or order number', short: 'parcel', isNeeded: true },
    { name: 'number', label: 'Tracking number', short: 'tracking number', isNeeded: true },
    { name: 'courier', label: 'Courier', short: 'courier', isNeeded: false },
  ],
  outcome: [byNumber, { name: 'outcome', label: 'What became of it', short: 'status', isNeeded: true }],
  cash: [byNumber, { name: 'amount', label: 'Amount handed over', short: 'amount', isNeeded: true }],
}

/**
 * What a line of a file turned out to be: `matched` fits; `same` is so already; `changed` gives a parcel another tracking number; `short`
 * and `more` bring less or more cash than is expected; `unknown` names no parcel of ours; `twice` names one that an earlier line books;
 * `unclear` cannot be read; `barred` is against the rules of parcels.
 */
export const findings = [
  'matched',
  'same',
  'changed',
  'short',
  'more',
  'unknown',
  'twice',
  'unclear',
  'barred',
] as const
export type Finding = (typeof findings)[number]

export const findingNames: Readonly<Record<Finding, string>> = {
  matched: 'Matched',
  same: 'So already',
  changed: 'Changed',
  short: 'Short',
  more: 'Too much',
  unknown: 'Unknown',
  twice: 'Twice',
  unclear: 'Unclear',
  barred: 'Not possible',
}

/** Is anything booked for such a line? */
export const isBooked = (finding: Finding) => ['matched', 'changed', 'short', 'more'].includes(finding)

/** `checked`: nothing is booked yet; `booking`: it is under way, and goes on after a crash; `booked`: once and for all. */
export const fileStates = ['checking', 'checked', 'booking', 'booked'] as const
export type FileState = (typeof fileStates)[number]

export const MAX_FILE_LINES = 20_000
export const MAX_FILE_BYTES = 6 * 1024 * 1024
/** So many lines to look at are shown; all of them are in the CSV. */
export const MAX_SHOWN_LINES = 200
/** The lines of a file that its columns are chosen by. */
export const PREVIEW_LINES = 6
/** Enough of a file for those lines. */
export const PREVIEW_BYTES = 64 * 1024

/** A, B … Z, AA, as a spreadsheet names its columns; `at` counts from 0. */
export function columnLetter(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetter(Math.floor(at / 26) - 1) + last
}
