import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { addProduct as addProductContract } from '../../seller-products.contract.ts'
import { productForm } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

describe('whether a product can be returned', () => {
  const add = async (data: object) => {
    const bowl = { name: 'Bowl', category: 'Pottery-Ceramics', price: 100, offerPrice: 100, ...data }
    return seller.send({ method: 'POST', url: addProductContract.path, ...(await productForm(bowl)) })
  }
  it.each([
    [{}, true],
    [{ category: 'Food-Spices' }, false],
    [{ returnable: false }, false],
    [{ category: 'Food-Spices', returnable: true }, true],
  ])('%j: %j', async (data, returnable) => {
    const { product } = (await add(data)).json()
    expect(product.returnable).toBe(returnable)
    const shown = (await shop.request({ method: 'GET', url: `/api/product/${product._id}` })).json().product
    expect(shown.notReturnable).toBe(returnable ? undefined : true)
  })

  it('is refused as anything but yes or no', async () => {
    const answer = await add({ returnable: 'maybe' })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['returnable']])
  })
})
