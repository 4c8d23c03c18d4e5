import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAuth } from '#features/auth/auth.contract.ts'
import { newId } from '#shared/ids.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { findShortLines, findVisitorCart, keepVisitorCart, updateCart } from '../cart.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

describe('the cart of a logged-in shopper', () => {
  it('is kept on the server in the order the lines were added; 0 takes a line out', async () => {
    const [bowl, vase] = [await shop.product(), await shop.product()]
    const shopper = await shop.shopper()
    await shopper.api(updateCart, { body: { cartItems: { [vase]: 2, [bowl]: 999 } } })
    expect(Object.entries((await shopper.api(isAuth)).user.cartItems)).toEqual([
      [vase, 2],
      [bowl, 999],
    ])
    await shopper.api(updateCart, { body: { cartItems: { [vase]: 0, [bowl]: 1 } } })
    expect((await shopper.api(isAuth)).user.cartItems).toEqual({ [bowl]: 1 })
  })

  it.each([
    ['a negative quantity', (id: string) => ({ [id]: -1 })],
    ['a fraction', (id: string) => ({ [id]: 1.5 })],
    ['a text', (id: string) => ({ [id]: '2' })],
    ['more than 999', (id: string) => ({ [id]: 1000 })],
    ['a product the shop never had', () => ({ [newId()]: 1 })],
    ['more than 100 lines', () => Object.fromEntries(Array.from({ length: 101 }, () => [newId(), 1]))],
    ['a list', () => [1]],
    ['nothing', () => undefined],
  ])('refuses %s and leaves the cart as it was', async (_, wrong) => {
    const bowl = await shop.product()
    const shopper = await shop.shopper()
    await shopper.api(updateCart, { body: { cartItems: { [bowl]: 2 } } })
    const answer = await shopper.send({ method: 'POST', url: '/api/cart/update', payload: { cartItems: wrong(bowl) } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
    expect((await shopper.api(isAuth)).user.cartItems).toEqual({ [bowl]: 2 })
  })

  it('ignores a userId in the body', async () => {
    const bowl = await shop.product()
    const [owner, other] = [await shop.shopper(), await shop.shopper()]
    await other.send({
      method: 'POST',
      url: '/api/cart/update',
      payload: { userId: owner.user._id, cartItems: { [bowl]: 5 } },
    })
    expect((await owner.api(isAuth)).user.cartItems).toEqual({})
    expect((await other.api(isAuth)).user.cartItems).toEqual({ [bowl]: 5 })
  })
})

describe('lines that want more than there is', () => {
  const shortOf = async (lines: string) => (await shop.browser().api(findShortLines, { query: { lines } })).short

  it('are told with what is left, many pieces or few; others are not', async () => {
    const [few, many, enough, uncounted] = [
      await shop.product({ stock: 4 }),
      await shop.product({ stock: 70 }),
      await shop.product({ stock: 12 }),
      await shop.product(),
    ]
    const lines = [`${few}:6`, `${many}:71`, `${enough}:12`, `${uncounted}:999`, 'unknown:3'].join(',')
    expect((await shortOf(lines)).toSorted((a, b) => a.available - b.available)).toEqual([
      { product: few, available: 4 },
      { product: many, available: 70 },
    ])
  })

  it('are none of those that are off or archived', async () => {
    const off = await shop.product({ stock: 4, inStock: false })
    const archived = await shop.product({ stock: 4 })
    await shop.db.updateTable('products').set({ archived: 1 }).where('id', '=', archived).execute()
    expect(await shortOf(`${off}:9,${archived}:9`)).toEqual([])
  })

  it.each(['a', 'a:0', 'a:1.5', 'a:1000', '__proto__:3', Array.from({ length: 101 }, (_, at) => `p${at}:1`).join(',')])(
    'are not looked for in %j',
    async (lines) => {
      const url = `/api/cart/short?${new URLSearchParams({ lines })}`
      const answer = await shop.request({ method: 'GET', url })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toHaveProperty('lines')
    },
  )
})

describe("a visitor's cart", () => {
  it('is kept in cookies that the server sets, and told again to the browser that has them', async () => {
    const cartItems = { [await shop.product()]: 3 }
    const browser = shop.browser()
    await browser.api(keepVisitorCart, { body: { cartItems } })
    expect((await browser.api(findVisitorCart)).cartItems).toEqual(cartItems)
    expect((await shop.browser().api(findVisitorCart)).cartItems).toEqual({})
    await browser.api(keepVisitorCart, { body: { cartItems: {} } })
    expect((await browser.api(findVisitorCart)).cartItems).toEqual({})
  })

  it('is in no answer that is kept, and no kept answer sets a cookie', async () => {
    const cartItems = { [await shop.product()]: 3 }
    const kept = await shop.app.inject({ method: 'POST', url: '/api/cart/visitor', payload: { cartItems } })
    const cookie = [kept.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const told = await shop.app.inject({ url: '/api/cart/visitor', headers: { cookie } })
    expect(told.json().cartItems).toEqual(cartItems)
    for (const answer of [kept, told]) expect(answer.headers['cache-control']).toBe('no-store')
    const list = await shop.app.inject({ url: '/api/product/list?limit=1', headers: { cookie } })
    expect(list.headers['set-cookie']).toBeUndefined()
  })

  it('is refused from another site', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const payload = { cartItems: {} }
    const answer = await shop.app.inject({ method: 'POST', url: '/api/cart/visitor', headers, payload })
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})
