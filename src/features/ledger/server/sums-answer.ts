import { z } from 'zod'
import { NO_MONEY, plus, sumOf } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import type { Sums } from '../ledger.contract.ts'

export const amountColumns = [
  ...(['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise', 'tax_paise'] as const),
]

export const SumRow = z.object({
  sales: z.int(),
  returns: z.int(),
  maker_paise: PaiseNumber,
  costs_paise: PaiseNumber,
  producer_paise: PaiseNumber,
  community_paise: PaiseNumber,
  shop_paise: PaiseNumber,
  tax_paise: PaiseNumber,
})
type SumRow = z.output<typeof SumRow>

/** Without a row all sums are 0. */
export function toSums(row: SumRow | undefined): Sums {
  const shares = {
    maker: row?.maker_paise ?? NO_MONEY,
    costs: row?.costs_paise ?? NO_MONEY,
    producer: row?.producer_paise ?? NO_MONEY,
    community: row?.community_paise ?? NO_MONEY,
    shop: row?.shop_paise ?? NO_MONEY,
  }
  return {
    shares,
    total: sumOf(Object.values(shares)),
    toMakers: plus(shares.maker, shares.producer),
    tax: row?.tax_paise ?? NO_MONEY,
    sales: row?.sales ?? 0,
    returns: row?.returns ?? 0,
  }
}

export const plusSums = (one: Sums, other: Sums): Sums => ({
  shares: {
    maker: plus(one.shares.maker, other.shares.maker),
    costs: plus(one.shares.costs, other.shares.costs),
    producer: plus(one.shares.producer, other.shares.producer),
    community: plus(one.shares.community, other.shares.community),
    shop: plus(one.shares.shop, other.shares.shop),
  },
  total: plus(one.total, other.total),
  toMakers: plus(one.toMakers, other.toMakers),
  tax: plus(one.tax, other.tax),
  sales: one.sales + other.sales,
  returns: one.returns + other.returns,
})
