import { describe, expect, test } from 'vitest'
import { paise } from '#shared/money.ts'
import { toCardProduct } from './product-card.tsx'

const picture = (key: string, ...widths: number[]) => ({ key, alt: '', width: 800, height: 800, widths, avif: true })
const product = {
  ...{ _id: 'a', name: 'Bowl', category: 'Pottery-Ceramics', image: [], images: [], description: [], inStock: true },
  ...{ price: paise(200_00), offerPrice: paise(100_00), createdAt: new Date(0) },
}
const all = [320, 480, 640, 800, 2000]

describe('what a card is sent of the pictures', () => {
  test('is no file wider than a card needs', () => {
    const card = toCardProduct({ ...product, images: [picture('one', ...all)] })
    expect(card.image).toEqual({ key: 'one', widths: [320, 480, 640], avif: true })
    expect(card.second).toBeUndefined()
    expect(toCardProduct({ ...product, images: [picture('one', 700)] }).image?.widths).toEqual([700])
  })

  test.each([
    [all, true, '/media/two/480.webp'],
    [[100], true, '/media/two/100.webp'],
    [all, false, undefined],
  ])('is one file of the second: of %j, in stock: %s', (widths, inStock, second) => {
    const images = [picture('one', ...all), picture('two', ...widths)]
    expect(toCardProduct({ ...product, inStock, images }).second).toBe(second)
  })

  test('is nothing where there is none', () => {
    expect(toCardProduct(product)).not.toHaveProperty('image')
  })
})
