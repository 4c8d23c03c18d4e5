const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** ₹1,24,999.00: always two decimals (cart, orders). Input in paise. */
export const formatRupees = (paise: number) => `₹${exact.format(paise / 100)}`

/** ₹1,24,999: drops ".00" (cards, product page). Input in paise. */
export const formatRupeesShort = (paise: number) =>
  `₹${paise % 100 === 0 ? whole.format(paise / 100) : exact.format(paise / 100)}`
