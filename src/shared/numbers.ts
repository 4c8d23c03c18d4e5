/** 0.256 is 26 percent, in whole percent: how far something is, what is saved. Percentages of money are money.ts's. */
export const toPercent = (share: number) => Math.round(share * 100)

/** 1.5 with 2 decimals is "1.50": seconds, megabytes, ratios. Money is written by money.ts. */
export const withDecimals = (value: number, decimals: number) => value.toFixed(decimals)
