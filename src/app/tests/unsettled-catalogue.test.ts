import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageHandler } from '#app/pages/render-page.ts'
import { listCategories, listProducts } from '#features/catalog/catalog.contract.ts'
import { createApi } from '#shared/api-client.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
/** What happens between the page's reads. */
let meanwhile: () => Promise<unknown>
let loaded = 0

/** Says how many products are in stock by the list, and by the counts, which are read later. */
const page: PageHandler = async (_, { fetchApi, readHere, visit }) => {
  const api = createApi(fetchApi, readHere)
  loaded += 1
  const [{ products }, all] = await Promise.all([
    api(listProducts, { query: { inStock: '1', limit: '100' } }),
    api(listProducts),
  ])
  await meanwhile()
  const { categories } = await api(listCategories)
  if (!(await visit.isOneState())) return new Response(null)
  const counted = categories.reduce((sum, { count }) => sum + count, 0)
  const marked = all.products.filter(({ inStock }) => inStock).length
  return Response.json({ listed: products.length, counted, marked }, { headers: { 'content-type': 'text/html' } })
}

let ids: string[]
beforeAll(async () => {
  shop = await testShop({}, { pages: page })
  ids = await Promise.all(Array.from({ length: 5 }, () => shop.product()))
})
afterAll(() => shop.close())

let turn = 0
/** Takes a product out of stock, or brings it back. */
async function change() {
  turn += 1
  const id = ids[turn % ids.length] ?? ''
  const inStock = shop.db.selectFrom('products').select('in_stock').where('id', '=', id)
  const { in_stock } = await inStock.executeTakeFirstOrThrow()
  await shop.db
    .updateTable('products')
    .set({ in_stock: 1 - in_stock })
    .where('id', '=', id)
    .execute()
}

const look = async (headers: Record<string, string> = {}) => {
  const { statusCode, body } = await shop.request({ method: 'GET', url: '/', headers })
  expect(statusCode).toBe(200)
  const { listed, counted, marked } = JSON.parse(body)
  expect({ counted, marked }).toEqual({ counted: listed, marked: listed })
  return listed
}

describe('a catalogue that changes without a pause', () => {
  it.each([
    ['a visitor', {}],
    ['somebody who is known', { cookie: 'haat-cart-form=x~1' }],
  ])('is shown to %s at the second try, in one state', async (_, headers) => {
    meanwhile = change
    const before = loaded
    await look(headers)
    expect(loaded - before).toBe(2)
    await look(headers)
  })

  it('is shown while somebody writes all the time, and after it as it is then', async () => {
    meanwhile = () => setImmediate()
    let isOver = false
    const writer = (async () => {
      while (!isOver) {
        await change()
        // The embedded database is done at once: others get their turn.
        await setImmediate()
      }
    })()
    const seen = new Set<number>()
    for (let count = 0; count < 60; count++) seen.add(await look(count % 2 === 0 ? {} : { cookie: 'haat-x=1' }))
    isOver = true
    await writer
    // By then a visitor's page is no longer one of the last second.
    await setTimeout(1000)
    expect(seen.size).toBeGreaterThan(1)
    const rows = await shop.db.selectFrom('products').select('id').where('in_stock', '=', 1).execute()
    expect(await look()).toBe(rows.length)
  })
})
