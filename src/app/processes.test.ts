import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { ask, cookieJar, isReady, startProxy } from '#testing/http.ts'
import { isBuilt, startProcess } from '#testing/processes.ts'
import { START_DEADLINE_MS, until } from '#testing/program.ts'
import { anyAddress, freshPostgres, onPostgres } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'

const seller = { email: 'seller@example.com', password: 'sell everything' }
const PIECES = 25
const BUYERS = 10
const ORDERS = 6

describe.runIf(onPostgres && isBuilt)('two processes behind a proxy that takes turns', () => {
  let database: Awaited<ReturnType<typeof freshPostgres>> & { db: Db }
  let origins: string[]
  let proxy: string
  beforeAll(async () => {
    const fresh = await freshPostgres()
    database = { ...fresh, db: openDatabase(fresh.href) }
    const settings = {
      ...{ DATABASE_URL: database.href, DEMO: 'catalogue', TRUST_PROXY: '127.0.0.1' },
      ...{ SELLER_EMAIL: seller.email, SELLER_PASSWORD: seller.password },
    }
    // Both find the database empty.
    const both = await Promise.all([startProcess(settings), startProcess(settings)])
    for (const one of both) await until(one, () => isReady(one))
    origins = both.map(({ origin }) => origin)
    proxy = await startProxy(origins)
  }, START_DEADLINE_MS)
  afterAll(async () => {
    await undoAll()
    await database.db.destroy()
    await database.drop()
  })

  const anyProducts = async () => JSON.parse((await ask(proxy, '/api/product/list?inStock=1&limit=10')).body).products
  async function newShopper(name: string) {
    const browser = cookieJar(proxy)
    const body = { name, email: `${name}@example.com`, password: 'a good password' }
    expect((await browser('/api/user/register', { method: 'POST', body })).status).toBe(200)
    const { address } = await browser('/api/address/add', { method: 'POST', body: anyAddress })
    return { browser, address: address._id }
  }
  async function loggedInSeller() {
    const browser = cookieJar(proxy)
    expect((await browser('/api/seller/login', { method: 'POST', body: seller })).status).toBe(200)
    return browser
  }

  it('were filled once, though both began at the same moment', async () => {
    const { products } = JSON.parse((await ask(proxy, '/api/product/list')).body)
    expect(new Set(products.map(({ name }: { name: string }) => name)).size).toBe(products.length)
  })

  it('keep one session, cart and order between them', async () => {
    const { browser, address } = await newShopper('meera')
    const [product] = await anyProducts()
    // Twice each: once through either.
    await browser('/api/cart/update', { method: 'POST', body: { cartItems: { [product._id]: 2 } } })
    for (const _ of origins) expect((await browser('/api/user/is-auth')).user.cartItems).toEqual({ [product._id]: 2 })
    const order = { items: [{ product: product._id, quantity: 2 }], address }
    const { orderId } = await browser('/api/order/cod', { method: 'POST', body: order })
    // The same order again through the other one is the same order.
    expect((await browser('/api/order/cod', { method: 'POST', body: order })).orderId).toBe(orderId)
    for (const _ of origins) {
      const { orders } = await browser('/api/order/user')
      expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual([orderId])
      expect((await browser('/api/user/is-auth')).user.cartItems).toEqual({})
    }
    await browser('/api/user/logout', { method: 'POST' })
    for (const _ of origins) expect((await browser('/api/user/is-auth')).status).toBe(401)
  })

  it('show what a seller changes through either within a second, in lists and in pages', async () => {
    const browser = await loggedInSeller()
    const [{ _id: id, name, category }] = await anyProducts()
    const page = `/products/${category.toLowerCase()}/${id}`
    for (const inStock of [false, true, false, true]) {
      for (const origin of origins) for (const path of ['/api/product/list', page]) await ask(origin, path)
      await browser('/api/product/stock', { method: 'POST', body: { id, inStock } })
      await setTimeout(1000)
      for (const origin of origins) {
        const { products } = JSON.parse((await ask(origin, '/api/product/list')).body)
        const shown = products.find((product: { _id: string }) => product._id === id)
        expect({ name: shown.name, inStock: shown.inStock }).toEqual({ name, inStock })
        expect(/Out of stock for now/.test((await ask(origin, page)).body)).toBe(!inStock)
      }
    }
  })

  it('sell no piece twice, however many want it through both', async () => {
    const [{ _id: id }] = await anyProducts()
    await database.db.updateTable('products').set({ stock: PIECES }).where('id', '=', id).execute()
    const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => newShopper(`buyer${at}`)))
    const answers = await Promise.all(
      buyers.flatMap(({ browser, address }, buyer) =>
        Array.from({ length: ORDERS }, (_, at) => {
          const body = { items: [{ product: id, quantity: 1 }], address }
          const headers = { 'idempotency-key': `${buyer} ${at}` }
          return browser('/api/order/cod', { method: 'POST', body, headers })
        }),
      ),
    )
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    expect({ sold: count(200), refused: count(409) }).toEqual({ sold: PIECES, refused: BUYERS * ORDERS - PIECES })
    const left = database.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', id)
    expect(await left.executeTakeFirst()).toEqual({ stock: 0, in_stock: 0 })
  })
})
