import { writeRupees } from '#shared/money.ts'
import type { DayRange } from '#shared/reading/day-range.ts'
import { findCategory, productUrl } from '../../catalog.categories.ts'
import type { Product } from '../../catalog.contract.ts'
import { deliveryDaysOf } from '../../catalog.delivery.ts'
import { SHIPPING_PAISE } from '../../catalog.shipping.ts'
import { offerJsonLd } from './offer-json-ld.ts'

type Listed = Pick<
  Product,
  '_id' | 'name' | 'category' | 'offerPrice' | 'image' | 'description' | 'inStock' | 'deliveryDays' | 'notReturnable'
> & {
  /** Days to arrive, where a maker's holiday makes them more. */
  arrivesIn?: DayRange | undefined
}

interface Shop {
  publicUrl: string
  deliveryDays: DayRange
  returnDays: number
  shipTo: readonly string[]
}

/**
 * A product for search engines, at the price that is paid: its tax is in it. `brand` is the maker's name or the shop's, if known. No rating: the one
 * on the page is a sample.
 */
export function productJsonLd(product: Listed, shop: Shop, brand: string | undefined) {
  const { publicUrl } = shop
  const url = publicUrl + productUrl(product)
  return {
    '@type': 'Product',
    name: product.name,
    url,
    sku: product._id,
    ...(brand === undefined ? {} : { brand: { '@type': 'Brand', name: brand } }),
    category: findCategory(product.category)?.text,
    image: product.image.map((path) => (path.startsWith('/') ? publicUrl + path : path)),
    ...(product.description.length > 0 ? { description: product.description.join('. ') } : {}),
    offers: {
      ...offerJsonLd(url, product),
      ...(shop.shipTo.includes('India') ? { shippingDetails: shippingOf(product, shop) } : {}),
      hasMerchantReturnPolicy: returnsOf(product, shop),
    },
  }
}

const daysOf = ({ from, to }: DayRange) => ({
  ...{ '@type': 'QuantitativeValue', minValue: from, maxValue: to, unitCode: 'DAY' },
})

/** Days from the order to the door, all of them on the way. */
const shippingOf = (product: Listed, shop: Shop) => ({
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: writeRupees(SHIPPING_PAISE), currency: 'INR' },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    handlingTime: daysOf({ from: 0, to: 0 }),
    transitTime: daysOf(product.arrivesIn ?? deliveryDaysOf(product.deliveryDays, shop.deliveryDays)),
  },
})

/** As catalog.returns.ts says: by post, at the shopper's cost unless it came damaged. */
const returnsOf = ({ notReturnable }: Listed, { returnDays }: Shop) => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: 'IN',
  ...(notReturnable || returnDays === 0
    ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
    : {
        returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        merchantReturnDays: returnDays,
        returnMethod: 'https://schema.org/ReturnByMail',
        returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
      }),
})
