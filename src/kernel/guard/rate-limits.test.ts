import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#app/app.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { callerOf, createRateLimits, mailboxOf } from './rate-limits.ts'
import { databaseTallies, memoryTallies, type Tallies } from './tallies.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

const start = new Date('2026-11-21T09:00:00Z').getTime()

describe.each<[string, () => Tallies]>([
  ['in the memory of one process', memoryTallies],
  ['in the database that all processes share', () => databaseTallies(shop.db)],
])('tries counted %s', (where, make) => {
  it('begin anew when their time is over', async () => {
    const tallies = make()
    const key = `${where} anew`
    const add = (at: number) => tallies.add(key, at, MINUTE_MS)
    expect(await add(start)).toEqual({ tries: 1, endsAt: start + MINUTE_MS })
    expect(await add(start + MINUTE_MS - 1)).toEqual({ tries: 2, endsAt: start + MINUTE_MS })
    expect(await add(start + MINUTE_MS)).toEqual({ tries: 1, endsAt: start + 2 * MINUTE_MS })
  })

  it('do not slip through when they come at once', async () => {
    const tallies = make()
    const counted = await Promise.all(
      Array.from({ length: 64 }, () => tallies.add(`${where} at once`, start, MINUTE_MS)),
    )
    expect(counted.map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, at) => at + 1),
    )
  })

  it('are taken back one by one, never below none, or all together; others stay', async () => {
    const tallies = make()
    const [key, other] = [`${where} back`, `${where} other`]
    const next = async (name: string) => (await tallies.add(name, start, MINUTE_MS)).tries
    await next(other)
    await next(key)
    for (let at = 0; at < 3; at++) await tallies.takeBack(key)
    expect([await next(key), await next(key)]).toEqual([1, 2])
    await tallies.takeBack(key)
    expect(await next(key)).toBe(2)
    await tallies.forget(key)
    expect([await next(key), await next(other)]).toEqual([1, 2])
  })

  it('are dropped once their time is over, and not before', async () => {
    const tallies = make()
    const [old, young] = [`${where} old`, `${where} young`]
    await tallies.add(old, start, MINUTE_MS)
    await tallies.add(young, start, HOUR_MS)
    await tallies.tidy(start + MINUTE_MS)
    expect((await tallies.add(young, start, HOUR_MS)).tries).toBe(2)
    expect((await tallies.add(old, start, HOUR_MS)).tries).toBe(1)
  })
})

it('names nobody in the database', async () => {
  await databaseTallies(shop.db).add('loginOfAccount user ananya@example.com 10.0.0.1', start, HOUR_MS)
  const rows = await shop.db.selectFrom('rate_tallies').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/ananya|10\.0\.0\.1/)
})

describe('how much is allowed', () => {
  it.each([
    ['loginOfAccount', 10, 15 * MINUTE_MS],
    ['login', 100, 15 * MINUTE_MS],
    ['register', 60, HOUR_MS],
    ['newsletter', 20, MINUTE_MS],
    ['stockAlert', 20, MINUTE_MS],
    ['application', 15, HOUR_MS],
    ['pictureUpload', 30, HOUR_MS],
    ['sellerUpload', 1200, HOUR_MS],
    ['returnRequest', 30, HOUR_MS],
    ['track', 120, MINUTE_MS],
    ['passwordReset', 20, HOUR_MS],
    ['paymentLookUp', 60, MINUTE_MS],
    ['rightLogin', 30, 15 * MINUTE_MS],
    ['newsletterMail', 3, HOUR_MS],
    ['applicationMail', 3, HOUR_MS],
    ['resetMail', 3, HOUR_MS],
    ['confirmationMail', 3, HOUR_MS],
    ['stockAlertLinkMail', 3, HOUR_MS],
    ['stockAlertMail', 3, HOUR_MS],
    ['noticeMail', 3, HOUR_MS],
    ['testMail', 10, HOUR_MS],
  ] as const)('%s: %i in its time, then 429 with the seconds to wait; then again', async (rule, tries, windowMs) => {
    let at = start
    const limits = createRateLimits({ rateLimit: true, databaseUrl: undefined }, shop.db, () => new Date(at))
    for (let count = 0; count < tries; count++) await limits.count(rule, 'a')
    at += 1500
    await expect(limits.count(rule, 'a')).rejects.toMatchObject({
      status: 429,
      details: { retryAfter: Math.ceil((windowMs - 1500) / 1000) },
    })
    expect([await limits.allows(rule, 'a'), await limits.allows(rule, 'b')]).toEqual([false, true])
    at = start + windowMs
    await limits.count(rule, 'a')
  })

  it('is counted by the endpoints that anybody can call at somebody’s cost, and by all that take files', () => {
    const counted = shop.app.endpoints.flatMap(({ method, path, rate }) => (rate ? [[`${method} ${path}`, rate]] : []))
    expect(Object.fromEntries(counted)).toEqual({
      'POST /api/user/register': 'register',
      'POST /api/product/:id/alert': 'stockAlert',
      'POST /api/user/login': 'login',
      'POST /api/seller/login': 'login',
      'POST /api/second-factor/enter': 'login',
      'POST /api/passkey/challenge': 'login',
      'POST /api/passkey/enter': 'login',
      'POST /api/user/password/reset-request': 'passwordReset',
      'POST /api/seller/password/reset-request': 'passwordReset',
      'POST /api/team/enter': 'passwordReset',
      'POST /api/workshop/invitation': 'login',
      'POST /api/workshop/enter': 'login',
      'POST /api/workshop/login': 'login',
      'POST /api/workshop/own-login': 'login',
      'POST /api/workshop/enter/lock': 'login',
      'POST /api/workshop/login/lock': 'login',
      'POST /api/producer/submit': 'application',
      'POST /api/producer/picture': 'pictureUpload',
      'POST /api/return': 'returnRequest',
      'POST /api/product/add': 'sellerUpload',
      'PATCH /api/product/:id': 'sellerUpload',
      'POST /api/workshop/picture': 'sellerUpload',
      'POST /api/product/:id/mark/:kind/evidence': 'sellerUpload',
      'POST /api/product/:id/picture': 'sellerUpload',
      'POST /api/product/import': 'sellerUpload',
      'POST /api/product/import/check': 'sellerUpload',
      'POST /api/parcel/file': 'sellerUpload',
      'POST /api/parcel/file/preview': 'sellerUpload',
      'POST /api/newsletter/subscribe': 'newsletter',
      'GET /api/track/:token': 'track',
      'GET /api/producer/application/:token': 'track',
    })
  })
})

describe('a mailbox', () => {
  const mailbox = 'victim@xn--exmple-cua.com'
  it.each([
    ['victim@exämple.com'],
    ['Victim+17@EXÄMPLE.com'],
    ['vic.tim@exa\u0308mple.com'],
    ['vi\u200bctim@xn--exmple-cua.com'],
    ['ｖictim@ｅxämple.com'],
    ['victim\u0001@exämple.com'],
  ])('is counted as one for %j', (email) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })

  it('is another one for other people', () => {
    expect(new Set(['a@example.com', 'b@example.com', 'a@example.org', '', 'a'].map(mailboxOf)).size).toBe(5)
  })
})

describe('whom a try is counted for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['not an address', 'not an address'],
  ])('%s: %s', (address, caller) => {
    expect(callerOf(address)).toBe(caller)
  })

  const subscribe = (to: TestShop, remoteAddress: string, forwardedFor: string) =>
    to.request({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email: 'a@example.com' },
      remoteAddress,
      headers: { 'x-forwarded-for': forwardedFor },
    })
  const statuses = async (to: TestShop, remoteAddress: string) => {
    const seen = new Set<number>()
    for (let at = 0; at < 25; at++) seen.add((await subscribe(to, remoteAddress, `203.0.113.${at}`)).statusCode)
    return [...seen]
  }

  it('is the connection’s address, whatever X-Forwarded-For says, unless that comes from the proxy of the settings', async () => {
    const alone = await testShop({ RATE_LIMIT: 'on' })
    expect(await statuses(alone, '10.0.0.1')).toEqual([200, 429])
    await alone.close()
    const behindProxy = await testShop({ RATE_LIMIT: 'on', TRUST_PROXY: '10.0.0.1' })
    expect(await statuses(behindProxy, '10.0.0.1')).toEqual([200])
    expect(await statuses(behindProxy, '10.0.0.2')).toEqual([200, 429])
    await behindProxy.close()
  })
})

describe('two processes', () => {
  it('on one database share the limits, also in parallel', async ({ skip }) => {
    skip(!shop.deps.config.databaseUrl, 'the embedded database has one process')
    const first = await testShop({ RATE_LIMIT: 'on' })
    const second = await createApp({ config: first.deps.config, db: first.db, log: pino({ level: 'silent' }) })
    const { email } = await first.shopper()
    const attempt = (app: typeof second, password: string) =>
      app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password } })
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, at) => attempt(at % 2 ? first.app : second, 'wrong password')),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
    for (const app of [first.app, second]) expect((await attempt(app, 'a good password')).statusCode).toBe(429)
    await second.close()
    await first.close()
  })
})
