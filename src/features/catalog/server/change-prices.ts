import type { Deps } from '#kernel/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatRupees, MAX_PRICE_PAISE, NO_MONEY, type Paise, percentage, roundToRupees } from '#shared/money.ts'
import type { ChangedFigure, PriceChange } from '../price-changes.contract.ts'
import { actOnProducts, type ProductAct } from './product-acts.ts'
import type { Row } from './seller-products.service.ts'

const columns = { offerPrice: 'offer_price_paise', makerPrice: 'maker_price_paise', costs: 'costs_paise' } as const
const names: Record<ChangedFigure, string> = {
  offerPrice: 'offer price',
  makerPrice: 'maker’s price',
  costs: 'costs',
}

const cannot = (message: string) => new AppError('CANNOT_CHANGE_PRICE', 409, message)

/** What the figure of a product becomes. Throws an AppError with a sentence where that is not possible. */
function figureAfter(row: Row, { figure, percent, round }: PriceChange): Paise {
  const before = row[columns[figure]]
  if (before === null)
    throw cannot(`${row.name}: ${figure === 'costs' ? 'no costs are' : 'no maker’s price is'} stated`)
  const exact = percentage(100 + percent, before)
  const after = round === 'rupees' ? roundToRupees(exact) : exact
  const told = `${row.name}: the ${names[figure]} would be ${formatRupees(after)}`
  if (after > MAX_PRICE_PAISE) throw cannot(`${told}, and can be at most ₹1,00,00,000`)
  if (figure === 'offerPrice' && after === 0) throw cannot(`${told}, and must be more than ₹0`)
  if (figure === 'offerPrice' && after > row.price_paise)
    throw cannot(`${told}, which is above the price of ${formatRupees(row.price_paise)}. Raise the price first`)
  return after
}

/** An edit of each product: its version counts up, unless the figure stays as it is. */
const priceAct = (change: PriceChange): ProductAct => {
  const column = columns[change.figure]
  return {
    after(row) {
      const after = figureAfter(row, change)
      return after === row[column] ? {} : { [column]: after, version: row.version + 1 }
    },
    action: () => 'product.changed',
    summary: ({ name }) => `${name} changed`,
    answer(after, before) {
      const [old, now] = [before[column], after[column]].map((amount) => formatRupees(amount ?? NO_MONEY))
      return old === now
        ? `${after.name}: the ${names[change.figure]} stays ${old}`
        : `${after.name}: ${names[change.figure]} from ${old} to ${now}`
    },
    all: 'changed',
  }
}

/** Changes one figure of many products by a percentage; with `check` only says what would be. */
export const changePrices = (
  deps: Deps,
  sellerId: string,
  { products, check, ...change }: PriceChange & { products: readonly string[]; check?: boolean | undefined },
) => actOnProducts({ deps, sellerId, act: priceAct(change), isCheck: check }, products)
