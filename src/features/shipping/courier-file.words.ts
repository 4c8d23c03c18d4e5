import type { MoveTarget } from '#features/orders/parcels/parcels.contract.ts'
import { readNumber } from '#shared/reading/read-number.ts'
import { withoutZeroDecimals } from '#shared/reading/rewritten-identifiers.ts'
import { foldText } from '#shared/text.ts'
import { columnsOf, type FileColumn, type FileKind } from './courier-file.kinds.ts'

/** `On its way`: the parcel has no outcome yet. */
export type Outcome = Extract<MoveTarget, 'Delivered' | 'Refused' | 'Lost'> | 'On its way'

/** Words of couriers, folded: small letters and digits with single spaces. */
const words: Readonly<Record<Outcome, readonly string[]>> = {
  Delivered: [
    ...['delivered', 'dlvd', 'dlv', 'dld', 'dl', 'pod', 'delivered successfully', 'successfully delivered'],
    ...['item delivered', 'item delivered addressee', 'item delivered to addressee', 'shipment delivered'],
    ...['delivered to consignee', 'delivered to customer', 'delivery done'],
  ],
  Refused: [
    ...['refused', 'rejected', 'customer refused', 'refused by customer', 'consignee refused', 'refused by consignee'],
    ...['refused to accept', 'refused by addressee', 'addressee refused', 'undelivered refused', 'not accepted'],
    ...['customer refused to accept', 'delivery refused', 'refused delivery', 'refused cod', 'cod refused'],
    ...['rto', 'rto initiated', 'rto in transit', 'rto intransit', 'rto delivered', 'rto out for delivery', 'rtd'],
    ...['rts', 'rt', 'returned', 'returned to origin', 'return to origin', 'returned to sender', 'return to sender'],
    ...['return to shipper', 'returned to shipper', 'returned to seller', 'item returned', 'item returned to sender'],
    ...['return initiated', 'return in transit', 'shipment returned', 'returning to origin'],
  ],
  Lost: [
    ...['lost', 'damaged', 'destroyed', 'missing', 'lost in transit', 'damaged in transit', 'shipment lost'],
    ...['shipment damaged', 'lost damaged', 'item lost', 'item damaged', 'untraceable', 'not traceable'],
  ],
  'On its way': [
    ...['in transit', 'intransit', 'out for delivery', 'ofd', 'picked up', 'pickup done', 'dispatched', 'shipped'],
    ...['manifested', 'booked', 'item booked', 'bagged', 'item bagged', 'item dispatched', 'in scan', 'reached hub'],
  ],
}

const plain = (text: string) =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const outcomes = new Map(Object.entries(words).flatMap(([outcome, all]) => all.map((word) => [word, outcome] as const)))

const isOutcome = (word: string | undefined): word is Outcome => word !== undefined && word in words

/** What a courier's word means; undefined for an unknown word, which is not guessed. */
export function readOutcome(word: string): Outcome | undefined {
  const found = outcomes.get(plain(word))
  return isOutcome(found) ? found : undefined
}

/** How a line names its parcel. */
export interface Reference {
  order?: number
  /** The parcel's number in the order; without it the only one. */
  parcel?: number
  key?: string
}

/** "H1024-1" is a parcel. "1024" is an order in a tracking file, else a tracking number; "#1024" an order unless a parcel has that number. */
export function readReference(kind: FileKind, written: string): Reference {
  const named = withoutZeroDecimals(written)
  const [, order, parcel] = /^#?h(\d{1,12})-(\d{1,4})$/i.exec(named) ?? []
  if (order && parcel) return { order: Number(order), parcel: Number(parcel) }
  const [, mark, alone] = /^(#?h?)(\d{1,12})$/i.exec(named) ?? []
  if (kind === 'tracking') return alone ? { order: Number(alone) } : {}
  return { key: named, ...(mark && alone ? { order: Number(alone) } : {}) }
}

const totals = /^(?:grand ?|sub ?)?totals?\b|^(?:sum|summe|gesamt|gesamtsumme|कुल|योग)\b|^(?:कुल|योग)/

/** A line of totals says so in a cell, and names no parcel. */
export function isTotal(cells: readonly string[], parcel: string) {
  const says = (cell: string) => totals.test(cell.trim().toLowerCase())
  return says(parcel) || (parcel === '' && cells.some(says))
}

/** Spreadsheets write ="0123" to keep zeros. */
export const readCell = (cell: string) =>
  cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'+/, '')
    .trim()

/** Couriers' headings, folded and without spaces; the first match counts. */
const headings: Readonly<Record<FileColumn, readonly RegExp[]>> = {
  number: [
    /^(awb|tracking|waybill|consignment|docket|article|cn|speedpost)(no|number|id|code|num)?$/,
    /awb|trackingn|waybill|consignment|docket|articlen|barcode/,
  ],
  parcel: [
    /^(parcel|parcelcode|parcelno|parcelnumber|parcelid)$/,
    /^(order|reference|ref|customerref|customerreference|clientorder|sellerorder)(no|number|id|code|num)?$/,
    /parcel|order|reference|refno/,
  ],
  courier: [/^(courier|carrier|courierpartner|couriername|carriername|shippedby|transporter|service)$/],
  outcome: [
    /^(status|outcome|deliverystatus|currentstatus|shipmentstatus|finalstatus|laststatus|parcelstatus)$/,
    /status|outcome|event|remark|result/,
  ],
  amount: [
    /^(amount|remitted|remittedamount|amountremitted|remittanceamount|amounthandedover|handedover)$/,
    /remit|handedover|collected|collectable|codvalue|codamt|codamount/,
    /amount|amt|cash|cod|value/,
  ],
}

/** Headings of other amounts and days: charges, references, values of goods. */
const noCash =
  /charge|fee|freight|gst|tax|tds|date|day|utr|ref|mode|status|type|deduct|adjust|weight|qty|quantity|invoice|declared|product|number$|no$|(?<!pa)id$/

/** May this column hold cash, by its first cells? Totals and empty cells say nothing. */
const mayBeAmounts = (rows: readonly (readonly string[])[], at: number) =>
  rows.every((cells) => {
    const cell = readCell(cells[at] ?? '')
    const read = readNumber(cell)
    return cell === '' || 'value' in read || read.why === 'two ways'
  })

/** The columns of a heading, as far as they are clear; of equals the first. The `rows` below it help: "Remitted" may hold yes and no. */
export function guessColumns(kind: FileKind, heading: readonly string[], rows: readonly (readonly string[])[] = []) {
  const names = heading.map((cell) => plain(readCell(cell)).replaceAll(' ', ''))
  const taken = new Set<number>()
  const guessed: Partial<Record<FileColumn, number>> = {}
  for (const { name } of columnsOf[kind]) {
    const asNumber = name === 'parcel' && kind !== 'tracking' ? headings.number : []
    const mayBe = (one: string, at: number) => name !== 'amount' || (!noCash.test(one) && mayBeAmounts(rows, at))
    for (const wanted of [...asNumber, ...headings[name]]) {
      const at = names.findIndex((one, place) => !taken.has(place) && wanted.test(one) && mayBe(one, place))
      if (at < 0) continue
      taken.add(at)
      guessed[name] = at
      break
    }
  }
  return guessed
}

/** Has it all columns that this kind of file needs? */
export const isComplete = (kind: FileKind, columns: Partial<Record<FileColumn, number | undefined>>) =>
  columnsOf[kind].every(({ name, isNeeded }) => !isNeeded || columns[name] !== undefined)
