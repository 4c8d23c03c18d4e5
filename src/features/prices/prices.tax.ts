/** Tax comes on top of the catalogue's prices. */
export const TAX_PERCENT = 2

export const taxName = `Tax (${TAX_PERCENT}%)`
