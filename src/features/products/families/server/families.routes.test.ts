import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { addFamily } from '#features/catalog/families/testing/add-family.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { duplicateProduct, getSellerProduct } from '../../seller-products.contract.ts'
import { productForm } from '../../testing/product-form.ts'
import { makeFamily } from '../families.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let browse: ReturnType<TestShop['browser']>['api']
beforeAll(async () => {
  // Two processes take turns.
  shop = await testShop(sellerSettings, { processes: 2 })
  seller = await shop.seller()
  browse = shop.browser().api
})
afterAll(() => shop.close())

const cloth = { name: 'Cotton Throw', category: 'Textiles-and-clothing', price: 900, offerPrice: 640 }
const add = async (family: unknown, more: object = {}) =>
  seller.send({
    ...{ method: 'POST', url: '/api/product/add' },
    ...(await productForm({ ...cloth, ...more, ...(family === undefined ? {} : { family }) })),
  })
const added = async (family: unknown, more: object = {}): Promise<string> => {
  const answer = await add(family, more)
  expect(answer.json()).toMatchObject({ success: true })
  return answer.json().product._id
}
const edit = async (id: string, data: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(data)) })
const shown = async (id: string) => (await browse(getProduct, { params: { id } })).product
const stored = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const families = () => shop.db.selectFrom('product_families').selectAll().orderBy('name').execute()
const forget = () => shop.db.updateTable('products').set({ archived: 1 }).execute()

describe('the family of a product', () => {
  it('is found by its name, and each of it names all that are on sale', async () => {
    const name = 'Cotton Throw'
    const single = await added({ name, axes: { Size: 'Single', Colour: 'Indigo' } })
    const cot = await added({ name: ' cotton  throw ', axes: { colour: 'indigo', size: 'Cot' } }, { offerPrice: 500 })
    const gone = await added({ name, axes: { Size: 'Double', Colour: 'Rust' } }, { stock: 0 })
    expect((await shown(cot)).family).toMatchObject({
      name,
      // Order and spelling are those that the family has.
      axes: { Size: 'Cot', Colour: 'Indigo' },
      siblings: [
        { _id: single, axes: { Size: 'Single', Colour: 'Indigo' }, price: 90000, offerPrice: 64000, inStock: true },
        { _id: cot, axes: { Size: 'Cot', Colour: 'Indigo' }, offerPrice: 50000 },
        { _id: gone, inStock: false },
      ],
    })
    expect(Object.keys((await shown(cot)).family?.axes ?? {})).toEqual(['Size', 'Colour'])
    expect((await stored(cot)).family).toEqual({ name, axes: { Size: 'Cot', Colour: 'Indigo' } })
    expect(await families()).toMatchObject([{ name, category: cloth.category, axes: '["Size","Colour"]' }])
    await forget()
    expect((await shop.request({ method: 'GET', url: `/api/product/${cot}` })).statusCode).toBe(404)
  })

  it('is found by its name and by the values of its axes, made in a form, for many at once, or in an edit', async () => {
    const finds = async (q: string) =>
      (await browse(listProducts, { query: { q } })).products.map(({ _id }) => _id).toSorted()
    const one = await added({ name: 'Neelam Spread', axes: { Bed: 'Twofold', Colour: 'Peacock' } })
    expect([await finds('twofold peacock'), await finds('neelam')]).toEqual([[one], [one]])
    const [two, three] = [await added(undefined, { name: 'Cloth B' }), await added(undefined, { name: 'Cloth C' })]
    const members = [two, three].map((_id, at) => ({ _id, axes: { Bed: `Kingsize${at}` } }))
    await seller.api(makeFamily, { body: { name: 'Rani Spread', members } })
    expect([await finds('kingsize0'), await finds('rani')]).toEqual([[two], [two, three].toSorted()])
    expect((await edit(one, { family: { name: 'Neelam Spread', axes: { Bed: 'Fourfold' } } })).statusCode).toBe(200)
    expect([await finds('fourfold'), await finds('peacock neelam')]).toEqual([[one], [one]])
    expect((await edit(one, { family: null })).statusCode).toBe(200)
    expect((await browse(listProducts, { query: { q: 'cotton fourfold' } })).missing).toEqual(['fourfold'])
    await forget()
  })

  it('has each combination once, whichever process is asked', async () => {
    const family = { name: 'Dhurrie', axes: { Size: '60 × 90 cm' } }
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => add(family, { name: `Dhurrie ${at}` })))
    const taken = answers.filter(({ statusCode }) => statusCode === 409)
    expect([answers.length, taken.length]).toEqual([6, 5])
    const [holder] = answers.flatMap((answer) => (answer.statusCode === 201 ? [answer.json().product] : []))
    const message = `${holder.name} is Size: 60 × 90 cm of this family already. Give another value`
    expect(taken[0]?.json()).toMatchObject({ code: 'FAMILY_TAKEN', message, fields: { family: message } })
    const other = await added({ name: 'Dhurrie', axes: { Size: 'Large' } })
    expect((await edit(other, { family })).statusCode).toBe(409)
    expect((await stored(other)).family?.axes).toEqual({ Size: 'Large' })
  })

  it.each([
    [{ name: 'Mat' }, 'Say in what the products of the family differ, such as Size, and which value this one has'],
    [
      { name: 'Mat', axes: {} },
      'Say in what the products of the family differ, such as Size, and which value this one has',
    ],
    [{ name: 'Mat', axes: { A: '1', B: '2', C: '3' } }, 'A family can have at most 2 axes'],
    [{ name: 'Mat', axes: { Size: 'S', size: 'M' } }, 'Two axes of the family have the same name'],
    ['Mat', 'Enter the family as its name, and a value for each axis'],
  ])('%j is refused', async (family, message) => {
    const answer = await add(family)
    expect(answer.statusCode).toBe(400)
    expect(Object.values(answer.json().fields)).toContain(message)
  })

  it('takes a second axis while its products are edited one by one, and no third', async () => {
    const ids = [await added({ name: 'Mat', axes: { Size: 'S' } }), await added({ name: 'Mat', axes: { Size: 'M' } })]
    for (const id of ids) {
      const axes = { Size: id === ids[0] ? 'S' : 'M', Colour: 'Rust' }
      expect((await edit(id, { family: { name: 'Mat', axes } })).statusCode).toBe(200)
    }
    const third = await add({ name: 'Mat', axes: { Weave: 'Plain' } })
    expect(third.json().message).toBe('Mat has Size and Colour already, and a family can have at most two axes')
  })

  it('is left with null, and ends with its last product', async () => {
    const id = await added({ name: 'Lonely', axes: { Size: 'S' } })
    expect(await families()).toContainEqual(expect.objectContaining({ name: 'Lonely' }))
    expect((await edit(id, { weight: '1 kg' })).json().product.family).toMatchObject({ name: 'Lonely' })
    expect((await edit(id, { family: null })).json().product).not.toHaveProperty('family')
    expect(await shown(id)).not.toHaveProperty('family')
    expect(await families()).not.toContainEqual(expect.objectContaining({ name: 'Lonely' }))
  })

  it('goes on under its name where a product changes its category, and its place there must be free', async () => {
    const axes = { Size: 'S' }
    const id = await added({ name: 'Runner', axes })
    const sibling = await added({ name: 'Runner', axes: { Size: 'M' } })
    await edit(id, { category: 'Carpets-Rugs' })
    expect((await shown(id)).family).toMatchObject({ name: 'Runner', siblings: [{ _id: id }] })
    expect((await shown(sibling)).family?.siblings).toHaveLength(1)
    // The other one follows: they are together again, and the old family is no more.
    await edit(sibling, { category: 'Carpets-Rugs' })
    expect((await shown(id)).family?.siblings).toHaveLength(2)
    expect((await families()).filter(({ name }) => name === 'Runner')).toMatchObject([{ category: 'Carpets-Rugs' }])
    const third = await added({ name: 'Runner', axes })
    const refused = await edit(third, { category: 'Carpets-Rugs' })
    expect(refused.json()).toMatchObject({ code: 'FAMILY_TAKEN' })
    expect(await stored(third)).toMatchObject({ category: cloth.category, family: { axes } })
  })

  it('is not that of a copy', async () => {
    const id = await added({ name: 'Shawl', axes: { Colour: 'Madder' } })
    const { product } = await seller.api(duplicateProduct, { params: { id } })
    expect(product).not.toHaveProperty('family')
  })
})

describe('many products at once', () => {
  it('are made one thing, each with a new version, and may take the places of one another', async () => {
    const ids: string[] = []
    for (const size of ['S', 'M', 'L']) ids.push(await added(undefined, { name: `Kurta ${size}` }))
    const members = (sizes: readonly string[]) => ids.map((_id, at) => ({ _id, axes: { Size: sizes[at] ?? '' } }))
    const { version } = await stored(ids[0] ?? '')
    const made = await seller.api(makeFamily, { body: { name: 'Kurta', members: members(['S', 'M', 'L']) } })
    expect(made.message).toBe('Kurta is one family of 3 products')
    expect((await shown(ids[1] ?? '')).family?.siblings).toMatchObject(ids.map((_id) => ({ _id })))
    await seller.api(makeFamily, { body: { name: 'Long Kurta', members: members(['M', 'S', 'L']) } })
    expect(await stored(ids[0] ?? '')).toMatchObject({
      ...{ version: version + 2, family: { name: 'Long Kurta', axes: { Size: 'M' } } },
    })
    expect((await families()).filter(({ name }) => name.includes('Kurta'))).toMatchObject([{ name: 'Long Kurta' }])
  })

  it('are refused all together', async () => {
    const one = await added(undefined, { name: 'Jar' })
    const other = await added(undefined, { name: 'Rug', category: 'Carpets-Rugs' })
    const ask = (members: unknown) =>
      seller.send({ method: 'POST', url: makeFamily.path, payload: { name: 'Jar', members } })
    const both = (axes: object) => [one, other].map((_id) => ({ _id, axes }))
    const mixed = await ask(both({ Size: 'S' }))
    expect(mixed.json()).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Rug is in another category. Products of a family have one category and one producer',
    })
    await edit(other, { category: cloth.category })
    expect((await ask(both({ Size: 'S' }))).json().code).toBe('FAMILY_TAKEN')
    expect((await ask([{ _id: one, axes: { Size: 'S' } }])).json().code).toBe('BAD_INPUT')
    expect(await stored(one)).not.toHaveProperty('family')
  })
})

describe('a family in the shop', () => {
  it('has the stock of its products, with 64 who buy at once', async () => {
    const sizes = ['S', 'M', 'L', 'XL']
    const pieces = 10
    const ids = await addFamily(
      shop.db,
      'Sold at once',
      sizes.map((Size) => ({ name: `Tee ${Size}`, axes: { Size }, stock: pieces })),
    )
    const shoppers = await Promise.all(Array.from({ length: 8 }, () => shop.shopper()))
    const answers = await Promise.all(
      Array.from({ length: 64 }, async (_, at) => {
        const shopper = shoppers[at % shoppers.length] ?? expect.fail()
        const items = [{ product: ids[at % ids.length], quantity: 1 }]
        const payload = { items, address: shopper.address._id }
        const headers = { 'idempotency-key': `buyer-${at}` }
        return (await shopper.send({ method: 'POST', url: '/api/order/cod', headers, payload })).statusCode
      }),
    )
    const sold = answers.filter((status) => status === 200).length
    expect([...new Set(answers)].sort()).toEqual([200, 409])
    const rows = await shop.db.selectFrom('products').select(['id', 'stock']).where('id', 'in', ids).execute()
    const left = rows.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
    expect([sold, left]).toEqual([sizes.length * pieces, 0])
    const soldOut = (await shown(ids[0] ?? '')).family
    expect(soldOut?.siblings.map(({ inStock }) => inStock)).toEqual([false, false, false, false])
  })

  it('changes nothing of what the calls of the specification answer, but for the family', async () => {
    await forget()
    const id = await added(undefined)
    const list = async () => (await shop.request({ method: 'GET', url: '/api/product/list' })).json()
    const before = { one: await shown(id), list: await list() }
    await edit(id, { family: { name: 'Alone', axes: { Size: 'S' } } })
    const { family, ...one } = await shown(id)
    expect(one).toEqual(before.one)
    const after = await list()
    expect(after.products.map(({ family: _, ...rest }: { family?: unknown }) => rest)).toEqual(before.list.products)
    expect({ ...after, products: [] }).toEqual({ ...before.list, products: [] })
    expect(family?.siblings).toHaveLength(1)
  })

  it('is one card, whose price is seen as soon as a sibling has another', async () => {
    await forget()
    const ids = [
      await added({ name: 'Card', axes: { Size: 'S' } }),
      await added({ name: 'Card', axes: { Size: 'M' } }),
      await added({ name: 'Card', axes: { Size: 'L' } }, { stock: 0 }),
    ]
    const cards = () => browse(listProducts, { query: { families: '1' } })
    const [card] = (await cards()).products
    expect(await cards()).toMatchObject({ total: 1, message: '1 product' })
    // The newest that is in stock.
    expect(card?._id).toBe(ids[1])
    await edit(ids[0] ?? '', { offerPrice: 100, price: 100 })
    expect((await shown(ids[1] ?? '')).family?.siblings[0]?.offerPrice).toBe(10000)
    expect((await cards()).products[0]?.family?.siblings[0]?.offerPrice).toBe(10000)
    const byPrice = await browse(listProducts, { query: { families: '1', max: '200' } })
    expect(byPrice.products.map(({ _id }) => _id)).toEqual([ids[0]])
  })
})
