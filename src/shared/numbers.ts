/** For shares that are no money: 0.256 is 26, in whole percent. */
export const toPercent = (share: number) =>
  // biome-ignore lint/plugin: a share is no money
  Math.round(share * 100)

export const withDecimals = (value: number, decimals: number) =>
  // biome-ignore lint/plugin: not for money
  value.toFixed(decimals)
