import { NO_MONEY, type Paise, sumOf, times } from '#shared/money.ts'
import type { Order, Shares } from '../orders.contract.ts'
import type { LineRow } from './order-answer.ts'

/** How the price of a line is shared; null where the maker's price was not stated. */
export function sharesOfLine(line: LineRow): Shares | null {
  const { maker_paise, costs_paise, producer_paise, community_paise, shop_paise, unstated } = line
  if (unstated === 1) return null
  return {
    maker: maker_paise ?? NO_MONEY,
    costs: costs_paise ?? NO_MONEY,
    producer: producer_paise ?? NO_MONEY,
    community: community_paise ?? NO_MONEY,
    shop: shop_paise ?? NO_MONEY,
  }
}

/** The sums of its lines, with the tax and what the unstated lines cost; null where no line is stated. */
export function sharesOfOrder(lines: readonly LineRow[], tax: Paise): Order['shares'] {
  const stated = lines.map(sharesOfLine).filter((shares) => shares !== null)
  if (stated.length === 0) return null
  const sum = (share: keyof Shares) => sumOf(stated.map((shares) => shares[share]))
  const unstated = lines
    .filter((line) => line.unstated === 1)
    .map((line) => times(line.offer_price_paise, line.quantity))
  return {
    maker: sum('maker'),
    costs: sum('costs'),
    producer: sum('producer'),
    community: sum('community'),
    shop: sum('shop'),
    tax,
    unstated: sumOf(unstated),
  }
}
