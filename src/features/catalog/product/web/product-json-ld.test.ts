import { expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { productJsonLd } from './product-json-ld.ts'

const vase = {
  _id: '7',
  name: 'Vase',
  category: 'Pottery-Ceramics',
  offerPrice: paise(1590_50),
  image: ['/media/vase/800.webp', 'https://pictures.example/vase.webp'],
  description: ['Wheel-thrown', 'Made in Khurja'],
  inStock: true,
}

const shop = { publicUrl: 'https://haat.example', deliveryDays: { from: 4, to: 8 }, returnDays: 7, shipTo: ['India'] }

it('tells search engines the price that is paid, currency, availability and absolute addresses, and no rating', () => {
  const data = productJsonLd(vase, shop, 'Matti Pottery')
  expect(data).toMatchObject({
    name: 'Vase',
    brand: { '@type': 'Brand', name: 'Matti Pottery' },
    url: 'https://haat.example/products/pottery-ceramics/7',
    image: ['https://haat.example/media/vase/800.webp', 'https://pictures.example/vase.webp'],
    offers: { price: '1622.31', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
  expect(JSON.stringify(data)).not.toMatch(/rating|review/i)
})

it('says when a product is out of stock, and leaves out a description that is not there', () => {
  const data = productJsonLd({ ...vase, inStock: false, description: [] }, shop, 'Haat')
  expect(data.offers.availability).toBe('https://schema.org/OutOfStock')
  expect(data).not.toHaveProperty('description')
})

it('says that shipping is free within India, and takes the days from the order to the door', () => {
  const days = (own?: string) => productJsonLd({ ...vase, ...(own && { deliveryDays: own }) }, shop, 'Haat').offers
  expect(days().shippingDetails).toMatchObject({
    shippingRate: { value: '0.00', currency: 'INR' },
    shippingDestination: { addressCountry: 'IN' },
    deliveryTime: { transitTime: { minValue: 4, maxValue: 8, unitCode: 'DAY' } },
  })
  expect(days('10-14').shippingDetails?.deliveryTime.transitTime).toMatchObject({ minValue: 10, maxValue: 14 })
  expect(productJsonLd(vase, { ...shop, shipTo: ['Nepal'] }, 'Haat').offers).not.toHaveProperty('shippingDetails')
})

it('says within how many days it can be returned, or that it cannot', () => {
  const policy = (of: object, days = 7) =>
    productJsonLd({ ...vase, ...of }, { ...shop, returnDays: days }, 'Haat').offers.hasMerchantReturnPolicy
  expect(policy({})).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 7,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
  })
  const none = { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
  expect(policy({ notReturnable: true })).toMatchObject(none)
  expect(policy({}, 0)).toMatchObject(none)
})

it('promises what is ordered while a maker is away for after the return', () => {
  const { offers } = productJsonLd({ ...vase, arrivesIn: { from: 17, to: 21 } }, shop, 'Haat')
  expect(offers.shippingDetails?.deliveryTime.transitTime).toMatchObject({ minValue: 17, maxValue: 21 })
})
