import type { Paise } from './money.ts'

/** Who gets how much of a price; the five add up to it. */
export interface PriceShares {
  maker: Paise
  costs: Paise
  producer: Paise
  community: Paise
  /** Below 0: a loss. */
  shop: Paise
}

/** The names in pages, invoices and mails, in their order. `storeName`: the shop. */
export const namedShares = ({ maker, producer, costs, community, shop }: PriceShares, storeName: string) => [
  { share: 'maker' as const, name: 'Maker’s price', amount: maker },
  { share: 'producer' as const, name: 'Maker’s part of the profit', amount: producer },
  { share: 'costs' as const, name: 'Packing and courier', amount: costs },
  { share: 'community' as const, name: 'Community', amount: community },
  { share: 'shop' as const, name: storeName, amount: shop },
]

export const unstatedName = 'Maker’s price not stated yet'
