import { minus, NO_MONEY, type Paise, paise, sumOf } from '#shared/money.ts'
import { type Amounts, isNothing, minusAmounts, NO_AMOUNTS } from './ledger.amounts.ts'
import type { EntryKind } from './ledger.kinds.ts'

export interface LedgerLine {
  /** 1, 2 …: its place in the order. */
  line: number
  parcel: number
  producerId: string | null
  isUnstated: boolean
  amounts: Amounts
  quantity: number
  /** Pieces refunded, or about to be. */
  refunded: number
  /** Lost pieces, and returned ones that cannot be sold; `faulty` ones of them came so from the maker. */
  writtenOff: number
  faulty: number
  /** Pieces that were sent once more in exchange. */
  sentAgain: number
}

export interface LedgerParcel {
  number: number
  wasDelivered: boolean
  /** Nothing is owed for it: refused, lost, returned or cancelled. */
  isOff: boolean
  /** Cash that the courier was to collect; 0 if paid by card. */
  cash: Paise
  cashReceived: Paise
  cashLetGo: Paise
}

export interface LedgerOrder {
  /** An order by card is paid at once, one by cash parcel by parcel. */
  isByCard: boolean
  isPaid: boolean
  lines: readonly LedgerLine[]
  parcels: readonly LedgerParcel[]
  refunded: Paise
}

/** Kinds that follow from orders; a sale taken back is a correction. */
const orderKinds = ['sale', 'return', 'loss'] as const
export type OrderKind = (typeof orderKinds)[number]

/** What the ledger says of an order; `line` null: the whole order. */
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

/** The share of so many pieces: maker and costs exactly, the producer gets what rounding leaves. */
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

const missingCash = ({ cash, cashReceived }: LedgerParcel) => minus(cash, cashReceived)

/** The parcel's expected cash came. One that came back without cash was never bought, unless money was refunded for it. */
function hasItsCash(parcel: LedgerParcel, lines: readonly LedgerLine[]) {
  if (parcel.cashReceived >= parcel.cash) return true
  if (parcel.isOff)
    return parcel.cashReceived > 0 || lines.some((line) => line.parcel === parcel.number && line.refunded > 0)
  return parcel.cashLetGo > 0 && missingCash(parcel) === parcel.cashLetGo
}

/** Parcels that are delivered and paid. */
const soldParcels = ({ isByCard, isPaid, parcels, lines }: LedgerOrder) =>
  parcels.filter((parcel) => parcel.wasDelivered && (isByCard ? isPaid : hasItsCash(parcel, lines)))

/** A line's entries of a kind for so many pieces: sold (all or none), returned (below 0), lost. The shop owes the maker's price of lost pieces. */
export function amountsOf(line: LedgerLine, kind: OrderKind, pieces: number): Amounts {
  if (kind === 'sale') return shareOfPieces(line, pieces)
  if (kind === 'return') return minusAmounts(NO_AMOUNTS, shareOfPieces(line, -pieces))
  const { maker } = shareOfPieces(line, pieces)
  return { ...NO_AMOUNTS, maker, shop: minus(NO_MONEY, maker) }
}

function standsOfLine(line: LedgerLine, isSold: boolean): Stand[] {
  const returned = isSold ? line.refunded : 0
  // Pieces that the shopper keeps are not lost. An exchange was made, too: the maker is paid for both pieces.
  const kept = isSold ? line.quantity - returned : 0
  const lost = Math.max(0, Math.min(line.writtenOff - line.faulty, line.quantity + line.sentAgain - kept))
  const isOwed = line.producerId !== null && !line.isUnstated && line.amounts.maker > 0
  const stand = (kind: OrderKind, quantity: number): Stand => ({
    ...{ line: line.line, kind, quantity },
    amounts: amountsOf(line, kind, quantity),
  })
  return [stand('sale', isSold ? line.quantity : 0), stand('return', 0 - returned), stand('loss', isOwed ? lost : 0)]
}

/** What the order brought besides its lines: below 0 by the missing cash of sold parcels, less what could not be refunded for that reason. */
function restOfOrder(order: LedgerOrder, sold: readonly LedgerParcel[]): Stand {
  const missing = sumOf(sold.map(missingCash))
  const worth = sumOf(order.lines.map((line) => priceOf(shareOfPieces(line, line.refunded))))
  const rest = minus(minus(worth, order.refunded), missing)
  const isWhole = sold.length === order.parcels.length
  const shop = sold.length === 0 || (rest > 0 && !isWhole) ? NO_MONEY : rest
  return { line: null, kind: 'loss', quantity: 0, amounts: { ...NO_AMOUNTS, shop } }
}

export const priceOf = (amounts: Amounts) => sumOf(Object.values(amounts))

/** The ledger's figures of an order, from its lines, parcels and refunds alone. */
export function standsOf(order: LedgerOrder): Stand[] {
  const sold = soldParcels(order)
  const isSold = (line: LedgerLine) => sold.some(({ number }) => number === line.parcel)
  return [...order.lines.flatMap((line) => standsOfLine(line, isSold(line))), restOfOrder(order, sold)]
}

/** The entries missing for an order: what the ledger should say, less what it says (`entered`). */
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
