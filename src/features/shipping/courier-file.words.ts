import type { MoveTarget } from '#features/orders/parcels.contract.ts'
import { foldText } from '#shared/text.ts'
import { columnsOf, type FileColumn, type FileKind } from './courier-file.kinds.ts'

/** What a courier's word for a parcel's end is in ours; `On its way`: nothing has become of it yet. */
export type Outcome = Extract<MoveTarget, 'Delivered' | 'Refused' | 'Lost'> | 'On its way'

/** As couriers write them, folded: small letters and digits with single spaces. */
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

/** What a courier's word means; undefined where we do not know it, for it is not guessed. */
export function readOutcome(word: string): Outcome | undefined {
  const found = outcomes.get(plain(word))
  return isOutcome(found) ? found : undefined
}

/** What a line names its parcel by. */
export interface Reference {
  /** Of an order. */
  order?: number
  /** Within it; without it, its only one. */
  parcel?: number
  /** A tracking number as it is compared. */
  key?: string
}

/** "H1024-1" is a parcel. A number alone is an order's in a file that brings tracking numbers, and a tracking number in the others. */
export function readReference(kind: FileKind, named: string): Reference {
  const [, order, parcel] = /^#?h(\d{1,12})-(\d{1,4})$/i.exec(named) ?? []
  if (order && parcel) return { order: Number(order), parcel: Number(parcel) }
  if (kind !== 'tracking') return { key: named }
  const [, alone] = /^#?h?(\d{1,12})$/i.exec(named) ?? []
  return alone ? { order: Number(alone) } : {}
}

/** A cell as it is meant: spreadsheets write ="0123" to keep the zeros of a number. */
export const readCell = (cell: string) =>
  cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'+/, '')
    .trim()

/** Headings of columns as couriers write them, folded and without spaces; the first that is found counts. */
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
    /remit|handedover|collected|codvalue|codamt/,
    /amount|amt|cash|cod|value/,
  ],
}

/** The columns of a heading that a file of this kind is read from, as far as they can be told; of two that fit alike the first. */
export function guessColumns(kind: FileKind, heading: readonly string[]) {
  const names = heading.map((cell) => plain(readCell(cell)).replaceAll(' ', ''))
  const taken = new Set<number>()
  const guessed: Partial<Record<FileColumn, number>> = {}
  for (const { name } of columnsOf[kind]) {
    const asNumber = name === 'parcel' && kind !== 'tracking' ? headings.number : []
    for (const wanted of [...asNumber, ...headings[name]]) {
      const at = names.findIndex((one, place) => !taken.has(place) && wanted.test(one))
      if (at < 0) continue
      taken.add(at)
      guessed[name] = at
      break
    }
  }
  return guessed
}

/** Has it a column for all that a file of this kind must say? */
export const isComplete = (kind: FileKind, columns: Partial<Record<FileColumn, number | undefined>>) =>
  columnsOf[kind].every(({ name, isNeeded }) => !isNeeded || columns[name] !== undefined)
