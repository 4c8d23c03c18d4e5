import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct, listNewest, listProducts } from '#features/catalog/catalog.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getSellerProduct } from '../../seller-products.contract.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
let producer: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
  producer = await approvedProducer(shop, seller)
})
afterAll(() => shop.close())

const vase = { name: 'Dip-Glazed Vase', category: 'Pottery-Ceramics', price: 1890, offerPrice: 1590 }
const add = async (productData: object) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm({ ...vase, ...productData })) })
const edit = async (id: string, productData: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData)) })
const addStated = async (productData: object = {}): Promise<string> =>
  (await add({ producer, makerPrice: 820, costs: 240, ...productData })).json().product._id
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const shares = async (id: string) => (await shopper.api(getProduct, { params: { id } })).product.shares

describe('the maker’s price and the costs of a product', () => {
  it('are shown as the shares of one piece, and nowhere as what they are', async () => {
    const id = await addStated()
    const expected = { maker: 820_00, costs: 240_00, producer: 450_50, community: 26_50, shop: 53_00 }
    expect(await shares(id)).toEqual(expected)
    const lists = [
      (await shopper.api(listProducts)).products,
      (await shopper.api(listProducts, { query: { q: 'dip-glazed', page: '1' } })).products,
      (await shopper.api(listProducts, { query: { ids: id } })).products,
      (await shopper.api(listNewest)).products,
    ]
    for (const products of lists) expect(products.find(({ _id }) => _id === id)).toMatchObject({ shares: expected })
    const answer = (await shop.request({ method: 'GET', url: `/api/product/${id}` })).json().product
    expect(answer.shares).toEqual({ maker: 820, costs: 240, producer: 450.5, community: 26.5, shop: 53 })
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['makerPrice']))
    expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(['costs']))
    expect(await read(id)).toMatchObject({ makerPrice: 820_00, costs: 240_00 })
    expect(await read(id)).not.toHaveProperty('shares')
  })

  it('may leave a loss, which is the shop’s, and may be nothing', async () => {
    expect(await shares(await addStated({ makerPrice: 1200, costs: 450 }))).toMatchObject({ producer: 0, shop: -60_00 })
    expect(await shares(await addStated({ makerPrice: 0, costs: null }))).toMatchObject({ maker: 0, costs: 0 })
    expect(await shares(await addStated({ makerPrice: 10000000, costs: 10000000 }))).toMatchObject({
      shop: 1590_00 - 20_000_000_00,
    })
  })

  it('are not stated where nobody says them: then there are no shares', async () => {
    const id = (await add({ producer, costs: 240 })).json().product._id
    expect(await shares(id)).toBeNull()
    expect(await read(id)).toMatchObject({ makerPrice: null, costs: 240_00 })
  })

  it('are changed and emptied by an edit, which shoppers see at once and the log tells', async () => {
    const id = await addStated()
    await shares(id)
    expect((await edit(id, { makerPrice: 900.5 })).json().product).toMatchObject({ makerPrice: 900.5, costs: 240 })
    expect(await shares(id)).toMatchObject({ maker: 900_50 })
    await edit(id, { costs: 0 })
    expect(await shares(id)).toMatchObject({ costs: 0 })
    await edit(id, { makerPrice: null })
    expect(await shares(id)).toBeNull()
    const { entries } = await seller.api(listAudit)
    expect(entries.slice(0, 3).map(({ changes }) => changes)).toEqual([
      [{ field: 'Maker’s price', old: '900.5', new: '' }],
      [{ field: 'Costs', old: '240', new: '0' }],
      [{ field: 'Maker’s price', old: '820', new: '900.5' }],
    ])
  })

  it.each([
    [{ makerPrice: -1 }, { makerPrice: "The maker's price cannot be less than ₹0" }],
    [{ costs: -0.01 }, { costs: 'The costs cannot be less than ₹0' }],
    [{ makerPrice: 10000000.01 }, { makerPrice: "The maker's price can be at most ₹1,00,00,000" }],
    [{ costs: 1.005 }, { costs: 'Use at most 2 decimals for the costs' }],
    [{ costs: '12' }, { costs: 'Enter the costs as a number' }],
    [
      { producer: null },
      { makerPrice: "A maker's price needs a producer. Choose one, or leave the maker's price empty" },
    ],
  ])('are refused as %j', async (wrong, fields) => {
    const answer = await add({ producer, makerPrice: 820, ...wrong })
    expect({ status: answer.statusCode, fields: answer.json().fields }).toEqual({ status: 400, fields })
  })

  it('belong to a producer: without one a maker’s price is refused, and it goes with its producer', async () => {
    const id = (await add({})).json().product._id
    expect((await edit(id, { makerPrice: 820 })).statusCode).toBe(400)
    expect((await edit(id, { makerPrice: 820, producer })).statusCode).toBe(200)
    expect((await edit(id, { makerPrice: 820, producer: null })).statusCode).toBe(400)
    await edit(id, { producer: null })
    expect(await read(id)).toMatchObject({ makerPrice: null })
    expect(await read(id)).not.toHaveProperty('producer')
  })
})
