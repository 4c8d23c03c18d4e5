import { withTax } from '#features/prices/prices.tax.ts'
import { type Paise, writeRupees } from '#shared/money.ts'

interface Offered {
  offerPrice: Paise
  inStock: boolean
}

/** What search engines are told of a price: it is what is paid, with its tax. */
export const offerJsonLd = (url: string, { offerPrice, inStock }: Offered) => ({
  '@type': 'Offer',
  url,
  priceCurrency: 'INR',
  price: writeRupees(withTax(offerPrice)),
  availability: inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
})
