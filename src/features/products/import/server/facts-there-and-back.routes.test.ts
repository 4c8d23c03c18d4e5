import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CategorySlug, categories } from '#features/catalog/catalog.categories.ts'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import type { FactValue, FactValues } from '#features/catalog/facts/facts.contract.ts'
import {
  type FactField,
  type FactName,
  factNames,
  factsAskedBy,
  fieldOf,
  filterNames,
} from '#features/catalog/facts/facts.fields.ts'
import { factTables } from '#features/catalog/facts/facts.rows.ts'
import { readFact, typedFact } from '#features/catalog/facts/facts.texts.ts'
import { jsonLdFacts } from '#features/catalog/facts/web/fact-json-ld.ts'
import { paise, toRupees } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { imported } from '../../testing/imports.ts'

/** A value of each kind, another for each category. */
function sampleOf(field: FactField, nth: number): FactValue {
  const choice = (choices: readonly string[], at: number) => choices[at % choices.length] ?? ''
  switch (field.kind) {
    case 'choice':
      return choice(field.choices, nth)
    case 'choices':
      return [choice(field.choices, nth), choice(field.choices, nth + 1)]
    case 'shares':
      return [{ what: choice(field.choices, nth), percent: 60 }, { what: choice(field.choices, nth + 3) }]
    case 'number':
      return nth + 1.5
    case 'quantity':
      return `${nth + 1}00 g`
    case 'price':
      return paise(1_000_50 + nth)
    case 'licence':
      return `1242300800041${nth}`
    case 'month':
      return `2026-0${nth + 1}`
    case 'text':
      return `Told "${nth}", as it is`
  }
}

const statedIn = (category: CategorySlug, nth: number): FactValues => {
  const { must, may } = factsAskedBy(category)
  return Object.fromEntries([...must, ...may].map((name) => [name, sampleOf(fieldOf(name), nth)]))
}
const products = categories.map(({ path: category }, nth) => {
  const own = { sku: `F-${nth}`, name: `Stated ${nth}`, category, price: '900', offerPrice: '800' }
  return { ...own, description: 'Made by hand', facts: statedIn(category, nth) }
})
const cellsOf = (facts: FactValues) => Object.fromEntries(factNames.map((name) => [name, typedFact(name, facts[name])]))
const file = stringify(
  products.map(({ facts, ...own }) => ({ ...own, ...cellsOf(facts) })),
  { header: true },
)

type Seller = Awaited<ReturnType<TestShop['seller']>>
const exported = async (seller: Seller) => (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
const rowsIn = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true })
const cellsIn = (csv: string) =>
  Object.fromEntries(
    rowsIn(csv).map((row) => [row.name, Object.fromEntries(factNames.map((name) => [name, row[name]]))]),
  )

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: 'https://haat.example' })
  seller = await shop.seller()
  expect(await imported(seller, file)).toMatchObject({ state: 'done', added: categories.length, badLines: 0 })
  const picture = { key: 'a', alt: '', width: 1200, height: 900, widths: [320, 640, 1200], avif: true }
  await shop.db
    .updateTable('products')
    .set({ images: JSON.stringify([picture]) })
    .execute()
})
afterAll(() => shop.close())

const listed = async (query: Record<string, string> = {}) =>
  (await shop.browser().api(listProducts, { query: { limit: '50', ...query } })).products
const shown = async (name: string) => (await listed()).find((product) => product.name === name)
const textsIn = (value: unknown) => JSON.stringify(value)

describe.each(products)('the facts of $category, from a file', ({ name, category, facts }) => {
  const names = factNames.filter((fact) => facts[fact] !== undefined)

  it('are all that it asks for, and stand in its answers', async () => {
    expect(names.length).toBeGreaterThan(6)
    expect((await shown(name))?.facts).toEqual(facts)
  })

  it('are in its form as somebody would type them', () => {
    const sent: Partial<Record<FactName, unknown>> = Object.fromEntries(
      names.map((fact) => [fact, readFact(fact, typedFact(fact, facts[fact]))]),
    )
    // A price is typed in rupees.
    const { mrp, ...others } = facts
    expect(sent).toEqual({ ...others, ...(mrp === undefined ? {} : { mrp: toRupees(paise(Number(mrp))) }) })
  })

  it('are on its page and in its JSON-LD', () => {
    const page = textsIn(factTables(facts, paise(800_00)))
    const data = textsIn(jsonLdFacts(facts))
    for (const fact of names.filter((one) => ['text', 'licence', 'quantity'].includes(fieldOf(one).kind))) {
      expect(page, fact).toContain(textsIn(facts[fact]).slice(1, -1))
      if (fact !== 'country') expect(data, fact).toContain(textsIn(facts[fact]).slice(1, -1))
    }
    for (const fact of names.filter((one) => fieldOf(one).kind === 'number')) {
      expect(page, fact).toContain(String(facts[fact]))
      expect(data, fact).toContain(String(facts[fact]))
    }
  })

  it('narrow lists', async () => {
    const choices = filterNames.flatMap((fact) => {
      const value = facts[fact]
      const codes = value === undefined ? [] : Array.isArray(value) ? value : [value]
      return codes.map((code) => `${fact}.${typeof code === 'object' ? code.what : code}`)
    })
    expect(choices.length).toBeGreaterThan(0)
    for (const choice of choices)
      expect(
        (await listed({ facts: choice, category })).map((product) => product.name),
        choice,
      ).toEqual([name])
  })

  it('are in the feed, and go out as they came in', async () => {
    const { body } = await shop.request({ method: 'GET', url: '/feeds/google.xml' })
    const item = body.split('<item>').find((one) => one.includes(`<g:title>${name}</g:title>`)) ?? ''
    for (const [fact, tag] of [
      ['material', 'material'],
      ['colour', 'color'],
    ] as const)
      expect(item.includes(`<g:${tag}>`), fact).toBe(facts[fact] !== undefined)
    expect(item).toContain('<g:size>')
    expect(cellsIn(await exported(seller))[name]).toEqual(cellsOf(facts))
  })
})

it('a file of them, taken by another shop, comes out of it the same', async () => {
  const csv = await exported(seller)
  const other = await testShop(sellerSettings)
  const owner = await other.seller()
  const taken = await imported(owner, csv.replaceAll(/^"[0-9a-f-]{36}"/gm, ''))
  expect(taken).toMatchObject({ added: categories.length, badLines: 0 })
  expect(cellsIn(await exported(owner))).toEqual(cellsIn(csv))
  await other.close()
})
