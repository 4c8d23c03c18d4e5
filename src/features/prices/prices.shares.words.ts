/** Says both percentages together: `ofPrice` is the makers' part of the goods' price, `ofProfit` that of the profit. */
export const profitAndPrice = (ofPrice: number, ofProfit: number, makers = 'the maker') =>
  `${ofProfit}% of the profit and the price that ${makers} asked for are together ${ofPrice}% of what the goods cost.`

export const PERCENTAGES_UNREAD = 'How the profit is shared did not load.'
