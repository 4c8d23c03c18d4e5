/** Tax comes on top of the catalogue's prices: so many percent of what is bought. */
export const TAX_PERCENT = 2

/** The label before the amount of tax. */
export const taxName = `Tax (${TAX_PERCENT}%)`
