import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checked } from '#kernel/http/checked.ts'
import { AppError } from '#shared/app-error.ts'
import { paise } from '#shared/money.ts'
import { categories } from '../catalog.categories.ts'
import { Facts, FactsData, type FactValues, factsAfter } from './facts.contract.ts'
import { factNames, factsAskedBy } from './facts.fields.ts'
import { choicesOf, isFilter } from './facts.filters.ts'
import { bestBefore, factTables } from './facts.rows.ts'
import { factText, readFact, sizeText, typedFact, unitPriceText } from './facts.texts.ts'

const codeOf = (facts: object) => {
  try {
    checked(FactsData, facts)
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? Object.values(error.findings ?? {}).map(({ code }) => code) : String(error)
  }
}

describe('facts as they come in', () => {
  it.each([
    ['a colour that there is not', { colour: ['blue', 'mauve'] }, ['FACT_UNKNOWN_CHOICE']],
    ['a text for a choice', { handmade: 'by magic' }, ['FACT_UNKNOWN_CHOICE']],
    ['no list', { colour: 'blue' }, ['FACT_NO_CHOICE']],
    ['an empty list', { colour: [] }, ['FACT_NO_CHOICE']],
    ['a colour twice', { colour: ['blue', 'blue'] }, ['FACT_TWICE']],
    ['nine occasions', { occasion: Array(9).fill('holi') }, ['FACT_TOO_MANY']],
    [
      'shares above 100',
      {
        material: [
          { what: 'silk', percent: 60 },
          { what: 'wool', percent: 41 },
        ],
      },
      ['FACT_OVER_100'],
    ],
    ['half a per cent', { material: [{ what: 'silk', percent: 0.5 }] }, ['FACT_NO_PERCENT']],
    ['a width below 0', { width: -1 }, ['FACT_NO_NUMBER']],
    ['a width as a text', { width: '12' }, ['FACT_NO_NUMBER']],
    ['a width of a kilometre', { width: 100_000 }, ['FACT_TOO_HIGH']],
    ['three decimals', { width: 1.234 }, ['FACT_TOO_EXACT']],
    ['a quantity without unit', { netQuantity: '400' }, ['FACT_NO_QUANTITY']],
    ['nothing in it', { netQuantity: '0 g' }, ['FACT_NO_QUANTITY']],
    ['13 digits', { fssai: '1234567890123' }, ['FACT_NO_LICENCE']],
    ['a month that there is not', { packed: '2026-13' }, ['FACT_NO_MONTH']],
    ['half a paisa', { mrp: 10.005 }, ['TWO_DECIMALS']],
    ['an unknown fact', { taste: 'sweet' }, ['FACT_UNKNOWN']],
  ])('refuses %s', (_, facts, expected) => {
    expect(codeOf(facts)).toEqual(expected)
  })

  it('stay, change one by one, and go with null', () => {
    const before = factsAfter(
      {},
      checked(FactsData, { colour: ['blue'], width: 12, mrp: 99.5, fssai: '12423 008000417' }),
    )
    expect(before).toEqual({ colour: ['blue'], width: 12, mrp: 9950, fssai: '12423008000417' })
    expect(factsAfter(before, { colour: null, height: 3 })).toEqual({
      width: 12,
      height: 3,
      mrp: 9950,
      fssai: '12423008000417',
    })
    expect(z.encode(Facts, before)).toMatchObject({ mrp: 99.5 })
  })
})

/** One of each kind. */
const all: FactValues = {
  material: [{ what: 'mango-wood', percent: 70 }, { what: 'silk' }],
  colour: ['blue', 'many-colours'],
  handmade: 'by-hand-with-tools',
  width: 12.5,
  netQuantity: '1.5 kg',
  mrp: paise(1249_50),
  fssai: '12423008000417',
  packed: '2026-10',
  storage: 'Cool and dry',
  occasion: ['raksha-bandhan', 'diwali'],
}

describe('facts as texts', () => {
  it('are read from what is written', () => {
    const written = factNames.map((name) => [name, typedFact(name, all[name])] as const)
    const read = Object.fromEntries(written.map(([name, text]) => [name, readFact(name, text)]))
    expect(factsAfter({}, checked(FactsData, read))).toEqual(all)
  })

  it.each([
    [
      'material',
      'cotton 60 %, Silk (40%)',
      [
        { what: 'cotton', percent: 60 },
        { what: 'silk', percent: 40 },
      ],
    ],
    ['material', 'Mango Wood', [{ what: 'mango-wood' }]],
    ['colour', 'Blue; many colours', ['blue', 'many-colours']],
    ['colour', 'mauve', ['mauve']],
    ['width', '12,5 m', '12,5 m'],
    ['mrp', '₹1,249.50', 1249.5],
    ['handmade', ' ', null],
  ] as const)('%s: %j', (name, typed, expected) => {
    expect(readFact(name, typed)).toEqual(expected)
  })

  it('are shown in words', () => {
    expect(factText('material', all.material ?? '')).toBe('Mango wood 70%, silk')
    expect(factText('occasion', all.occasion ?? '')).toBe('Raksha Bandhan, Diwali')
    expect(factText('shelfLife', 1)).toBe('1\u00a0month')
    expect(factText('packed', '2026-10')).toBe('October 2026')
  })

  it.each([
    [{ width: 140, length: 200 }, '140 × 200 cm'],
    [{ across: 26, height: 20 }, '26 cm across, 20 cm high'],
    [{ height: 33 }, '33 cm high'],
    [{ netQuantity: '500 g' }, '500 g'],
    [{}, undefined],
  ])('the size of %j is %s', (facts, expected) => {
    expect(sizeText(facts)).toBe(expected)
  })

  it.each([
    ['400 g', '₹72.50 per 100 g'],
    ['1 kg', '₹29.00 per 100 g'],
    ['750 ml', '₹386.67 per litre'],
    ['6 pieces', '₹48.33 per piece'],
    [undefined, undefined],
  ])('₹290 for %s is %s', (netQuantity, expected) => {
    expect(unitPriceText(paise(290_00), netQuantity === undefined ? {} : { netQuantity })).toBe(expected)
  })
})

it('a pack is at its best until the month that its shelf life leads to', () => {
  expect(bestBefore({ packed: '2026-10', shelfLife: 12 })).toBe('2027-10')
  expect(bestBefore({ packed: '2026-10', shelfLife: 3 })).toBe('2027-01')
  expect(bestBefore({ packed: '2026-10' })).toBeUndefined()
})

it('each fact stands in one table of the page, and nothing empty does', () => {
  const tables = factTables(all, paise(1000_00))
  const labels = tables.flatMap(({ rows }) => rows.map(({ label }) => label))
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toEqual(
    expect.arrayContaining([
      'Material',
      'Colour',
      'Made',
      'Size',
      'Net quantity',
      'MRP',
      'Unit price',
      'FSSAI licence',
    ]),
  )
  expect(factTables({}, paise(1000_00))).toEqual([])
})

it('each category asks for known facts, each of them once', () => {
  for (const { path } of categories) {
    const { must, may, others } = factsAskedBy(path)
    expect([...must, ...may, ...others].sort(), path).toEqual([...factNames].sort())
    expect(must.length, path).toBeGreaterThan(4)
  }
})

it('the choices of a product are those that lists are narrowed by', () => {
  expect(choicesOf(all)).toEqual([
    ...['material.mango-wood', 'material.silk', 'colour.blue', 'colour.many-colours'],
    ...['handmade.by-hand-with-tools', 'occasion.raksha-bandhan', 'occasion.diwali'],
  ])
  expect(choicesOf(all).every(isFilter)).toBe(true)
  expect(isFilter('storage.Cool and dry')).toBe(false)
})
