import { afterEach, describe, expect, it } from 'vitest'
import { passwordChangedMail } from '#features/account/server/account.mails.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { transact } from '#kernel/background.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
afterEach(() => shop.close())

const token = 'a token for Prometheus'
const ask = (authorization?: string) =>
  shop.request({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

/** name{labels} -> value, for the metrics of one name. */
async function read(name: string) {
  const answer = await ask(`Bearer ${token}`)
  expect(answer.statusCode).toBe(200)
  const lines = answer.body.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('/metrics', () => {
  it('is 404 without METRICS_TOKEN, whatever is sent', async () => {
    shop = await testShop()
    for (const authorization of [undefined, 'Bearer ', 'Bearer undefined'])
      expect((await ask(authorization)).statusCode).toBe(404)
  })

  it('is 404 like an address that is not there, unless the bearer has the token', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    const missing = await shop.request({ method: 'GET', url: '/api/nothing' })
    for (const authorization of [undefined, token, `Bearer ${token} `, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
      const answer = await ask(authorization)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ ...missing.json(), requestId: expect.any(String) })
    }
    const answer = await ask(`Bearer ${token}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.body).toContain('process_resident_memory_bytes')
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(answer.body).toMatch(/haat_build_info\{version="\d+\.\d+\.\d+"\} 1/)
  })

  it('counts requests by method, pattern and class of status, never by id or search', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    for (const id of ['first', 'second']) await shop.request({ method: 'GET', url: `/api/product/${id}?q=private` })
    await shop.request({ method: 'GET', url: '/api/product/list' })
    await shop.request({ method: 'GET', url: '/api/no/such/address' })
    expect(await read('http_request_duration_seconds_count')).toEqual({
      'http_request_duration_seconds_count{method="GET",route="/api/product/:id",status="4xx"}': 2,
      'http_request_duration_seconds_count{method="GET",route="/api/product/list",status="2xx"}': 1,
      'http_request_duration_seconds_count{method="GET",route="/api/*",status="4xx"}': 1,
    })
  })

  it('counts an order once, however often its call is repeated', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    const shopper = await shop.shopper()
    const body = { items: [{ product: await shop.product(), quantity: 1 }], address: shopper.address._id }
    const headers = { 'idempotency-key': 'one' }
    await shopper.api(placeCodOrder, { body, headers })
    await shopper.api(placeCodOrder, { body, headers })
    expect(await read('haat_orders_placed_total')).toEqual({ 'haat_orders_placed_total{payment_type="COD"}': 1 })
  })

  it('tells how many mails wait and for how long', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    const now = new Date('2026-01-31T10:00:00Z')
    shop.setClock(now)
    expect(await read('haat_outbox_')).toEqual({
      haat_outbox_unsent: 0,
      haat_outbox_oldest_unsent_seconds: 0,
      haat_outbox_given_up: 0,
      haat_outbox_held: 0,
    })
    const mail = passwordChangedMail.of({ role: 'user' })
    for (const minutes of [3, 9])
      await transact(shop.deps, (tx) =>
        queueMail(tx, { to: 'a@example.com' }, mail, new Date(now.getTime() - minutes * MINUTE_MS)),
      )
    expect(await read('haat_outbox_')).toMatchObject({ haat_outbox_unsent: 2, haat_outbox_oldest_unsent_seconds: 540 })
  })

  it('goes on answering while the database does not, and says so', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    expect(await read('haat_database_up')).toEqual({ haat_database_up: 1 })
    await shop.db.schema.dropTable('outbox').execute()
    expect(await read('haat_database_up')).toEqual({ haat_database_up: 0 })
    expect(await read('haat_outbox_unsent')).toEqual({})
  })

  it('answers after a second while the database hangs, and tells how many requests wait', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    const shopper = await shop.shopper()
    let crowd: Promise<unknown>[] = []
    const hanging = shop.db.transaction().execute(async (tx) => {
      // Whoever wants these waits for the end of this transaction, on either engine.
      for (const table of ['addresses', 'outbox']) await tx.schema.dropTable(table).execute()
      crowd = Array.from({ length: 20 }, () => shopper.send({ method: 'GET', url: '/api/address/get' }))
      const begin = performance.now()
      expect(await read('haat_database_')).toEqual({ haat_database_up: 0 })
      expect(performance.now() - begin).toBeGreaterThan(900)
      expect(await read('haat_outbox_')).toEqual({})
      expect(await read('haat_requests_open')).toEqual({ haat_requests_open: 21 })
      throw new Error('taken back')
    })
    await expect(hanging).rejects.toThrow('taken back')
    await Promise.all(crowd)
    expect(await read('haat_database_up')).toEqual({ haat_database_up: 1 })
    expect(await read('haat_outbox_unsent')).toEqual({ haat_outbox_unsent: expect.any(Number) })
    expect(await read('haat_requests_open')).toEqual({ haat_requests_open: 1 })
  })

  it('counts the files of pictures', async () => {
    shop = await testShop({ METRICS_TOKEN: token })
    await shop.deps.storage.put('product-00/480.webp', Buffer.from('a picture'))
    await expect(shop.deps.storage.put('product-00/480.webp/below-a-file.webp', Buffer.from(''))).rejects.toThrow()
    expect(await read('haat_pictures_stored_total')).toEqual({
      'haat_pictures_stored_total{result="stored"}': 1,
      'haat_pictures_stored_total{result="failed"}': 1,
    })
  })
})
