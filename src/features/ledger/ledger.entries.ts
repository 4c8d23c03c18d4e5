import { minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import { type Amounts, isNothing, minusAmounts, NO_AMOUNTS } from './ledger.amounts.ts'
import type { EntryKind } from './ledger.kinds.ts'

/** A line of an order: what it cost, and what became of its pieces. */
export interface LedgerLine {
  /** 1, 2 …: its place in the order. */
  line: number
  /** The number of its parcel. */
  parcel: number
  producerId: string | null
  isUnstated: boolean
  /** Of all pieces; tax is its share of the order's. */
  amounts: Amounts
  quantity: number
  /** Pieces whose price was refunded, or is about to be. */
  refunded: number
  /** Pieces that were lost, or came back and cannot be sold; and those of them that came broken from the maker. */
  writtenOff: number
  faulty: number
}

export interface LedgerParcel {
  number: number
  wasDelivered: boolean
  /** Nothing is owed for it any more: refused, lost, returned or cancelled. */
  isOff: boolean
  /** What the courier was to bring; 0 for what is paid by card. */
  cash: Paise
  cashReceived: Paise
  cashLetGo: Paise
}

/** What the ledger has to know of an order. */
export interface LedgerOrder {
  /** By card all of it is paid at once; in cash each parcel brings its own. */
  isByCard: boolean
  isPaid: boolean
  lines: readonly LedgerLine[]
  /** None before it is confirmed. */
  parcels: readonly LedgerParcel[]
  /** What was refunded of its pieces, or is about to be. */
  refunded: Paise
}

/** The kinds of entries that follow from orders; a sale that is taken back is a correction. */
const orderKinds = ['sale', 'return', 'loss'] as const
type OrderKind = (typeof orderKinds)[number]

/** What the ledger says of an order, added up. `line` null: the whole of it. */
export interface Stand {
  line: number | null
  kind: OrderKind
  quantity: number
  amounts: Amounts
}

export interface WantedEntry extends Stand {
  entryKind: EntryKind
  producerId: string | null
  isUnstated: boolean
}

/** The part of a line's amounts that so many of its pieces are: maker and costs exactly, the producer has what rounding leaves. */
export function shareOfPieces(
  { amounts, quantity }: Pick<LedgerLine, 'amounts' | 'quantity'>,
  pieces: number,
): Amounts {
  const exact = (amount: Paise) => paise((amount * pieces) / quantity)
  const down = (amount: Paise) => paise(Math.floor((amount * pieces) / quantity))
  const gross = exact(sumOf([amounts.maker, amounts.costs, amounts.producer, amounts.community, amounts.shop]))
  const [maker, costs] = [exact(amounts.maker), exact(amounts.costs)]
  const [community, shop] = [down(amounts.community), down(amounts.shop)]
  const producer = minus(gross, sumOf([maker, costs, community, shop]))
  return { maker, costs, producer, community, shop, tax: down(amounts.tax) }
}

/** Cash that did not come for a parcel. */
const missingCash = ({ cash, cashReceived }: LedgerParcel) => minus(cash, cashReceived)

/** All of its cash that is to come has come. What came back without having brought any was never bought. */
function hasItsCash(parcel: LedgerParcel) {
  if (parcel.cashReceived >= parcel.cash) return true
  if (parcel.isOff) return parcel.cashReceived > 0
  return parcel.cashLetGo > 0 && missingCash(parcel) === parcel.cashLetGo
}

/** The parcels whose lines are sold: delivered, and their money has come. */
const soldParcels = ({ isByCard, isPaid, parcels }: LedgerOrder) =>
  parcels.filter((parcel) => parcel.wasDelivered && (isByCard ? isPaid : hasItsCash(parcel)))

/**
 * What entries of a kind add up to for a line when so many of its pieces stand in them: sold all of them or none, gone back below 0,
 * lost. The maker's price of what is lost is owed all the same, by the shop.
 */
export function amountsOf(line: LedgerLine, kind: OrderKind, pieces: number): Amounts {
  if (kind === 'sale') return shareOfPieces(line, pieces)
  if (kind === 'return') return minusAmounts(NO_AMOUNTS, shareOfPieces(line, -pieces))
  const { maker } = shareOfPieces(line, pieces)
  return { ...NO_AMOUNTS, maker, shop: minus(NO_MONEY, maker) }
}

/** What the ledger should say of a line. */
function standsOfLine(line: LedgerLine, isSold: boolean): Stand[] {
  const returned = isSold ? line.refunded : 0
  // What the shopper keeps is not lost, whatever was sent again in exchange.
  const kept = isSold ? line.quantity - returned : 0
  const lost = Math.max(0, Math.min(line.writtenOff - line.faulty, line.quantity - kept))
  const isOwed = line.producerId !== null && !line.isUnstated && line.amounts.maker > 0
  const stand = (kind: OrderKind, quantity: number): Stand => ({
    ...{ line: line.line, kind, quantity },
    amounts: amountsOf(line, kind, quantity),
  })
  return [stand('sale', isSold ? line.quantity : 0), stand('return', 0 - returned), stand('loss', isOwed ? lost : 0)]
}

/**
 * What the whole order brought the shop besides its lines: below 0 by the cash that did not come for what is sold, less what refunds
 * could not give back because of it.
 */
function restOfOrder(order: LedgerOrder, sold: readonly LedgerParcel[]): Stand {
  const missing = sumOf(sold.map(missingCash))
  const worth = sumOf(order.lines.map((line) => priceOf(shareOfPieces(line, line.refunded))))
  const rest = minus(minus(worth, order.refunded), missing)
  const isWhole = sold.length === order.parcels.length
  const shop = sold.length === 0 || (rest > 0 && !isWhole) ? NO_MONEY : rest
  return { line: null, kind: 'loss', quantity: 0, amounts: { ...NO_AMOUNTS, shop } }
}

/** Price and tax: all six. */
export const priceOf = (amounts: Amounts) => sumOf(Object.values(amounts))

/** What the ledger should say of an order, from its lines, parcels and refunds alone. */
export function standsOf(order: LedgerOrder): Stand[] {
  const sold = soldParcels(order)
  const isSold = (line: LedgerLine) => sold.some(({ number }) => number === line.parcel)
  return [...order.lines.flatMap((line) => standsOfLine(line, isSold(line))), restOfOrder(order, sold)]
}

/** What is to be entered for an order: the difference between what the ledger should say and what it says (`entered`). */
export function wantedEntries(order: LedgerOrder, entered: readonly Stand[]): WantedEntry[] {
  return standsOf(order).flatMap((stand): WantedEntry[] => {
    const before = entered.filter(({ line, kind }) => line === stand.line && kind === stand.kind)
    const quantity = before.reduce((left, one) => left - one.quantity, stand.quantity)
    const amounts = before.reduce((left, one) => minusAmounts(left, one.amounts), stand.amounts)
    if (quantity === 0 && isNothing(amounts)) return []
    const line = order.lines.find((one) => one.line === stand.line)
    return [
      {
        ...{ line: stand.line, kind: stand.kind, quantity, amounts },
        entryKind: stand.kind === 'sale' && quantity <= 0 ? 'correction' : stand.kind,
        producerId: line?.producerId ?? null,
        isUnstated: line ? line.isUnstated : order.lines.every(({ isUnstated }) => isUnstated),
      },
    ]
  })
}
