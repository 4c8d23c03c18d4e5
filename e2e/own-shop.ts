import type { APIRequestContext } from '@playwright/test'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { seller } from './seller.ts'
import { expect, test } from './shop-test.ts'

/** A shop for the tests of one file, with the demo catalogue: what they add would stand among the products of others. It is there in each test. */
export function ownShop(settings: Record<string, string> = {}) {
  const shop = { origin: '', dataDir: '' }
  test.beforeAll(async () => {
    const started = await startProcess({ DEMO: 'catalogue', ...settings })
    await until(started, () => isReady(started))
    shop.origin = started.origin
    shop.dataDir = started.dataDir
  })
  test.afterAll(undoAll)

  async function asSeller(request: APIRequestContext) {
    const { origin } = shop
    const login = await request.post(`${origin}/api/seller/login`, { data: seller, headers: { origin } })
    expect(login.status(), await login.text()).toBe(200)
  }
  /** Who is logged in as the seller adds a product; gives its id. */
  async function addProduct(request: APIRequestContext, productData: object): Promise<string> {
    const { origin } = shop
    const multipart = { productData: JSON.stringify(productData) }
    const answer = await request.post(`${origin}/api/product/add`, { multipart, headers: { origin } })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).product._id
  }
  return Object.assign(shop, { asSeller, addProduct })
}
