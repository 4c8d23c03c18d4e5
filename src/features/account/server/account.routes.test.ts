import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, devicesOf, mailedToken, openEmailLink, password } from '#features/account/testing/devices.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getEmail, listSessions } from '../account.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const newPassword = 'a better password'
const { secondDevice, isIn, canLogIn } = devicesOf(() => shop)

describe('a forgotten password', () => {
  const ask = (email: unknown, at = shop, remoteAddress = '10.0.0.1') =>
    at.request({ method: 'POST', url: '/api/user/password/reset-request', payload: { email }, remoteAddress })
  const reset = (token: unknown, typed: unknown = newPassword) =>
    shop.request({ method: 'POST', url: '/api/user/password/reset', payload: { token, password: typed } })
  const tokenTo = (email: string) => mailedToken(shop, email, '/reset-password')

  it('is answered alike for a known and an unknown address; only the known one gets a mail', async () => {
    const { email } = await shop.shopper()
    const [known, unknown] = [await ask(` ${email.toUpperCase()} `), await ask('nobody@example.com')]
    expect(known.statusCode).toBe(200)
    expect({ status: unknown.statusCode, ...unknown.json() }).toEqual({ status: 200, ...known.json() })
    expect(await tokenTo(email)).not.toBe('')
    expect(await shop.mailsTo('nobody@example.com')).toEqual([])
    expect((await ask('nobody')).statusCode).toBe(400)
  })

  it('is set by the link of the mail, once, and logs every device out', async () => {
    const shopper = await shop.shopper()
    const phone = await secondDevice(shopper.email)
    await ask(shopper.email)
    const token = await tokenTo(shopper.email)
    const kept = await shop.db
      .selectFrom('account_links')
      .select('token_hash')
      .where('account_id', '=', shopper.user._id)
      .where('purpose', '=', 'password')
      .execute()
    expect(kept).toHaveLength(1)
    expect(kept[0]?.token_hash).not.toBe(token)

    expect((await reset(token)).json()).toMatchObject({ success: true })
    expect([await isIn(shopper), await isIn(phone)]).toEqual([false, false])
    expect([await canLogIn(shopper.email, password), await canLogIn(shopper.email, newPassword)]).toEqual([false, true])

    const again = await reset(token, 'a third password')
    expect({ status: again.statusCode, code: again.json().code }).toEqual({ status: 400, code: 'RESET_LINK_USED_UP' })
    expect(await canLogIn(shopper.email, newPassword)).toBe(true)
  })

  it('has a link that can be looked at without being used up, and is told when it is', async () => {
    const works = async (token: string, role = 'user') =>
      (await shop.request({ url: `/api/${role}/password/reset-link?${new URLSearchParams({ token })}` })).json().works
    const { email } = await shop.shopper()
    await ask(email)
    const token = await tokenTo(email)
    expect([await works(token), await works(token)]).toEqual([true, true])
    expect([await works(token, 'seller'), await works('made-up'), await works('')]).toEqual([false, false, false])
    expect((await reset(token)).statusCode).toBe(200)
    expect(await works(token)).toBe(false)
  })

  it('is set by one of many tries at once', async () => {
    const { email } = await shop.shopper()
    await ask(email)
    const token = await tokenTo(email)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => reset(token, `password number ${at}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
  })

  it('has a link for 30 minutes after it was last asked for; asked for again, the same one comes once more', async () => {
    const { email } = await shop.shopper()
    const start = Date.now()
    await ask(email)
    const first = await tokenTo(email)
    shop.setClock(new Date(start + 20 * MINUTE_MS))
    await ask(email)
    expect(await tokenTo(email)).toBe(first)
    expect((await shop.mailsTo(email)).filter(({ subject }) => subject === 'Set a new password')).toHaveLength(2)
    shop.setClock(new Date(start + 51 * MINUTE_MS))
    expect((await reset(first)).statusCode).toBe(400)
    await ask(email)
    const second = await tokenTo(email)
    expect(second).not.toBe(first)
    shop.setClock(new Date(start + 80 * MINUTE_MS))
    expect((await reset(second)).statusCode).toBe(200)
    shop.setClock(undefined)
  })

  it('is told to the address, and is none that many people have', async () => {
    const { email } = await shop.shopper()
    await ask(email)
    const token = await tokenTo(email)
    const common = await reset(token, 'Password1')
    expect(common.statusCode).toBe(400)
    expect(common.json().fields.password).toContain('Many people use this password')
    expect((await reset(token)).statusCode).toBe(200)
    expect((await shop.mailsTo(email)).at(-1)?.subject).toBe('Your password was changed')
  })

  it('keeps its link when the new password is too short', async () => {
    const { email } = await shop.shopper()
    await ask(email)
    const token = await tokenTo(email)
    const short = await reset(token, '1234567')
    expect(short.statusCode).toBe(400)
    expect(short.json().fields).toEqual({ password: 'Use at least 8 characters' })
    expect((await reset(token)).statusCode).toBe(200)
  })

  it.each([[''], ['unknown'], ["' or 1=1"], [7], [null], ['x'.repeat(101)]])('refuses the token %j', async (token) => {
    expect((await reset(token)).statusCode).toBe(400)
  })

  it('sends one person at most three mails an hour, in silence, and takes 20 from one address', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const { email } = await strict.shopper()
    const answers = await Promise.all(Array.from({ length: 22 }, () => ask(email, strict)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    expect((await strict.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Welcome to Haat',
      ...Array(3).fill('Set a new password'),
    ])
    await strict.close()
  })

  it('comes though a stranger has asked for other mails to the address, in whatever spelling', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const { email } = await strict.shopper()
    const [name, host] = email.split('@')
    const spellings = ['', '+1', '+2', '+3', '+4'].map((more) => `${name}${more}@${host}`)
    for (const [at, spelling] of spellings.entries()) {
      const url = '/api/newsletter/subscribe'
      await strict.request({ method: 'POST', url, payload: { email: spelling }, remoteAddress: `10.0.0.${at}` })
    }
    const letters = await strict.db.selectFrom('outbox').select('id').where('kind', '=', 'newsletter').execute()
    expect(letters).toHaveLength(3)
    await ask(email, strict)
    expect(await mailedToken(strict, email, '/reset-password')).not.toBe('')
    await strict.close()
  })

  it('is silent about an address that is no account, and counts nothing for it', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    for (let at = 0; at < 4; at++) await ask('later@example.com', strict)
    const payload = { name: 'Ananya', email: 'later@example.com', password }
    await strict.request({ method: 'POST', url: '/api/user/register', payload })
    await ask('later@example.com', strict)
    expect(await mailedToken(strict, 'later@example.com', '/reset-password')).not.toBe('')
    await strict.close()
  })
})

describe('name and e-mail address', () => {
  const change = (shopper: Browser, payload: object) =>
    shopper.send({ method: 'PATCH', url: '/api/user/profile', payload })

  it('a name changes without the password; an address with it, and only when its link is opened', async () => {
    const shopper = await shop.shopper()
    expect((await change(shopper, { name: ' Ananya R. ', email: shopper.email })).statusCode).toBe(200)
    expect((await shopper.api(isAuth)).user).toMatchObject({ name: 'Ananya R.', email: shopper.email })

    const email = `new.${shopper.email}`
    for (const currentPassword of [undefined, '', 'wrong password']) {
      const refused = await change(shopper, { name: 'Other', email, currentPassword })
      expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 403, code: 'WRONG_PASSWORD' })
    }
    expect((await shopper.api(isAuth)).user).toMatchObject({ name: 'Ananya R.', email: shopper.email })
    const asked = await change(shopper, { name: 'Ananya', email: email.toUpperCase(), currentPassword: password })
    expect({ status: asked.statusCode, message: asked.json().message }).toEqual({
      status: 200,
      message: expect.stringContaining(email),
    })
    expect((await shopper.api(isAuth)).user).toMatchObject({ name: 'Ananya', email: shopper.email })
    expect(await shopper.api(getEmail)).toMatchObject({ email: shopper.email, isConfirmed: false, newEmail: email })
    expect([await canLogIn(shopper.email, password), await canLogIn(email, password)]).toEqual([true, false])

    expect((await openEmailLink(shop, email)).statusCode).toBe(200)
    expect((await shopper.api(isAuth)).user).toMatchObject({ name: 'Ananya', email, isEmailConfirmed: true })
    expect([await canLogIn(shopper.email, password), await canLogIn(email, password)]).toEqual([false, true])
    expect((await shop.mailsTo(shopper.email)).at(-1)).toMatchObject({
      subject: 'Your email address was changed',
      account_id: shopper.user._id,
    })
    // Once more: nothing happens, and nobody is told twice.
    expect((await openEmailLink(shop, email)).statusCode).toBe(200)
    expect((await shop.mailsTo(shopper.email)).filter(({ subject }) => /was changed/.test(subject))).toHaveLength(1)
  })

  it('of several new addresses the last one counts, and none once the password is another', async () => {
    const shopper = await shop.shopper()
    const ask = (email: string, currentPassword = password) =>
      change(shopper, { name: 'Ananya', email, currentPassword })
    await ask(`first.${shopper.email}`)
    await ask(`second.${shopper.email}`)
    expect((await openEmailLink(shop, `first.${shopper.email}`)).json().code).toBe('EMAIL_LINK_USED_UP')
    const payload = { currentPassword: password, newPassword }
    await shopper.send({ method: 'POST', url: '/api/user/password', payload })
    expect((await openEmailLink(shop, `second.${shopper.email}`)).json().code).toBe('EMAIL_LINK_USED_UP')
    await ask(`third.${shopper.email}`, newPassword)
    await ask(`fourth.${shopper.email}`, newPassword)
    expect((await openEmailLink(shop, `fourth.${shopper.email}`)).statusCode).toBe(200)
    expect((await shopper.api(isAuth)).user.email).toBe(`fourth.${shopper.email}`)
  })

  it('a link to a new password that was mailed to the old address is void', async () => {
    const shopper = await shop.shopper()
    await shop.request({ method: 'POST', url: '/api/user/password/reset-request', payload: { email: shopper.email } })
    const token = await mailedToken(shop, shopper.email, '/reset-password')
    const email = `new.${shopper.email}`
    await change(shopper, { name: 'Ananya', email, currentPassword: password })
    await openEmailLink(shop, email)
    const payload = { token, password: newPassword }
    const answer = await shop.request({ method: 'POST', url: '/api/user/password/reset', payload })
    expect(answer.json().code).toBe('RESET_LINK_USED_UP')
  })

  it("refuses somebody else's address, also when several want a free one at once", async () => {
    const [first, second] = [await shop.shopper(), await shop.shopper()]
    const taken = await change(first, { name: 'Ananya', email: second.email, currentPassword: password })
    expect({ status: taken.statusCode, code: taken.json().code }).toEqual({ status: 409, code: 'EMAIL_TAKEN' })
    const email = 'wanted.by.two@example.com'
    const tokens = []
    for (const shopper of [first, second]) {
      await change(shopper, { name: 'Ananya', email, currentPassword: password })
      tokens.push(await mailedToken(shop, email, '/confirm-email'))
    }
    const open = (token: string) => shop.request({ method: 'POST', url: '/api/email/confirm', payload: { token } })
    const answers = await Promise.all(tokens.map(open))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['email', { email: 'ananya' }],
    ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const shopper = await shop.shopper()
    const answer = await change(shopper, { name: 'Ananya', email: shopper.email, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: expect.any(String) })
  })
})

describe('changing the password', () => {
  const change = (shopper: Browser, payload: object) =>
    shopper.send({ method: 'POST', url: '/api/user/password', payload })

  it('needs the current one, and logs the other devices out', async () => {
    const shopper = await shop.shopper()
    const phone = await secondDevice(shopper.email)
    const wrong = await change(shopper, { currentPassword: 'wrong password', newPassword })
    expect({ status: wrong.statusCode, code: wrong.json().code }).toEqual({ status: 403, code: 'WRONG_PASSWORD' })
    const short = await change(shopper, { currentPassword: password, newPassword: 'short' })
    expect(short.json().fields).toEqual({ newPassword: 'Use at least 8 characters' })
    expect(await isIn(phone)).toBe(true)

    expect((await change(shopper, { currentPassword: password, newPassword })).statusCode).toBe(200)
    expect([await isIn(shopper), await isIn(phone)]).toEqual([true, false])
    expect([await canLogIn(shopper.email, password), await canLogIn(shopper.email, newPassword)]).toEqual([false, true])
  })

  it('is told to an address that is confirmed, whatever a stranger has had sent to its mailbox', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const owner = await strict.shopper()
    await openEmailLink(strict, owner.email)
    const [name, host] = owner.email.split('@')
    const stranger = strict.browser()
    const payload = { name: 'Stranger', email: `${name}+1@${host}`, password }
    await stranger.send({ method: 'POST', url: '/api/user/register', payload })
    const passwords = Array.from({ length: 6 }, (_, at) => `a good password ${at}`)
    for (const [at, next] of passwords.entries())
      await change(stranger, { currentPassword: passwords[at - 1] ?? password, newPassword: next })
    const toldOf = async (email: string) =>
      (await strict.mailsTo(email)).filter(({ subject }) => subject === 'Your password was changed').length
    expect(await toldOf(payload.email)).toBe(3)
    expect((await change(owner, { currentPassword: password, newPassword })).statusCode).toBe(200)
    expect(await toldOf(owner.email)).toBe(1)
    await strict.close()
  })

  it('cannot be guessed at by somebody at an open browser', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const shopper = await strict.shopper()
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => change(shopper, { currentPassword: 'wrong password', newPassword })),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 403)).toHaveLength(10)
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
    await strict.close()
  })
})

describe('where one is logged in', () => {
  it('lists the devices by name, this one marked, and tells nothing of tokens', async () => {
    const shopper = await shop.shopper()
    await secondDevice(
      shopper.email,
      password,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/605.1',
    )
    const answer = await shopper.send({ method: 'GET', url: '/api/user/sessions' })
    const { sessions } = await shopper.api(listSessions)
    expect(sessions.map(({ device, isThisDevice }) => ({ device, isThisDevice }))).toEqual(
      expect.arrayContaining([
        { device: 'Safari on iOS', isThisDevice: false },
        { device: expect.any(String), isThisDevice: true },
      ]),
    )
    expect(sessions).toHaveLength(2)
    const rows = await shop.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', shopper.user._id)
      .execute()
    for (const secret of [shopper.cookies.get('haat-user') ?? '?', ...rows.map((row) => row.token_hash)])
      expect(answer.body).not.toContain(secret)
  })

  it('logs one device out, and no other; again is not found', async () => {
    const shopper = await shop.shopper()
    const [phone, tablet] = [await secondDevice(shopper.email), await secondDevice(shopper.email)]
    const { sessions } = await phone.api(listSessions)
    const id = sessions.find(({ isThisDevice }) => isThisDevice)?._id
    const end = () => shopper.send({ method: 'DELETE', url: `/api/user/sessions/${id}` })
    expect((await end()).statusCode).toBe(200)
    expect([await isIn(shopper), await isIn(phone), await isIn(tablet)]).toEqual([true, false, true])
    expect((await end()).statusCode).toBe(404)
  })

  it("does not find somebody else's", async () => {
    const [shopper, other] = [await shop.shopper(), await shop.shopper()]
    const { sessions } = await other.api(listSessions)
    const answer = await shopper.send({ method: 'DELETE', url: `/api/user/sessions/${sessions[0]?._id}` })
    expect(answer.statusCode).toBe(404)
    expect(await isIn(other)).toBe(true)
  })

  it('leaves out sessions that have run out', async () => {
    const shopper = await shop.shopper()
    shop.setClock(new Date(Date.now() + 15 * DAY_MS))
    const later = await secondDevice(shopper.email)
    const { sessions } = await later.api(listSessions)
    shop.setClock(undefined)
    expect(sessions).toMatchObject([{ isThisDevice: true }])
  })
})
