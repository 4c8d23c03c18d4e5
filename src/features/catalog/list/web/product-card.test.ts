import { expect, test } from 'vitest'
import { paise } from '#shared/money.ts'
import { packCards, toCardProduct } from './pack-cards.ts'
import { unpackCards } from './product-card.tsx'

const picture = (key: string, ...widths: number[]) => ({ key, alt: '', width: 800, height: 800, widths, avif: true })
const product = {
  ...{ _id: 'a', name: 'Bowl', category: 'Pottery-Ceramics', image: [], images: [], description: [], inStock: true },
  ...{ price: paise(200_00), offerPrice: paise(100_00), createdAt: new Date(0), shares: null },
}

const gi = {
  ...{ kind: 'gi' as const, name: 'Geographical indication', certifies: '', issuer: 'Registry', number: '1' },
  ...{ validUntil: '2027-01-01', evidence: '/api/x' },
}

test.each([
  [
    [320, 480, 640, 800, 2000],
    [320, 480, 640],
  ],
  [[700], [700]],
])('a card is sent no file wider than it needs: of %j %j', (widths, sent) => {
  const images = [picture('one', ...widths), picture('two', ...widths)]
  expect(toCardProduct({ ...product, images }).image).toEqual({ key: 'one', widths: sent, avif: true })
})

test('a card without a picture is sent none', () => {
  expect(toCardProduct(product)).not.toHaveProperty('image')
})

test('many cards are what they were after a way as text', () => {
  const images = [picture('one', 320, 480)]
  const products = [
    { ...product, name: 'A "bowl",\n[clay] ₹1', images },
    { ...product, inStock: false, left: 2, images: [{ ...picture('two', 320), avif: false }] },
    { ...product, maker: 'Asha "Crafts"' },
    { ...product, maker: 'Asha Crafts', facts: { length: 40, width: 30 } },
    { ...product, maker: 'Asha Crafts', marks: [gi] },
    { ...product, marks: [gi] },
    { ...product, facts: { across: 26 }, marks: [gi] },
    product,
  ]
  expect(unpackCards(packCards(products))).toEqual(products.map(toCardProduct))
  expect(toCardProduct({ ...product, marks: [gi] }).marks).toBe('GI')
})
