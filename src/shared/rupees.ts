const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const withSign = (paise: number, format: Intl.NumberFormat) =>
  `${paise < 0 ? '−' : ''}₹${format.format(Math.abs(paise) / 100)}`

/** ₹1,24,999.00: always two decimals (cart, orders). Input in paise. */
export const formatRupees = (paise: number) => withSign(paise, exact)

/** ₹1,24,999: drops ".00" (cards, product page). Input in paise. */
export const formatRupeesShort = (paise: number) => withSign(paise, paise % 100 === 0 ? whole : exact)

/** Money in any currency, in its smallest unit, as payment services count it: 1250 usd is $12.50. */
export function formatMoney(amount: number, currency: string) {
  if (currency === 'inr') return formatRupees(amount)
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
