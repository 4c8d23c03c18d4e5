import { NO_MONEY, type Paise, sumOf, times } from '#shared/money.ts'
import { type PricedLine, priceOrder } from '../orders.pricing.ts'
import { type PackedLine, parcelNumbers, shareTax } from '../orders.shares.ts'

export interface PlannedParcel extends PackedLine {
  /** Prices of its lines with their shares of the tax: the cash that a courier would ask for. */
  costs: Paise
}

/** The parcels of these lines, if ordered now; their costs add up to the order's. */
export function planParcels(lines: readonly (PricedLine & PackedLine)[]): PlannedParcel[] {
  const prices = lines.map(({ offerPricePaise, quantity }) => times(offerPricePaise, quantity))
  const taxes = shareTax(priceOrder(lines).taxPaise, prices)
  const numbers = parcelNumbers(lines)
  const parcels: PlannedParcel[] = []
  for (const [at, { sender, isFood }] of lines.entries()) {
    const parcel = (numbers[at] ?? 1) - 1
    const costs = sumOf([parcels[parcel]?.costs ?? NO_MONEY, prices[at] ?? NO_MONEY, taxes[at] ?? NO_MONEY])
    parcels[parcel] = { sender, isFood, costs }
  }
  return parcels
}
