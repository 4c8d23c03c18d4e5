import { type Paise, percentage, plus } from '#shared/money.ts'

/** Tax comes on top of the catalogue's prices. */
export const TAX_PERCENT = 2

export const taxName = `Tax (${TAX_PERCENT}%)`

/** What is paid for one piece: a price with its tax, halves of a paisa rounded up. */
export const withTax = (price: Paise) => plus(price, percentage(TAX_PERCENT, price))
