export const fileKinds = ['tracking', 'outcome', 'cash'] as const
export type FileKind = (typeof fileKinds)[number]

export const fileKindNames: Readonly<Record<FileKind, string>> = {
  tracking: 'Tracking numbers',
  outcome: 'Delivered and refused',
  cash: 'Cash handed over',
}

export const fileColumns = ['parcel', 'number', 'courier', 'outcome', 'amount'] as const
export type FileColumn = (typeof fileColumns)[number]

interface KindColumn {
  name: FileColumn
  label: string
  /** The name in "Columns remembered: B number, E amount". */
  short: string
  isNeeded: boolean
}

const byNumber: KindColumn = { name: 'parcel', label: 'Tracking number or parcel', short: 'number', isNeeded: true }

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
 * What a line is: `matched` fits; `same` is so already; `changed` gives another tracking number; `short` and `more` bring less or more cash than
 * expected; `unknown` names no parcel of ours; `twice` names one that an earlier line books; `unclear` cannot be read; `barred` is against the rules
 * of parcels.
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

export const isBooked = (finding: Finding) => ['matched', 'changed', 'short', 'more'].includes(finding)

/** `booking` is under way and goes on after a crash; `booked` is final. */
export const fileStates = ['checking', 'checked', 'booking', 'booked'] as const
export type FileState = (typeof fileStates)[number]

interface FileMove {
  from: FileState
  by: 'seller' | 'shop'
}

/** Every move, by the state it leads to. A checked file may be forgotten; a booking goes on to its end. */
export const fileMoves: Readonly<Record<Exclude<FileState, 'checking'>, FileMove>> = {
  checked: { from: 'checking', by: 'shop' },
  booking: { from: 'checked', by: 'seller' },
  booked: { from: 'booking', by: 'shop' },
}

export const MAX_FILE_LINES = 20_000
export const MAX_FILE_BYTES = 6 * 1024 * 1024
/** Lines to look at that are shown; the CSV has all. */
export const MAX_SHOWN_LINES = 200
/** Lines shown for choosing the columns. */
export const PREVIEW_LINES = 6
/** Bytes of a file that are enough for those lines. */
export const PREVIEW_BYTES = 64 * 1024
