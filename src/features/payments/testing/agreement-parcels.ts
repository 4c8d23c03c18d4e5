import { isOff } from '#features/orders/orders.states.ts'
import { isParcelOff, orderStatusOf } from '#features/orders/parcels/parcels.states.ts'
import type { Books, OrderRow } from './agreement.ts'

export const sum = (numbers: Iterable<number>) => [...numbers].reduce((whole, each) => whole + each, 0)

const hasNoParcels: readonly string[] = ['Awaiting payment', 'Order Placed', 'Cancelled']

export type Line = NonNullable<ReturnType<Books['linesOf']['get']>>[number]

/** Goods of the line are not, or not any more, with the shopper. */
export function isLineOff({ parcelsOf }: Books, order: OrderRow, line: Line) {
  const parcel = parcelsOf.get(order.id)?.find(({ number }) => number === line.parcel)
  return isOff(order.status) || (parcel !== undefined && isParcelOff(parcel.status))
}

/** Parcels and order say the same; the cash of each is what was entered, and together they bring what the order costs. */
export function wrongWithParcels({ parcelsOf, cashOf, linesOf }: Books, order: OrderRow) {
  const parcels = parcelsOf.get(order.id) ?? []
  const entries = cashOf.get(order.id) ?? []
  const wrong: string[] = []
  const check = (isRight: boolean, what: string) => {
    if (!isRight) wrong.push(`parcels of order ${order.id} (${order.status}): ${what}`)
  }
  const lines = linesOf.get(order.id) ?? []
  const prices = sum(lines.map((line) => line.offer_price_paise * line.quantity + (line.tax_paise ?? 0)))
  check(prices === order.amount_paise, `its lines with their tax come to ${prices}`)
  check(parcels.length > 0 || hasNoParcels.includes(order.status), 'there are none')
  if (parcels.length === 0) return wrong
  check(orderStatusOf(parcels) === order.status, `are ${parcels.map(({ status }) => status)}`)
  const cash = sum(parcels.map(({ cash_paise }) => cash_paise))
  check(cash === (order.payment_type === 'COD' ? order.amount_paise : 0), `bring ${cash}`)
  for (const { number, cash_paise, cash_received_paise, cash_let_go_paise } of parcels) {
    const own = entries.filter(({ parcel }) => parcel === number)
    const came = sum(own.flatMap(({ kind, amount_paise }) => (kind === 'let go' ? [] : [amount_paise])))
    check(came === cash_received_paise, `${cash_received_paise} came with parcel ${number}, entered are ${came}`)
    check(cash_received_paise >= 0, `less than nothing came with parcel ${number}`)
    check(cash_received_paise + cash_let_go_paise <= cash_paise, `too much came with parcel ${number}`)
  }
  if (order.payment_type === 'COD') {
    const owing = parcels.filter(
      (parcel) =>
        !isParcelOff(parcel.status) && parcel.cash_paise > parcel.cash_received_paise + parcel.cash_let_go_paise,
    )
    check(order.is_paid === 0 || owing.length === 0, `is paid, and ${owing.length} parcels owe cash`)
  }
  return wrong
}
