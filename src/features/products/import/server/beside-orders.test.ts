import { setTimeout } from 'node:timers/promises'
import { type CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenToStatements } from '#kernel/db/database.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getImport } from '../../product-imports.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

async function startImport(text: string) {
  const headers = { 'content-type': 'text/csv' }
  const answer = await seller.send({ method: 'POST', url: '/api/product/import', headers, payload: text })
  expect(answer.statusCode).toBe(202)
  const { _id: id } = answer.json().import
  return () =>
    vi.waitFor(
      async () => {
        const { import: found } = await seller.api(getImport, { params: { id } })
        expect(['done', 'refused', 'failed']).toContain(found.state)
        return found
      },
      { timeout: 60_000, interval: 20 },
    )
}

const prices = (ids: readonly string[], price: number) =>
  ['id,name,category,price,offerPrice', ...ids.map((id) => `${id},Bowl,Pottery-Ceramics,${price},${price}`)].join('\n')
const stockOf = async (id: string) =>
  (await shop.db.selectFrom('products').select(['stock', 'in_stock']).where('id', '=', id).executeTakeFirst()) ?? {}

describe('an import beside orders', () => {
  it('gives no sold piece back, and refuses nobody', async () => {
    const STOCK = 1000
    const ids = await Promise.all(Array.from({ length: 60 }, () => shop.product({ stock: STOCK })))
    const sold = new Map<string, number>()
    let isOver = false
    const buyers = (await Promise.all([shop.shopper(), shop.shopper()])).map(async (shopper, own) => {
      for (let at = own; !isOver; at += 2) {
        const bought = [ids[at % 60] ?? '', ids[(at + 7) % 60] ?? '']
        const items = bought.map((product) => ({ product, quantity: 1 }))
        const payload = { items, address: shopper.address._id }
        const headers = { 'idempotency-key': String(at) }
        const answer = await shopper.send({ method: 'POST', url: '/api/order/cod', headers, payload })
        // An account's own limit ends its buying, and nothing else may.
        if (answer.json().code !== undefined && answer.statusCode !== 503) break
        expect(answer.statusCode).toBe(200)
        for (const id of bought) sold.set(id, (sold.get(id) ?? 0) + 1)
        await setTimeout(1)
      }
    })
    for (const price of [20, 30, 40])
      expect(await (await startImport(prices(ids, price)))()).toMatchObject({ changed: 60 })
    isOver = true
    await Promise.all(buyers)
    expect(sold.size).toBeGreaterThan(0)
    for (const id of ids) expect(await stockOf(id)).toEqual({ stock: STOCK - (sold.get(id) ?? 0), in_stock: 1 })
  })

  it('changes a few products at a time: others wait for no more than that', async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, () => shop.product({ stock: 5 })))
    const sent: CompiledQuery[] = []
    const stop = listenToStatements(shop.db, (statement) => void sent.push(statement))
    const fresh = Array.from({ length: 30 }, (_, at) => `,New ${at},Food-Spices,2,1`).join('\n')
    expect(await (await startImport(`${prices(ids, 20)}\n${fresh}`))()).toMatchObject({ added: 30, changed: 120 })
    stop()
    const writes = sent.filter(({ sql: text }) => /^(begin|commit|update "products"|insert into "products")/.test(text))
    const sizes = writes.map(({ sql: text, parameters }) => {
      if (!text.includes('products')) return text
      const json = parameters.find((value) => typeof value === 'string' && value.startsWith('['))
      return JSON.parse(String(json)).length
    })
    // Between begin and commit one part stands, once for the new products, where there are any, and once for all.
    const parts = sizes
      .join(' ')
      .split('commit')
      .map((part) => part.match(/\d+/g) ?? [])
      .filter((part) => part.length > 0)
    expect(parts).toEqual([['50'], ['50'], ['30', '50']])
  })
})

// The embedded database has one connection: there nobody can be in the middle of an order while an import writes.
describe.runIf(onPostgres)('an import beside an order that is not over', () => {
  /** Until somebody waits for a lock. */
  const isWaitedFor = () =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
        expect(rows[0]?.count).toBeGreaterThan(0)
      },
      { timeout: 20_000 },
    )

  it('keeps what it sells', async () => {
    const id = await shop.product({ stock: 5 })
    const ended = await shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('products').set({ stock: 3 }).where('id', '=', id).execute()
      const started = await startImport(prices([id], 20))
      await isWaitedFor()
      return started
    })
    expect(await ended()).toMatchObject({ state: 'done', changed: 1 })
    expect(await stockOf(id)).toEqual({ stock: 3, in_stock: 1 })
  })

  it('lets it take the last piece, while it waits for that product and has others', async () => {
    const ids = [await shop.product({ stock: 5 }), await shop.product({ stock: 1 }), await shop.product({ stock: 5 })]
    const [, last = ''] = ids
    const ended = await shop.db.transaction().execute(async (tx) => {
      await tx.selectFrom('products').select('id').where('id', '=', last).forUpdate().execute()
      const started = await startImport(prices(ids, 20))
      await isWaitedFor()
      // What visitors see changes: the version of the catalogue is counted up.
      await tx.updateTable('products').set({ stock: 0, in_stock: 0 }).where('id', '=', last).execute()
      return started
    })
    expect(await ended()).toMatchObject({ state: 'done', changed: 3 })
    expect(await stockOf(last)).toEqual({ stock: 0, in_stock: 0 })
  })
})
