import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { anyAddress, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
/** What happens between the look at the session and the handler. */
let meanwhile: (() => Promise<unknown>) | undefined

const addRoutes = (app: FastifyInstance) => {
  app.addHook('preValidation', async () => {
    const happens = meanwhile
    meanwhile = undefined
    await happens?.()
  })
}

beforeAll(async () => {
  shop = await testShop(sellerSettings, { addRoutes })
})
afterAll(() => shop.close())
afterEach(() => {
  meanwhile = undefined
})

const password = 'a good password'
/** What a shopper's calls need to get as far as the database. */
const bodies: Record<string, object> = {
  'PATCH /api/user/profile': { name: 'Ananya', email: 'other@example.com', currentPassword: password },
  'POST /api/user/password': { currentPassword: password, newPassword: 'a better password' },
  'POST /api/user/delete': { currentPassword: password },
  'POST /api/address/add': { ...anyAddress, isDefault: true },
  'PATCH /api/address/:id': { city: 'Mysuru' },
}

const deleteAccount = async (shopperId: string) => {
  await shop.db.deleteFrom('sessions').where('account_id', '=', shopperId).execute()
  await shop.db.deleteFrom('users').where('id', '=', shopperId).execute()
}

async function ask(route: string, shopper: Awaited<ReturnType<TestShop['shopper']>>, happens: () => Promise<unknown>) {
  const [method, path = ''] = route.split(' ')
  const product = await shop.product()
  const items = [{ product, quantity: 1 }]
  const payload =
    bodies[route] ??
    (/order\/(cod|stripe)$/.test(path) ? { items, address: shopper.address._id } : { cartItems: { [product]: 1 } })
  const url = path.replace(':id', path.startsWith('/api/address') ? shopper.address._id : newId())
  meanwhile = happens
  return shopper.send({ method: method as 'GET', url, ...(method === 'GET' ? {} : { payload }) })
}

const routesOf = (access: 'user' | 'seller') =>
  shop.app.endpoints.filter((endpoint) => endpoint.access === access).map(({ method, path }) => `${method} ${path}`)

/** Who has ordered nothing is refused before the body is read, whatever becomes of the account. */
const refusedBefore: Record<string, number> = { 'POST /api/return': 404 }

describe('an account that ends while a body arrives', () => {
  it('gets 401 from every endpoint for shoppers', async () => {
    const answers: Record<string, number> = {}
    for (const route of routesOf('user')) {
      const shopper = await shop.shopper()
      const answer = await ask(route, shopper, async () => {
        await deleteAccount(shopper.user._id)
        await setTimeout(60)
      })
      answers[route] = answer.statusCode
    }
    expect(Object.keys(answers).length).toBeGreaterThan(15)
    expect(answers).toEqual(
      Object.fromEntries(Object.keys(answers).map((route) => [route, refusedBefore[route] ?? 401])),
    )
  })

  it('gets 401 from every endpoint for sellers, when the session ends', async () => {
    const answers: Record<string, number> = {}
    for (const route of routesOf('seller')) {
      const seller = await shop.seller()
      const [method, path = ''] = route.split(' ')
      meanwhile = async () => {
        await shop.db.deleteFrom('sessions').where('role', '=', 'seller').execute()
        await setTimeout(60)
      }
      const given = method === 'GET' ? {} : { payload: {} }
      const url = path.replace(':id', newId())
      answers[route] = (await seller.send({ method: method as 'GET', url, ...given })).statusCode
    }
    expect(Object.keys(answers).length).toBeGreaterThan(20)
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((route) => [route, 401])))
  })

  it('adds no product by an upload that ends after the session', async () => {
    const seller = await shop.seller()
    const product = { name: 'Late bowl', category: 'Pottery-Ceramics', price: 20, offerPrice: 10, description: [] }
    const begin = '--line\r\ncontent-disposition: form-data; name="productData"\r\n\r\n'
    async function* slowly() {
      yield begin
      await shop.db.deleteFrom('sessions').where('role', '=', 'seller').execute()
      await setTimeout(60)
      yield `${JSON.stringify(product)}\r\n--line--\r\n`
    }
    // Else the form counts as one without a body, which is refused before it has come.
    const headers = { 'content-type': 'multipart/form-data; boundary=line', 'transfer-encoding': 'chunked' }
    const payload = Readable.from(slowly())
    const answer = await seller.send({ method: 'POST', url: '/api/product/add', headers, payload })
    expect(answer.statusCode).toBe(401)
    const added = await shop.db.selectFrom('products').select('id').where('name', '=', product.name).execute()
    expect(added).toEqual([])
  })

  it('never gets 500, nor anything done, in the very moment before the handler', async () => {
    for (const route of routesOf('user')) {
      const shopper = await shop.shopper()
      const answer = await ask(route, shopper, () => deleteAccount(shopper.user._id))
      const isRead = route.startsWith('GET')
      expect({ route, status: answer.statusCode }).toEqual({
        route,
        status: isRead && answer.statusCode === 200 ? 200 : (refusedBefore[route] ?? 401),
      })
    }
  })
})
