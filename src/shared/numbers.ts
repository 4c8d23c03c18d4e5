/** 0.256 is 26 percent, in whole percent: how far something is, what is saved. Percentages of money are money.ts's. */
export const toPercent = (share: number) =>
  // biome-ignore lint/plugin: a share is no money
  Math.round(share * 100)

/** 1.5 with 2 decimals is "1.50": seconds, megabytes, ratios. Money is written by money.ts. */
export const withDecimals = (value: number, decimals: number) =>
  // biome-ignore lint/plugin: not for money
  value.toFixed(decimals)
