import { expect, test } from 'vitest'
import { whenOfferIsShown } from '#features/catalog/catalog.offers.ts'
import { problemsOf } from '#shared/form-fields.ts'
import {
  isOfferAbovePrice,
  mergeDrafts,
  noFacts,
  paiseOf,
  productFields,
  productProblem,
  raisedPrice,
  toProductData,
} from './product-form.rules.ts'

const productProblems = (typed: typeof draft) => problemsOf(productFields, productProblem, typed)

const draft = {
  name: ' Blue Pottery Bowl ',
  category: 'Pottery-Ceramics',
  ...noFacts,
  description: 'Quartz body\n\n Painted by hand ',
  price: '1,599',
  offerPrice: '1249.50',
  makerPrice: '',
  costs: '',
  weight: '',
  batches: '',
  stock: '',
  deliveryDays: '',
  sku: '',
  family: '',
  marks: '',
  returnable: 'Yes' as const,
  producer: '',
  producerName: '',
}

test.each([
  ['1,599', 159900],
  ['₹ 1,24,999.5', 12499950],
  ['0.01', 1],
  ['1.234', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1e3', undefined],
])('%j is %s paise', (typed, paise) => {
  expect(paiseOf(typed)).toBe(paise)
})

test('a complete draft has no problem and goes out trimmed', () => {
  expect(productProblems(draft)).toEqual({})
  expect(toProductData(draft)).toEqual({
    name: 'Blue Pottery Bowl',
    batches: [],
    category: 'Pottery-Ceramics',
    facts: expect.objectContaining({ colour: null }),
    description: ['Quartz body', 'Painted by hand'],
    price: 1599,
    offerPrice: 1249.5,
    makerPrice: null,
    family: null,
    marks: [],
    costs: null,
    weight: '',
    stock: null,
    deliveryDays: null,
    sku: null,
    returnable: true,
    producer: null,
  })
})

test('a maker’s price needs a producer, and may be 0 or above the offer price', () => {
  expect(productProblems({ ...draft, makerPrice: '820' })).toEqual({
    makerPrice: 'A maker’s price needs a producer. Choose one above, or leave this empty',
  })
  for (const makerPrice of ['0', '820.50', '5,000'])
    expect(productProblems({ ...draft, makerPrice, costs: '0', producer: 'matti' })).toEqual({})
  expect(toProductData({ ...draft, makerPrice: '820.50', costs: '0', producer: 'matti' })).toMatchObject({
    ...{ makerPrice: 820.5, costs: 0 },
  })
})

test.each([
  ['name', ' '],
  ['category', ''],
  ['price', '0'],
  ['price', '1,00,00,001'],
  ['offerPrice', '1600'],
  ['makerPrice', 'much'],
  ['costs', '1,00,00,001'],
  ['stock', '-1'],
  ['stock', '1.5'],
  ['deliveryDays', '8-4'],
  ['deliveryDays', 'a week'],
] as const)('refuses %s %j', (field, typed) => {
  expect(Object.keys(productProblems({ ...draft, [field]: typed }))).toContain(field)
})

test('an offer price may be the price, not more', () => {
  expect(isOfferAbovePrice({ price: '100', offerPrice: '100' })).toBe(false)
  expect(isOfferAbovePrice({ price: '100', offerPrice: '100.01' })).toBe(true)
})

test('a price that is raised hides the offer, and an earlier rise goes on doing so', () => {
  const priceRaisedAt = new Date('2026-11-03')
  expect(raisedPrice({ draft: { price: '' } }, '1,000')).toBeUndefined()
  expect(raisedPrice({ draft: { price: '1,000' } }, '900')).toBeUndefined()
  expect(raisedPrice({ draft: { price: '1,000' } }, '1000.50')).toBe('now')
  expect(raisedPrice({ draft: { price: '1,000' }, priceRaisedAt }, '900')).toBe(priceRaisedAt)
  expect(whenOfferIsShown(20, priceRaisedAt)).toBe(
    '20% off is shown from 3 December 2026: the price was raised on 3 November 2026',
  )
})

test('what somebody else has saved comes together with what is typed here', () => {
  const before = { ...draft, category: 'Food-Spices', producer: 'p1', producerName: 'Bina' }
  const theirs = { ...before, name: 'Wide Bowl', price: '2,000', weight: '1 kg', producer: 'p2', producerName: 'Meena' }
  const yours = { ...before, price: '1,000', weight: '1 kg', stock: '4' }
  expect(mergeDrafts(before, theirs, yours)).toEqual({
    draft: { ...yours, name: 'Wide Bowl', producer: 'p2', producerName: 'Meena' },
    changed: [
      { field: 'name', theirs: 'Wide Bowl' },
      { field: 'price', theirs: '2,000', yours: '1,000' },
      { field: 'producer', theirs: 'Meena' },
    ],
  })
  const moved = mergeDrafts(before, { ...before, category: 'Wood-Furniture' }, { ...before, category: 'Carpets-Rugs' })
  expect(moved.changed).toEqual([{ field: 'category', theirs: 'Wood & Furniture', yours: 'Carpets & Rugs' }])
  expect(mergeDrafts(before, before, yours)).toEqual({ draft: yours, changed: [] })
})
