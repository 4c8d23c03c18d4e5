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

it('tells search engines price, currency, availability and absolute addresses, and no rating', () => {
  const data = productJsonLd(vase, 'https://haat.example', 'Matti Pottery')
  expect(data).toMatchObject({
    name: 'Vase',
    brand: { '@type': 'Brand', name: 'Matti Pottery' },
    url: 'https://haat.example/products/pottery-ceramics/7',
    image: ['https://haat.example/media/vase/800.webp', 'https://pictures.example/vase.webp'],
    offers: { price: '1590.50', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  })
  expect(JSON.stringify(data)).not.toMatch(/rating|review/i)
})

it('says when a product is out of stock, and leaves out a description that is not there', () => {
  const data = productJsonLd({ ...vase, inStock: false, description: [] }, '', 'Haat')
  expect(data.offers.availability).toBe('https://schema.org/OutOfStock')
  expect(data).not.toHaveProperty('description')
})
