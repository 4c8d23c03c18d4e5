import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startNotes } from '#app/start-notes.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { ownOrigin, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { isAuth, login, logout, register } from '../auth.contract.ts'
import { ensureSeller } from './auth.service.ts'
import { hashPassword, isPassword } from './passwords.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const person = { name: 'Ananya Rao', password: 'a good password' }

describe('registering', () => {
  it('logs the new shopper in, with a cookie that scripts cannot read', async () => {
    const { send, api } = shop.browser()
    const answer = await send({
      method: 'POST',
      url: '/api/user/register',
      payload: { ...person, email: ' Ananya@Example.com ' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      user: { name: 'Ananya Rao', email: 'ananya@example.com', cartItems: {} },
      message: expect.any(String),
    })
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await api(isAuth)).user.email).toBe('ananya@example.com')
  })

  it('refuses an address that is taken, whatever its case', async () => {
    await expect(
      shop.browser().api(register, { body: { ...person, email: 'ANANYA@example.com' } }),
    ).rejects.toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
  })

  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['no e-mail address', { email: 'ananya' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['a password past 1,000 characters', { password: 'x'.repeat(1001) }, 'password'],
    ['a name past 200 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a number for a name', { name: 7 }, 'name'],
  ])('refuses %s and makes no account', async (_, wrong, field) => {
    const answer = await shop.browser().send({
      method: 'POST',
      url: '/api/user/register',
      payload: { ...person, email: 'nobody@example.com', ...wrong },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      message: expect.any(String),
      fields: { [field]: expect.any(String) },
    })
    const users = await shop.db.selectFrom('users').select('email').where('email', '=', 'nobody@example.com').execute()
    expect(users).toEqual([])
  })
})

describe('logging in and out', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await shop.shopper()
    const wrong = await shop
      .browser()
      .send({ method: 'POST', url: '/api/user/login', payload: { email, password: 'wrong password' } })
    const unknown = await shop.browser().send({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: 'who@example.com', password: 'wrong password' },
    })
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect({ ...wrong.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' })
  })

  it('gives a new session at each login and ends the one before', async () => {
    const shopper = await shop.shopper()
    const before = shopper.cookies.get('haat-user')
    await shopper.api(login, { body: { email: shopper.email, password: 'a good password' } })
    const after = shopper.cookies.get('haat-user')
    expect(after).not.toBe(before)
    const replay = await shop.request({
      method: 'GET',
      url: '/api/user/is-auth',
      headers: { cookie: `haat-user=${before}` },
    })
    expect(replay.statusCode).toBe(401)
  })

  it('ends the session on the server at logout', async () => {
    const shopper = await shop.shopper()
    const token = shopper.cookies.get('haat-user')
    await shopper.api(logout)
    const replay = await shop.request({
      method: 'GET',
      url: '/api/user/is-auth',
      headers: { cookie: `haat-user=${token}` },
    })
    expect(replay.statusCode).toBe(401)
    expect(replay.json()).toMatchObject({ success: false })
  })

  it('keeps only a hash of the token', async () => {
    const shopper = await shop.shopper()
    const rows = await shop.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', shopper.user._id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).not.toBe(shopper.cookies.get('haat-user'))
  })

  it('ends a session after 14 days unused and after 90 days in any case', async () => {
    const shopper = await shop.shopper()
    const start = Date.now()
    const isIn = async (days: number) => {
      shop.setClock(new Date(start + days * DAY_MS))
      return (await shopper.send({ method: 'GET', url: '/api/user/is-auth' })).statusCode === 200
    }
    const used = []
    for (let day = 10; day < 90; day += 10) used.push(await isIn(day))
    expect(used).toEqual([true, true, true, true, true, true, true, true])
    expect(await isIn(91)).toBe(false)
    shop.setClock(undefined)

    const idle = await shop.shopper()
    shop.setClock(new Date(Date.now() + 15 * DAY_MS))
    expect((await idle.send({ method: 'GET', url: '/api/user/is-auth' })).statusCode).toBe(401)
    shop.setClock(undefined)
  })

  it('ends a session of the seller after 12 hours unused and after 7 days in any case', async () => {
    const seller = await shop.seller()
    const start = Date.now()
    const isIn = async (hours: number) => {
      shop.setClock(new Date(start + hours * HOUR_MS))
      return (await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode === 200
    }
    const used = []
    for (let hour = 11; hour < 168; hour += 11) used.push(await isIn(hour))
    expect(new Set(used)).toEqual(new Set([true]))
    expect(await isIn(169)).toBe(false)
    shop.setClock(undefined)

    const idle = await shop.seller()
    shop.setClock(new Date(Date.now() + 13 * HOUR_MS))
    expect((await idle.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(401)
    shop.setClock(undefined)
  })

  it('keeps 50 sessions of one account: the one unused for longest goes', async () => {
    const shopper = await shop.shopper()
    const { _id: shopperId } = shopper.user
    await shop.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 60 }, (_, at) => ({
          token_hash: `of ${shopperId} ${at}`,
          role: 'user' as const,
          account_id: shopperId,
          created_at: Date.now() - at * 1000,
          last_seen_at: Date.now() - at * 1000,
          user_agent: '',
        })),
      )
      .execute()
    const latest = shop.browser()
    await latest.api(login, { body: { email: shopper.email, password: 'a good password' } })
    const kept = await shop.db.selectFrom('sessions').select('token_hash').where('account_id', '=', shopperId).execute()
    expect(kept).toHaveLength(50)
    expect(kept.map((row) => row.token_hash)).not.toContain(`of ${shopperId} 59`)
    expect((await latest.send({ method: 'GET', url: '/api/user/is-auth' })).statusCode).toBe(200)
  })

  it('uses all 1,000 characters of a password', async () => {
    const password = 'ß'.repeat(1000)
    const { email } = (await shop.browser().api(register, { body: { name: 'A', email: 'long@example.com', password } }))
      .user
    const statusOf = async (typed: string) =>
      (await shop.request({ method: 'POST', url: '/api/user/login', payload: { email, password: typed } })).statusCode
    expect(await statusOf(password)).toBe(200)
    expect(await statusOf(`${'ß'.repeat(999)}s`)).toBe(401)
    expect(await statusOf('ß'.repeat(999))).toBe(401)
  })

  it('keeps passwords as argon2id: 19 MiB, two passes, one lane', async () => {
    const { email } = await shop.shopper()
    const stored = await shop.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/)
  })

  it('of one of the shop’s people says who that is, and what they may do', async () => {
    const login = await shop.request({
      ...{ method: 'POST', url: '/api/seller/login' },
      payload: { email: sellerSettings.SELLER_EMAIL, password: sellerSettings.SELLER_PASSWORD },
    })
    const seller = await shop.seller()
    const person = { _id: expect.any(String), name: '', rights: ['catalogue', 'orders', 'producers', 'money', 'team'] }
    expect(login.json()).toMatchObject({ success: true, message: 'Logged in', person })
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).json()).toEqual({
      ...{ success: true, person, asks: 'password', mustSetUp: false },
    })
    await shop.db.updateTable('sellers').set({ name: 'Meera Joshi', rights: 'orders' }).execute()
    const { person: changed } = (await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).json()
    expect(changed).toMatchObject({ name: 'Meera Joshi', rights: ['orders'] })
    await shop.db
      .updateTable('sellers')
      .set({ name: '', rights: person.rights.join(' ') })
      .execute()
  })

  it('keeps shopper and seller sessions apart', async () => {
    const [shopper, seller] = [await shop.shopper(), await shop.seller()]
    expect((await shopper.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(403)
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(200)
    expect((await seller.send({ method: 'GET', url: '/api/user/is-auth' })).statusCode).toBe(401)
    await seller.send({ method: 'GET', url: '/api/seller/logout' })
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(401)
  })
})

describe("a visitor's cart at login", () => {
  it('joins the cart of the account: new lines are added, the larger quantity stays, bad lines are dropped', async () => {
    const [bowl, vase] = [await shop.product(), await shop.product({ name: 'Vase' })]
    const shopper = await shop.shopper()
    await shopper.send({ method: 'POST', url: '/api/cart/update', payload: { cartItems: { [bowl]: 3 } } })
    const cartItems = { [bowl]: 2, [vase]: 1, unknown: 4, [`${vase}x`]: -1 }
    const { user } = await shop
      .browser()
      .api(login, { body: { email: shopper.email, password: 'a good password', cartItems } })
    expect(user.cartItems).toEqual({ [bowl]: 3, [vase]: 1 })
  })

  it.each([[null], [[1, 2]], ['text'], [{ a: 'b' }]])('never fails a login: %j', async (cartItems) => {
    const shopper = await shop.shopper()
    const answer = await shop.browser().send({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: shopper.email, password: 'a good password', cartItems },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('requests from other sites', () => {
  it.each([
    ['a foreign Origin', 'POST', '/api/user/login', { origin: 'https://evil.example' }],
    ['Origin: null', 'POST', '/api/user/login', { origin: 'null' }],
    ['a cross-site fetch', 'POST', '/api/user/login', { 'sec-fetch-site': 'cross-site' }],
    ['a fetch from a sibling site', 'POST', '/api/user/login', { 'sec-fetch-site': 'same-site', origin: ownOrigin }],
    ['a cross-site link to the logout', 'GET', '/api/user/logout', { 'sec-fetch-site': 'cross-site' }],
    ['a prefetch of the logout', 'GET', '/api/user/logout', { 'sec-purpose': 'prefetch' }],
    ["a cross-site link to the seller's logout", 'GET', '/api/seller/logout', { 'sec-fetch-site': 'cross-site' }],
  ] as const)('refuses %s', async (_, method, url, headers) => {
    const answer = await shop.request({
      method,
      url,
      headers,
      ...(method === 'POST' ? { payload: { email: 'a@b.c', password: 'x' } } : {}),
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ success: false, code: 'FOREIGN_ORIGIN' })
  })

  it('allows our own pages and programs that send no Origin', async () => {
    const own = await shop.request({
      method: 'POST',
      url: '/api/user/logout',
      headers: { origin: ownOrigin, 'sec-fetch-site': 'same-origin' },
    })
    const program = await shop.request({ method: 'POST', url: '/api/user/logout' })
    expect([own.statusCode, program.statusCode]).toEqual([200, 200])
  })
})

describe('guessing passwords', () => {
  it('is stopped after 10 wrong tries for one account from one address, also in parallel, and says how long to wait', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const { email } = await strict.shopper()
    const attempt = (password: string, remoteAddress = '10.0.0.1') =>
      strict.request({
        method: 'POST',
        url: '/api/user/login',
        payload: { email: email.toUpperCase(), password },
        remoteAddress,
      })
    const tries = await Promise.all(Array.from({ length: 14 }, () => attempt('wrong password')))
    const refused = tries.filter((answer) => answer.statusCode === 429)
    expect(tries.filter((answer) => answer.statusCode === 401)).toHaveLength(10)
    expect(refused).toHaveLength(4)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    // The owner, calling from elsewhere, is not locked out.
    expect((await attempt('a good password', '10.0.0.2')).statusCode).toBe(200)
    await strict.close()
  })
})

describe('the right password', () => {
  it('takes wrong tries back: 9 of them, again and again, lock nobody out', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const { email } = await strict.shopper()
    const attempt = async (password: string) =>
      (await strict.request({ method: 'POST', url: '/api/user/login', payload: { email, password } })).statusCode
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 9; at++) expect(await attempt('wrong password')).toBe(401)
      expect(await attempt('a good password')).toBe(200)
    }
    await strict.close()
  })
})

describe('the demo seller', () => {
  it('is told of at the start while the login is the one that everybody knows', async () => {
    const demo = await testShop({ DEMO: '1' })
    const warn = vi.spyOn(demo.deps.log, 'warn')
    expect(await startNotes(demo.deps)).toEqual(['Seller login: seller@haat.example / haat-demo-seller (demo)'])
    await demo.db
      .updateTable('sellers')
      .set({ password_hash: await hashPassword('another password') })
      .execute()
    expect(await startNotes(demo.deps)).toEqual([])
    // Nobody has set SELLER_PASSWORD, so nothing is said of it.
    await ensureSeller(demo.deps)
    await isPassword('another password', undefined)
    expect(warn).not.toHaveBeenCalled()
    await demo.close()
  })

  it('is gone once the shop has a seller of its own, unless it has another password by then', async () => {
    const demo = await testShop({ DEMO: '1' })
    const seller = await demo.seller()
    const { deps } = demo
    const asRealShop = { ...deps, config: { ...deps.config, seller: undefined } }
    const isIn = async () => (await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode
    const { password_hash: wellKnown } = await demo.db.selectFrom('sellers').selectAll().executeTakeFirstOrThrow()
    await demo.db
      .updateTable('sellers')
      .set({ password_hash: await hashPassword('another password') })
      .execute()
    await ensureSeller(asRealShop)
    expect(await isIn()).toBe(200)
    await demo.db.updateTable('sellers').set({ password_hash: wellKnown }).execute()
    // The address may be another one by now: everybody knows the password all the same.
    await demo.db.updateTable('sellers').set({ email: 'office@example.com' }).execute()
    await ensureSeller(asRealShop)
    expect(await isIn()).toBe(401)
    expect(await demo.db.selectFrom('sellers').selectAll().execute()).toEqual([])
    await demo.close()
  })
})
