import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import type { FactValues } from '#features/catalog/facts/facts.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { duplicateProduct } from '../../seller-products.contract.ts'
import { dryRun, imported, undo } from '../../testing/imports.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const add = async (productData: unknown) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(productData)) })
const edit = async (id: string, productData: unknown) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData)) })

const cover = (name: string, facts?: object) => ({
  ...{ name, category: 'Textiles-and-clothing', price: 2600, offerPrice: 2400, description: ['Soft'] },
  ...(facts && { facts }),
})
const added = async (name: string, facts?: object): Promise<string> => {
  const answer = await add(cover(name, facts))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().product._id
}
const browse = async (query: Record<string, string>) => {
  const { products, facets, total } = await shop.browser().api(listProducts, { query })
  return { names: products.map(({ name }) => name).sort(), facts: facets?.facts, total }
}

const blueCotton = {
  material: [{ what: 'cotton', percent: 100 }],
  colour: ['blue'],
  width: 220,
  length: 240,
  mrp: 2600.5,
}

describe('facts of a product', () => {
  it('stand in its answers, and change one by one', async () => {
    const id = await added('Stated cover', blueCotton)
    const { product } = (await shop.request({ method: 'GET', url: `/api/product/${id}` })).json()
    expect(product.facts).toEqual(blueCotton)
    await edit(id, { facts: { width: null, colour: ['blue', 'white'] } })
    const { product: changed } = await shop.browser().api(getProduct, { params: { id } })
    expect(changed.facts).toEqual({
      material: blueCotton.material,
      colour: ['blue', 'white'],
      length: 240,
      mrp: 260050,
    })
    expect((await seller.api(listAudit)).entries[0]?.changes).toEqual([
      { field: 'Width', old: '220', new: '' },
      { field: 'Colour', old: 'Blue', new: 'Blue, white' },
    ])
  })

  it('a product without any looks as before', async () => {
    const id = await added('Plain cover')
    const { product } = (await shop.request({ method: 'GET', url: `/api/product/${id}` })).json()
    expect(product).not.toHaveProperty('facts')
  })

  it('are copied with the product', async () => {
    const id = await added('Copied cover', blueCotton)
    const { product } = await seller.api(duplicateProduct, { params: { id } })
    expect(product.facts).toMatchObject({ colour: ['blue'], width: 220 })
  })

  it.each([
    [{ facts: { colour: ['mauve'] } }, 'facts.colour', '‘mauve’ is no choice for Colour'],
    [{ facts: { taste: 'sweet' } }, 'facts', 'There is a fact that the shop does not know'],
    [{ facts: { mrp: 2447.99 } }, 'facts.mrp', 'MRP cannot be less than what is paid for a piece with tax, ₹2,448.00'],
  ])('%j is refused, and nothing is left', async (wrong, field, sentence) => {
    const before = (await browse({})).total
    const answer = await add({ ...cover('Refused cover'), ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: sentence })
    expect((await browse({})).total).toBe(before)
  })

  it('the MRP holds when only the price changes', async () => {
    const id = await added('Packaged cover', { mrp: 2448 })
    const answer = await edit(id, { price: 2600, offerPrice: 2401 })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['facts.mrp']])
  })
})

describe('lists by facts', () => {
  it('have any choice of a field and each field, and counts that lead to no empty list', async () => {
    await added('Listed silk', { material: [{ what: 'silk' }], colour: ['red'], handmade: 'by-hand' })
    await added('Listed wool', { material: [{ what: 'wool' }], colour: ['red', 'green'] })
    await added('Listed linen', { material: [{ what: 'linen' }], colour: ['green'] })
    const listed = (facts: string) => browse({ q: 'listed', ...(facts && { facts }), countFacts: '1' })
    expect((await listed('colour.red')).names).toEqual(['Listed silk', 'Listed wool'])
    expect((await listed('colour.red,colour.green')).total).toBe(3)
    expect((await listed('colour.red,material.linen')).total).toBe(0)
    const { facts } = await listed('colour.red')
    expect(facts).toEqual({
      material: [
        { choice: 'material.silk', count: 1 },
        { choice: 'material.wool', count: 1 },
      ],
      colour: [
        { choice: 'colour.green', count: 2 },
        { choice: 'colour.red', count: 2 },
      ],
      handmade: [{ choice: 'handmade.by-hand', count: 1 }],
    })
    for (const choices of Object.values(facts ?? {}))
      for (const { choice, count } of choices) {
        const others = choice.startsWith('colour.') ? '' : 'colour.red,'
        expect((await listed(others + choice)).total, choice).toBe(count)
      }
    expect((await browse({ q: 'listed' })).facts).toBeUndefined()
  })

  it('follow a changed fact, and an archived product', async () => {
    const id = await added('Moved cover', { colour: ['violet'] })
    expect((await browse({ facts: 'colour.violet' })).names).toEqual(['Moved cover'])
    await edit(id, { facts: { colour: ['pink'] } })
    expect((await browse({ facts: 'colour.violet' })).total).toBe(0)
    expect((await browse({ facts: 'colour.pink', offer: '1', max: '3000' })).names).toEqual(['Moved cover'])
    await seller.send({ method: 'POST', url: `/api/product/${id}/archive` })
    expect((await browse({ facts: 'colour.pink' })).total).toBe(0)
  })

  it('refuse what no list is narrowed by', async () => {
    const answer = await shop.request({ method: 'GET', url: '/api/product/list?facts=storage.dry' })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'No list can be narrowed by ‘storage.dry’'])
  })

  it('a search finds a product by what it states', async () => {
    const id = await added('Kinnauri piece', {
      technique: ['phulkari'],
      place: 'Patiala, Punjab',
      width: 61,
      length: 62,
    })
    for (const q of ['phulkari', 'patiala', '61 x 62 cm'])
      expect((await browse({ q })).names, q).toEqual(['Kinnauri piece'])
    await edit(id, { description: ['Softer'] })
    expect((await browse({ q: 'phulkari softer' })).names).toEqual(['Kinnauri piece'])
  })
})

describe('facts in a file', () => {
  const exported = async () => (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
  const factsOf = async (name: string): Promise<FactValues | undefined> =>
    (await shop.browser().api(listProducts, { query: { q: name } })).products.find((product) => product.name === name)
      ?.facts
  const heading = 'sku,name,category,price,offerPrice,material,colour,width,care,packed,mrp'

  it('come in by their columns, go out the same, and change nothing when they come in again', async () => {
    const done = await imported(
      seller,
      `${heading}\r\nFC-1,Filed cover,Textiles-and-clothing,900,800,"Cotton 70%, silk 30%","Indigo; many colours","12,5","Hand wash, dry flat",2026-09,"1,000.50"\r\n`,
    )
    expect(done).toMatchObject({ state: 'done', added: 1 })
    const expected = {
      material: [
        { what: 'cotton', percent: 70 },
        { what: 'silk', percent: 30 },
      ],
      ...{
        colour: ['indigo', 'many-colours'],
        width: 12.5,
        care: ['hand-wash', 'dry-flat'],
        packed: '2026-09',
        mrp: 100050,
      },
    }
    expect(await factsOf('Filed cover')).toEqual(expected)
    const csv = await exported()
    expect(await imported(seller, csv)).toMatchObject({ state: 'done', changed: 0, added: 0 })
    expect(await factsOf('Filed cover')).toEqual(expected)
  })

  it('only named columns change, an empty cell takes a fact away, and an undo puts all back', async () => {
    await imported(seller, `${heading}\r\nFC-2,Undone cover,Textiles-and-clothing,900,800,Wool,Red,30,,,\r\n`)
    const changed = await imported(seller, 'sku,colour,width\r\nFC-2,"green, sage",\r\n')
    expect(changed).toMatchObject({ state: 'done', changed: 1 })
    expect(await factsOf('Undone cover')).toEqual({ material: [{ what: 'wool' }], colour: ['green', 'sage'] })
    expect((await browse({ q: 'undone', facts: 'colour.sage' })).total).toBe(1)
    await undo(seller, changed._id)
    expect(await factsOf('Undone cover')).toEqual({ material: [{ what: 'wool' }], colour: ['red'], width: 30 })
    expect((await browse({ q: 'undone', facts: 'colour.sage' })).total).toBe(0)
  })

  it('a wrong cell is told by its column', async () => {
    const refused = await dryRun(
      seller,
      `${heading}\r\nFC-3,Wrong cover,Textiles-and-clothing,900,800,Plastic,Blue,wide,,,\r\n`,
    )
    expect(refused.errors.map(({ column, message }) => [column, message])).toEqual([
      ['material', '‘Plastic’ is no choice for Material'],
      ['width', 'Enter a number for Width'],
    ])
  })
})
