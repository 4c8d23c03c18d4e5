import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { AppError } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { MAX_PRICE_PAISE, NO_MONEY, type Paise, percentage, roundToRupees } from '#shared/money.ts'
import type { PriceChange } from '../../price-changes.contract.ts'
import { message } from '../../products.messages.ts'
import type { Row } from '../../server/seller-products.service.ts'
import { actOnProducts, type ProductAct } from './product-acts.ts'

const columns = { offerPrice: 'offer_price_paise', makerPrice: 'maker_price_paise', costs: 'costs_paise' } as const

const cannot = (why: Message) => new AppError('CANNOT_CHANGE_PRICE', 409, why)

/** The new figure. Throws an AppError with the reason where it is impossible. */
function figureAfter(row: Row, { figure, percent, round }: PriceChange): Paise {
  const before = row[columns[figure]]
  const { name, price_paise: price } = row
  if (before === null) throw cannot(message('FIGURE_NOT_STATED', { name, figure }))
  const exact = percentage(100 + percent, before)
  const after = round === 'rupees' ? roundToRupees(exact) : exact
  if (after > MAX_PRICE_PAISE) throw cannot(message('FIGURE_TOO_HIGH', { name, figure, after, most: MAX_PRICE_PAISE }))
  if (figure === 'offerPrice' && after === 0) throw cannot(message('FIGURE_NOTHING', { name, figure, after }))
  if (figure === 'offerPrice' && after > price)
    throw cannot(message('FIGURE_ABOVE_PRICE', { name, figure, after, price }))
  return after
}

/** An edit with a new version, unless the figure stays. */
const priceAct = (change: PriceChange, isCheck: boolean): ProductAct => {
  const { figure } = change
  const column = columns[figure]
  return {
    after(row) {
      const after = figureAfter(row, change)
      return after === row[column] ? {} : { [column]: after, version: row.version + 1 }
    },
    action: () => 'product.changed',
    summary: ({ name }) => `${name} changed`,
    answer({ name, ...row }, old) {
      const [before, after] = [old[column] ?? NO_MONEY, row[column] ?? NO_MONEY]
      return before === after
        ? message('FIGURE_STAYS', { name, figure, after })
        : message('FIGURE_CHANGES', { name, figure, before, after })
    },
    all: (counts) => message(isCheck ? 'PRICES_WOULD_CHANGE' : 'PRICES_CHANGED', counts),
  }
}

/** Changes one figure of products by a percentage; `check` only shows the result. Idempotent for a key. Throws KEY_REUSED. */
export const changePrices = (
  deps: Deps,
  { who, key }: { who: Principal; key: string | undefined },
  { products, check = false, ...change }: PriceChange & { products: readonly string[]; check?: boolean | undefined },
) => {
  const once = key === undefined || check ? undefined : { key: `${who.id} ${key}`, content: { products, change } }
  return actOnProducts({ deps, who, act: priceAct(change, check), isCheck: check, once }, products)
}
