import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { getShopHealth } from '#features/health/health.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { order } from '#features/orders/testing/order.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import type { Outcome } from '#kernel/outgoing/post-message.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  resumeWebhook,
  sendAgain,
} from '../webhooks.contract.ts'
import type { WebhookKind } from '../webhooks.kinds.ts'
import { queueMessages } from './queue-messages.ts'
import { forgetMessages, listDue, MOST_GIVEN_UP, sendJob, sendTo } from './send-messages.ts'

const START = new Date('2026-11-23T09:00:00Z')
const url = 'https://books.example/haat'

interface Got {
  url: string
  headers: Record<string, string>
  body: string
}

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let got: Got[]
let answer: (got: Got) => Outcome | Promise<Outcome>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(START)
  got = []
  answer = () => ({ answer: 200, problem: null })
  shop.deps.postMessage = async (url, headers, body) => {
    got.push({ url, headers, body })
    return answer({ url, headers, body })
  }
  office = await shop.seller()
  await prove()
  // Each test says when something is read and sent.
  await shop.deps.jobs.stop()
})
afterEach(() => shop.close())

const prove = () => office.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })
const later = (ms: number) => shop.setClock(new Date(START.getTime() + ms))
const make = (kinds: WebhookKind[], to = url) => office.api(makeWebhook, { body: { url: to, kinds } })
const told = () => got.map(({ body }) => JSON.parse(body))

/** What the jobs do. */
async function send() {
  await queueMessages(shop.deps)
  for (const id of await listDue(shop.deps)) await sendTo(shop.deps, id)
}
const deliveries = async (id: string) => (await office.api(listDeliveries, { params: { id } })).deliveries
describe('a webhook', () => {
  it('is told of what it asked for, and of nobody’s name', async () => {
    const { secret } = await make(['order placed', 'order moved', 'order paid', 'parcel moved'])
    await make(['product changed'], 'https://prices.example/')
    const product = await shop.product()
    const id = String((await order(await shop.shopper(), [{ product, quantity: 1 }])).json().orderId)
    await send()
    const toBooks = () => got.filter((message) => message.url === url).map(({ body }) => JSON.parse(body))
    expect(toBooks()).toEqual([{ kind: 'order placed', id }])
    expect(got.filter((message) => message.url !== url).map(({ body }) => JSON.parse(body))).toEqual([
      { kind: 'product changed', id: product },
    ])
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
      await office.api(moveParcels, { body: { orders: [id], to } })
    await send()
    const parcel = await shop.db.selectFrom('parcels').select('id').executeTakeFirstOrThrow()
    expect(toBooks()).toContainEqual({ kind: 'parcel moved', id: parcel.id })
    expect(toBooks()).toContainEqual({ kind: 'order moved', id })
    const [first] = got
    expect(new Webhook(secret).sign(first?.headers['webhook-id'] ?? '', START, first?.body ?? '')).toBe(
      first?.headers['webhook-signature'],
    )
    const before = got.length
    await send()
    expect(got).toHaveLength(before)
  })

  it('shows its secret once, and stands in the activity', async () => {
    const { secret, _id } = await make(['order placed'])
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    const { webhooks } = await office.api(listWebhooks)
    expect(webhooks).toMatchObject([{ _id, url, kinds: ['order placed'], state: 'works', waiting: 0 }])
    expect(JSON.stringify(webhooks)).not.toContain(secret)
    const acts = await shop.db.selectFrom('audit_log').select('action').where('subject', '=', _id).execute()
    expect(acts).toEqual([{ action: 'webhook.made' }])
    await office.api(removeWebhook, { params: { id: _id } })
    expect((await office.api(listWebhooks)).webhooks).toEqual([])
  })

  it.each([
    ['http://books.example/', 'begins with https://'],
    ['books.example', 'begins with https://'],
    ['https://books.example:8443/', 'port 443'],
    ['https://me:secret@books.example/', 'Leave out'],
    ['https://localhost/', 'Only public'],
    ['https://127.0.0.1/', 'Only public'],
    ['https://2130706433/', 'Only public'],
    ['https://[::1]/', 'Only public'],
    ['https://[64:ff9b::a00:1]/', 'Only public'],
    ['https://169.254.169.254/latest', 'Only public'],
  ])('is not made for %s', async (to, why) => {
    const answer = await office.send({
      method: 'POST',
      url: '/api/webhook',
      payload: { url: to, kinds: ['order placed'] },
    })
    expect(answer.json()).toMatchObject({ code: 'BAD_INPUT', fields: { url: expect.stringContaining(why) } })
  })
})

describe('a message that does not arrive', () => {
  it('is sent again, later and later for a day, always with the same id; then it is given up', async () => {
    const { _id } = await make(['product changed'])
    await shop.product()
    answer = () => ({ answer: 500, problem: 'status' })
    let passed = 0
    const tries = []
    await send()
    for (; passed <= 26 * HOUR_MS; passed += MINUTE_MS) {
      later(passed)
      const before = got.length
      for (const id of await listDue(shop.deps)) await sendTo(shop.deps, id)
      if (got.length > before) tries.push(passed / MINUTE_MS)
    }
    expect(tries.length).toBe(9)
    expect(tries.at(-1)).toBeGreaterThan(24 * 60 - 30)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    office = await shop.seller()
    expect(await deliveries(_id)).toMatchObject([{ state: 'given up', tries: 10, answer: 500, problem: 'status' }])
    expect((await office.api(listWebhooks)).webhooks).toMatchObject([{ state: 'failing' }])
    const health = async () => (await office.api(getShopHealth)).checks.find(({ name }) => name === 'webhooks')
    expect(await health()).toMatchObject({ state: 'bad', says: '1 webhook fails' })

    answer = () => ({ answer: 204, problem: null })
    const [message] = await deliveries(_id)
    await office.api(sendAgain, { params: { id: _id, delivery: message?._id ?? '' } })
    await send()
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveries(_id)).toMatchObject([{ state: 'arrived', answer: 204, problem: null }])
    expect(await health()).toMatchObject({ state: 'good' })
  })

  it('pauses its webhook after a few that were given up in a row; what came meanwhile is sent once it goes on', async () => {
    const { _id } = await make(['product changed'])
    answer = () => ({ answer: null, problem: 'silent' })
    for (let at = 0; at < MOST_GIVEN_UP; at++) await shop.product()
    await send()
    await shop.db.updateTable('webhook_deliveries').set({ tries: 9, due_at: START.getTime() }).execute()
    await send()
    expect((await office.api(listWebhooks)).webhooks).toMatchObject([{ state: 'paused', pausedBy: 'failures' }])
    await shop.product()
    got = []
    await send()
    expect(got).toEqual([])
    answer = () => ({ answer: 200, problem: null })
    await office.api(resumeWebhook, { params: { id: _id } })
    await send()
    expect(got).toHaveLength(1)
    expect((await office.api(listWebhooks)).webhooks).toMatchObject([{ state: 'works', waiting: 0 }])
  })

  it('is tried again where the process ended before it knew', async () => {
    await make(['product changed'])
    await shop.product()
    answer = () => Promise.reject(new Error('the process ended'))
    await expect(send()).rejects.toThrow()
    answer = () => ({ answer: 200, problem: null })
    later(MINUTE_MS)
    await send()
    expect(got).toHaveLength(2)
    expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id'])
  })

  it('holds up no other address', async () => {
    await make(['product changed'])
    await make(['product changed'], 'https://slow.example/')
    await shop.product()
    let release = (_: Outcome) => {}
    answer = (message) =>
      message.url === url
        ? { answer: 200, problem: null }
        : new Promise((resolve) => {
            release = resolve
          })
    const job = sendJob(shop.deps)
    await queueMessages(shop.deps)
    await job.work(() => false)
    await expect.poll(() => got.length).toBe(2)
    const id = await shop.product()
    await queueMessages(shop.deps)
    await job.work(() => false)
    await expect.poll(() => told().filter((one) => one.id === id).length).toBe(1)
    answer = () => ({ answer: 200, problem: null })
    release({ answer: 200, problem: null })
    await job.breakOff?.()
  })
})

it('a restore pauses webhooks until a person lets them go on', async () => {
  const { _id } = await make(['product changed'])
  await markRestored(shop.db, new Date())
  office = await shop.seller()
  await prove()
  await shop.product()
  await send()
  expect(got).toEqual([])
  expect((await office.api(listWebhooks)).webhooks).toMatchObject([
    { state: 'paused', pausedBy: 'restore', waiting: 1 },
  ])
  await office.api(resumeWebhook, { params: { id: _id } })
  await send()
  expect(got).toHaveLength(1)
})

it('messages are kept for 30 days', async () => {
  const { _id } = await make(['product changed'])
  await shop.product()
  await send()
  later(30 * DAY_MS + 1)
  await forgetMessages(shop.deps)
  expect(await shop.db.selectFrom('webhook_deliveries').where('webhook_id', '=', _id).selectAll().execute()).toEqual([])
})

it.runIf(onPostgres)('two processes that send at once send each message once', async () => {
  const { _id } = await make(['product changed'])
  for (let at = 0; at < 20; at++) await shop.product()
  await queueMessages(shop.deps)
  await Promise.all([sendTo(shop.deps, _id), sendTo(shop.deps, _id)])
  expect(got).toHaveLength(20)
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
})
