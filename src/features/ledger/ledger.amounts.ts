import { minus, NO_MONEY, type Paise, plus } from '#shared/money.ts'

/** The five shares of a price and its tax, in paise. */
export interface Amounts {
  maker: Paise
  costs: Paise
  producer: Paise
  community: Paise
  shop: Paise
  tax: Paise
}

export const NO_AMOUNTS: Amounts = {
  maker: NO_MONEY,
  costs: NO_MONEY,
  producer: NO_MONEY,
  community: NO_MONEY,
  shop: NO_MONEY,
  tax: NO_MONEY,
}

const withEach = (one: Amounts, other: Amounts, of: (a: Paise, b: Paise) => Paise): Amounts => ({
  maker: of(one.maker, other.maker),
  costs: of(one.costs, other.costs),
  producer: of(one.producer, other.producer),
  community: of(one.community, other.community),
  shop: of(one.shop, other.shop),
  tax: of(one.tax, other.tax),
})

export const plusAmounts = (one: Amounts, other: Amounts) => withEach(one, other, plus)
export const minusAmounts = (from: Amounts, other: Amounts) => withEach(from, other, minus)
export const isNothing = (amounts: Amounts) => Object.values(amounts).every((amount) => amount === 0)
