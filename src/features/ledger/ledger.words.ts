/** What the amounts of an entry are called, in the order of the page. */
export const amountNames = {
  maker: 'Maker\u2019s price',
  producer: 'Maker\u2019s part of the profit',
  costs: 'Packing and courier',
  community: 'Community',
  shop: 'The shop',
  tax: 'Tax',
} as const
export const amountKeys = ['maker', 'producer', 'costs', 'community', 'shop', 'tax'] as const
