import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { AppError } from '#shared/app-error.ts'
import { formatRupees, MAX_PRICE_PAISE, NO_MONEY, type Paise, percentage, roundToRupees } from '#shared/money.ts'
import type { ChangedFigure, PriceChange } from '../../price-changes.contract.ts'
import type { Row } from '../../server/seller-products.service.ts'
import { actOnProducts, type ProductAct } from './product-acts.ts'

const columns = { offerPrice: 'offer_price_paise', makerPrice: 'maker_price_paise', costs: 'costs_paise' } as const
const names: Record<ChangedFigure, string> = {
  offerPrice: 'offer price',
  makerPrice: 'maker’s price',
  costs: 'costs',
}

const cannot = (message: string) => new AppError('CANNOT_CHANGE_PRICE', 409, message)

/** The new figure. Throws an AppError with the reason where it is impossible. */
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

/** An edit with a new version, unless the figure stays. */
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

/** Changes one figure of products by a percentage; `check` only shows the result. Idempotent for a key. Throws KEY_REUSED. */
export const changePrices = (
  deps: Deps,
  { who, key }: { who: Principal; key: string | undefined },
  { products, check, ...change }: PriceChange & { products: readonly string[]; check?: boolean | undefined },
) => {
  const once = key === undefined || check ? undefined : { key: `${who.id} ${key}`, content: { products, change } }
  return actOnProducts({ deps, who, act: priceAct(change), isCheck: check, once }, products)
}
