import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { listAudit } from '#features/audit/audit.contract.ts'
import { listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { listAllOrders } from '#features/orders/orders.contract.ts'
import { importProducts } from '#features/products/product-imports.contract.ts'
import { setStock } from '#features/products/seller-products.contract.ts'
import { whenAtRest } from '#features/products/testing/imports.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import type { Right } from '#shared/rights.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { endKey, listKeys, makeKey, resumeKey } from '../keys.contract.ts'

const START = new Date('2026-11-23T09:00:00Z')

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
beforeEach(() => begin())
afterEach(() => shop.close())

async function begin(settings: Record<string, string> = {}) {
  shop = await testShop({ ...sellerSettings, ...settings }, { processes: 2 })
  shop.setClock(START)
  office = await shop.seller()
  await prove()
}
const prove = () => office.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })
const make = (rights: Exclude<Right, 'team'>[], more: { name?: string; until?: string } = {}) =>
  office.api(makeKey, { body: { name: 'Accounting', rights, ...more } })

/** A program sends its key alone: no cookie, no Origin. */
const call = (key: string, options: { method?: 'GET' | 'POST' | 'PATCH'; url?: string; payload?: object } = {}) =>
  shop.request({
    ...{ method: 'GET', url: listAllOrders.path, headers: { authorization: `Bearer ${key}` } },
    ...options,
  })
/** Of one call in each process. */
const statuses = async (key: string, url?: string) => [
  (await call(key, url ? { url } : {})).statusCode,
  (await call(key, url ? { url } : {})).statusCode,
]

describe('a key', () => {
  it('is shown once, kept as a hash, and opens the calls of its rights', async () => {
    const { key, message } = await make(['orders'])
    expect(message).toBe('The key Accounting is made')
    expect(key).toMatch(/^hk_[\w-]{32}$/)
    expect(await statuses(key)).toEqual([200, 200])
    expect((await call(key, { url: '/api/payout' })).json()).toMatchObject({ code: 'NO_RIGHT', rights: ['money'] })
    expect(JSON.stringify(await shop.db.selectFrom('api_keys').selectAll().execute())).not.toContain(key.slice(3))
    const { keys } = await office.api(listKeys)
    expect(keys).toMatchObject([
      { name: 'Accounting', rights: ['orders'], madeBy: sellerSettings.SELLER_EMAIL, until: null, state: 'works' },
    ])
    expect(keys[0]?.lastUsedAt).toEqual(START)
  })

  it('takes the place of a login: a cookie beside it opens nothing more', async () => {
    const { key } = await make(['orders'])
    const answer = await office.send({ method: 'GET', url: listKeys.path, headers: { authorization: `Bearer ${key}` } })
    expect(answer.json()).toMatchObject({
      ...{ code: 'NOT_FOR_KEYS', message: 'No API key may do this: a person must log in for it' },
    })
  })

  it('is no shopper: it orders nothing', async () => {
    const { key } = await make(['catalogue', 'orders', 'producers', 'money'])
    const answer = await call(key, { method: 'POST', url: '/api/order/cod', payload: {} })
    expect(answer.json()).toMatchObject({ code: 'NOT_LOGGED_IN' })
  })

  it.each([
    ['is never given the right team', { rights: ['team'] }],
    ['has a right', { rights: [] }],
    ['has a name', { name: ' ' }],
    ['ends today or later', { until: '2026-11-22' }],
    ['ends on a day', { until: '2026-02-31' }],
  ])('%s', async (_, wrong) => {
    const payload = { name: 'Accounting', rights: ['orders'], ...wrong }
    const { code, fields } = (await office.send({ method: 'POST', url: makeKey.path, payload })).json()
    expect(code).toBe('BAD_INPUT')
    expect(Object.keys(fields)[0]).toMatch(new RegExp(`^${Object.keys(wrong)[0]}`))
  })

  it('is named in the activity by what it does', async () => {
    const product = await shop.product()
    const { key, _id } = await make(['catalogue'])
    const payload = { id: product, inStock: false }
    expect((await call(key, { method: 'POST', url: setStock.path, payload })).statusCode).toBe(200)
    const { entries } = await office.api(listAudit)
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'product.stock', who: { kind: 'key', name: 'Accounting' } },
      {
        action: 'key.made',
        who: { kind: 'person' },
        subject: _id,
        changes: [{ field: 'Rights', old: '', new: 'catalogue' }],
      },
    ])
  })

  it('closes no return by a transfer, which a person answers for', async () => {
    const { key } = await make(['orders'])
    const payload = { to: 'closed', method: 'upi', reference: 'UPI 1' }
    const answer = await call(key, { method: 'PATCH', url: `/api/return/${newId()}`, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'NOT_FOR_KEYS'])
  })

  it('is named by what it has begun and the shop has finished', async () => {
    const { key } = await make(['catalogue'])
    const csv = 'name,category,price,offerPrice,description\nBrass Lamp,Wood-Furniture,500,450,Cast by hand\n'
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
    const begun = await shop.request({ method: 'POST', url: importProducts.path, headers, payload: csv })
    expect(begun.statusCode, begun.body).toBe(202)
    expect(await whenAtRest(office, begun.json().import._id)).toMatchObject({ state: 'done', added: 1 })
    const { entries } = await office.api(listAudit)
    const done = entries.find(({ action }) => action === 'product.imported')
    expect(done).toMatchObject({ who: { kind: 'key', name: 'Accounting' }, summary: expect.stringContaining('Import') })
  })
})

describe('a key that', () => {
  const refused = { code: 'KEY_NOT_VALID' }

  it('nobody made, or that another scheme brings, opens nothing', async () => {
    for (const key of ['hk_', 'hk_0123456789abcdef0123456789abcdef', `hk_${'x'.repeat(5000)}`])
      expect((await call(key)).json()).toMatchObject(refused)
    expect((await call('sk_0123456789')).json()).toMatchObject({ code: 'NOT_LOGGED_IN' })
  })

  it('was ended opens nothing at the next request in every process', async () => {
    const { key, _id } = await make(['orders'])
    expect(await statuses(key)).toEqual([200, 200])
    const { message } = await office.api(endKey, { params: { id: _id } })
    expect(message).toBe('The key Accounting is ended')
    expect(await statuses(key)).toEqual([401, 401])
    expect((await call(key)).json()).toMatchObject(refused)
    await expect(office.api(endKey, { params: { id: _id } })).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
    expect((await office.api(listKeys)).keys).toEqual([])
  })

  it('has less rights now opens less at the next request in every process', async () => {
    const { key, _id } = await make(['orders', 'money'])
    expect(await statuses(key, '/api/payout')).toEqual([200, 200])
    await shop.db.updateTable('api_keys').set({ rights: 'orders' }).where('id', '=', _id).execute()
    expect(await statuses(key, '/api/payout')).toEqual([403, 403])
    expect(await statuses(key)).toEqual([200, 200])
  })

  it('has a last day works on it, and not after it', async () => {
    const until = indianDay(START, 1)
    const { key } = await make(['orders'], { until })
    shop.setClock(new Date('2026-11-24T18:29:59Z'))
    expect(await statuses(key)).toEqual([200, 200])
    shop.setClock(new Date('2026-11-24T18:30:00Z'))
    expect((await call(key)).json()).toMatchObject(refused)
    shop.setClock(START)
    expect((await office.api(listKeys)).keys).toMatchObject([{ until, state: 'works' }])
  })

  it('a restore brings back is paused until a person lets it work again', async () => {
    const { key, _id } = await make(['orders'])
    await markRestored(shop.db, START)
    expect((await call(key)).json()).toMatchObject(refused)
    office = await shop.seller()
    await prove()
    expect((await office.api(listKeys)).keys).toMatchObject([{ state: 'paused' }])
    await office.api(resumeKey, { params: { id: _id } })
    expect(await statuses(key)).toEqual([200, 200])
  })
})

it('keys are made and ended within ten minutes of the password alone', async () => {
  const { _id } = await make(['orders'])
  shop.setClock(new Date(START.getTime() + 11 * MINUTE_MS))
  for (const act of [() => make(['orders']), () => office.api(endKey, { params: { id: _id } })])
    await expect(act()).rejects.toMatchObject({ status: 401, code: 'ASK_AGAIN' })
})

it('a key that is in use is written down as used every ten minutes at most', async () => {
  const { key } = await make(['orders'])
  await call(key)
  shop.setClock(new Date(START.getTime() + 9 * MINUTE_MS))
  await call(key)
  expect((await office.api(listKeys)).keys[0]?.lastUsedAt).toEqual(START)
  const later = new Date(START.getTime() + 11 * MINUTE_MS)
  shop.setClock(later)
  await call(key)
  expect((await office.api(listKeys)).keys[0]?.lastUsedAt).toEqual(later)
})

describe('the rate of calls', () => {
  beforeEach(async () => {
    await shop.close()
    await begin({ RATE_LIMIT: 'on' })
  })

  it('is each key’s own', async () => {
    const [busy, calm] = [await make(['orders']), await make(['orders'])]
    const url = '/api/payout'
    for (let count = 0; count < 600; count += 1)
      await shop.app.inject({ url, headers: { authorization: `Bearer ${busy.key}` } })
    const of = (key: string) => shop.app.inject({ url, headers: { authorization: `Bearer ${key}` } })
    expect((await of(busy.key)).statusCode).toBe(429)
    expect((await of(calm.key)).statusCode).toBe(403)
  })

  it('of wrong keys is that of wrong logins', async () => {
    const { key } = await make(['orders'])
    const wrong = () =>
      shop.app.inject({ url: listMoneyProblems.path, headers: { authorization: `Bearer hk_${newId()}` } })
    for (let count = 0; count < 100; count += 1) expect((await wrong()).statusCode).toBe(401)
    expect((await wrong()).statusCode).toBe(429)
    expect((await call(key)).statusCode).toBe(200)
  })
})

it('a key that ends while its call’s body arrives changes nothing', async () => {
  await shop.close()
  let meanwhile = async () => {}
  shop = await testShop(sellerSettings, {
    addRoutes: (app) => {
      app.addHook('preValidation', () => meanwhile())
    },
  })
  office = await shop.seller()
  await prove()
  const product = await shop.product()
  const { key, _id } = await make(['catalogue'], { until: indianDay(new Date(Date.now() + DAY_MS)) })
  meanwhile = async () => {
    meanwhile = async () => {}
    await shop.db.deleteFrom('api_keys').where('id', '=', _id).execute()
    await new Promise((done) => setTimeout(done, 60))
  }
  const answer = await call(key, { method: 'POST', url: setStock.path, payload: { id: product, inStock: false } })
  expect(answer.json()).toMatchObject({ code: 'KEY_NOT_VALID' })
})
