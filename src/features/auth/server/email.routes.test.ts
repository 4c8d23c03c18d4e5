import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres, type TestShop, testShop } from '#server/test-shop.ts'
import { DAY_MS } from '#shared/time.ts'
import { getEmail } from '../account.contract.ts'
import { isAuth, login } from '../auth.contract.ts'
import { devicesOf, mailedToken, openEmailLink, password } from './test-devices.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())
const { canLogIn } = devicesOf(() => shop)

const post = (url: string, payload: object = {}, at = shop) => at.request({ method: 'POST', url, payload })
const isConfirmed = async (shopper: Awaited<ReturnType<TestShop['shopper']>>) =>
  (await shopper.api(isAuth)).user.isEmailConfirmed

describe('the address of a new account', () => {
  it('is confirmed by the link in its first mail; until then the account works', async () => {
    const shopper = await shop.shopper()
    expect(await isConfirmed(shopper)).toBe(false)
    const { user } = await shop.browser().api(login, { body: { email: shopper.email, password } })
    expect(user.isEmailConfirmed).toBe(false)
    expect((await openEmailLink(shop, shopper.email)).json()).toMatchObject({ success: true, role: 'user' })
    expect(await isConfirmed(shopper)).toBe(true)
    expect((await openEmailLink(shop, shopper.email)).statusCode).toBe(200)
  })

  it('gets the same link once more when it is asked for, and is told when there is no need', async () => {
    const shopper = await shop.shopper()
    const before = await mailedToken(shop, shopper.email, '/confirm-email')
    const send = () => shopper.send({ method: 'POST', url: '/api/user/email/send-link' })
    expect((await send()).json().message).toContain(shopper.email)
    expect((await shop.mailsTo(shopper.email)).map(({ subject }) => subject)).toEqual(Array(2).fill('Welcome to Haat'))
    expect(await mailedToken(shop, shopper.email, '/confirm-email')).toBe(before)
    await openEmailLink(shop, shopper.email)
    expect((await send()).json().message).toBe('Your email address is confirmed already')
    expect(await shop.mailsTo(shopper.email)).toHaveLength(2)
  })

  it('gets three of these mails an hour at most, whoever has them sent', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const shopper = await strict.shopper()
    const send = () => shopper.send({ method: 'POST', url: '/api/user/email/send-link' })
    expect([(await send()).statusCode, (await send()).statusCode, (await send()).statusCode]).toEqual([200, 200, 429])
    expect(await strict.mailsTo(shopper.email)).toHaveLength(3)
    // Somebody else, with another spelling of the mailbox.
    const [name, host] = shopper.email.split('@')
    const email = `${name}+other@${host}`
    const made = await post('/api/user/register', { name: 'Ananya', email, password }, strict)
    expect(made.statusCode).toBe(200)
    expect(await strict.mailsTo(email)).toEqual([])
    await strict.close()
  })

  it('is not confirmed by a link that is made up, or older than 7 days', async () => {
    const shopper = await shop.shopper()
    for (const token of ['', 'made up', "' or 1=1", 'x'.repeat(101), 7])
      expect((await post('/api/email/confirm', { token })).statusCode).toBe(400)
    shop.setClock(new Date(Date.now() + 8 * DAY_MS))
    expect((await openEmailLink(shop, shopper.email)).json().code).toBe('EMAIL_LINK_USED_UP')
    shop.setClock(undefined)
    expect(await isConfirmed(shopper)).toBe(false)
  })

  it('is confirmed by a new password that was set by mail', async () => {
    const shopper = await shop.shopper()
    await post('/api/user/password/reset-request', { email: shopper.email })
    const token = await mailedToken(shop, shopper.email, '/reset-password')
    await post('/api/user/password/reset', { token, password: 'a better password' })
    await shopper.api(login, { body: { email: shopper.email, password: 'a better password' } })
    expect(await isConfirmed(shopper)).toBe(true)
  })

  it('is confirmed by the newsletter’s link where the account is logged in, and only there', async () => {
    const [stranger, owner] = [await shop.shopper(), await shop.shopper()]
    const confirmFor = async (email: string, browser: Pick<typeof owner, 'send'>) => {
      await post('/api/newsletter/subscribe', { email })
      const token = await mailedToken(shop, email, '/newsletter/confirm')
      const answer = await browser.send({ method: 'POST', url: '/api/newsletter/confirm', payload: { token } })
      expect(answer.statusCode).toBe(200)
    }
    // The owner of the mailbox confirms a letter; that says nothing of the account a stranger has made with the address.
    await confirmFor(stranger.email, shop.browser())
    expect(await isConfirmed(stranger)).toBe(false)
    await confirmFor(owner.email, owner)
    expect(await isConfirmed(owner)).toBe(true)
  })
})

describe('an address', () => {
  const register = (email: string, name = 'Ananya', typed = password) =>
    post('/api/user/register', { name, email, password: typed })

  it('is one account however its letters are composed', async () => {
    expect((await register('jose\u0301@example.com')).statusCode).toBe(200)
    expect((await register('jos\u00e9@example.com')).json().code).toBe('EMAIL_TAKEN')
    expect(await canLogIn('JOSE\u0301@example.com', password)).toBe(true)
  })

  it('with characters that nobody sees is refused everywhere', async () => {
    for (const hidden of ['\u200b', '\u202e', '\u00ad', '\u0007', '\u2060']) {
      const email = `hid${hidden}den@example.com`
      expect((await register(email)).json().fields.email).toEqual(expect.any(String))
      for (const url of ['/api/newsletter/subscribe', '/api/user/password/reset-request', '/api/user/login'])
        expect((await post(url, { email, password })).statusCode).toBe(400)
    }
    expect(await shop.db.selectFrom('outbox').select('id').where('recipient', 'like', 'hid%').execute()).toEqual([])
  })

  it('belongs to a name that reads as it looks', async () => {
    const { user } = (await register('visible@example.com', '\u202eoaR\u202c An\u200banya\r\n')).json()
    expect(user.name).toBe('oaR Ananya')
    expect((await register('nameless@example.com', '\u200b\u202e')).json().fields).toEqual({ name: 'Enter your name' })
  })

  it('has a password that is not common, without control characters', async () => {
    for (const common of ['password1', 'QWERTYUIOP', 'iloveyou', 'haat-demo-seller'])
      expect((await register('new@example.com', 'Ananya', common)).json().fields.password).toContain('Many people')
    expect((await register('new@example.com', 'Ananya', 'line\nbreak in it')).json().fields.password).toContain(
      'line breaks',
    )
    const shopper = await shop.shopper()
    const change = { currentPassword: password, newPassword: 'trustno1' }
    const answer = await shopper.send({ method: 'POST', url: '/api/user/password', payload: change })
    expect(answer.json().fields.newPassword).toContain('Many people')
  })

  it('of the account page tells whether it is confirmed', async () => {
    const shopper = await shop.shopper()
    expect(await shopper.api(getEmail)).toEqual({ email: shopper.email, isConfirmed: false, newEmail: null })
  })
})

describe('a login in flight', () => {
  it('begins no session once the password is another one', async () => {
    const shopper = await shop.shopper()
    await post('/api/user/password/reset-request', { email: shopper.email })
    const token = await mailedToken(shop, shopper.email, '/reset-password')
    // With the new password as many as are hashed at a time or wait for it, so that some are still being checked when it changes.
    const logins = Array.from({ length: 11 }, () => post('/api/user/login', { email: shopper.email, password }))
    const reset = await post('/api/user/password/reset', { token, password: 'a better password' })
    expect(reset.statusCode).toBe(200)
    await Promise.all(logins)
    const sessions = await shop.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', shopper.user._id)
    expect(await sessions.execute()).toEqual([])
  })

  it('on PostgreSQL waits for the change that has begun', async ({ skip }) => {
    skip(!onPostgres, 'one connection at a time')
    const shopper = await shop.shopper()
    const { promise, resolve } = Promise.withResolvers<void>()
    const changing = shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', shopper.user._id).execute()
      await promise
    })
    const login = post('/api/user/login', { email: shopper.email, password })
    await new Promise((done) => setTimeout(done, 500))
    resolve()
    await changing
    expect((await login).statusCode).toBe(401)
  })
})

describe('hashing', () => {
  it('is refused beyond a bounded queue, and goes on after it', async () => {
    const shopper = await shop.shopper()
    const tries = Array.from({ length: 90 }, () => post('/api/user/login', { email: shopper.email, password }))
    const answers = await Promise.all(tries)
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(12)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
    expect(refused[0]?.headers['retry-after']).toBeDefined()
    expect(await canLogIn(shopper.email, password)).toBe(true)
  })

  it('of right passwords is counted too: 30 for one account from one address', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const { email } = await strict.shopper()
    const attempt = async (remoteAddress: string) =>
      (await strict.request({ method: 'POST', url: '/api/user/login', payload: { email, password }, remoteAddress }))
        .statusCode
    for (let at = 0; at < 30; at++) expect(await attempt('10.0.0.1')).toBe(200)
    expect(await attempt('10.0.0.1')).toBe(429)
    expect(await attempt('10.0.0.2')).toBe(200)
    await strict.close()
  })
})
