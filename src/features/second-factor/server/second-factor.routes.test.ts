import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerIsAuth, sellerLogin } from '#features/auth/auth.contract.ts'
import { makePayoutRun } from '#features/payouts/payouts.contract.ts'
import { listTeam } from '#features/team/team.contract.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  confirmSecondFactor,
  enterByCode,
  getSecondFactor,
  proveAgain,
  removeSecondFactor,
  setUpSecondFactor,
} from '../second-factor.contract.ts'
import { authenticatorApp } from '../testing/authenticator-app.ts'
import { withoutFactors } from '../testing/without-factors.ts'

const credentials = { email: sellerSettings.SELLER_EMAIL, password: sellerSettings.SELLER_PASSWORD }
const currentPassword = credentials.password

let shop: TestShop
let at: Date
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, RATE_LIMIT: 'on' }, { processes: onPostgres ? 2 : 1 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  at = new Date('2030-05-01T10:00:00Z')
  shop.setClock(at)
  await withoutFactors(shop.db)
})

function pass(ms: number) {
  at = new Date(at.getTime() + ms)
  shop.setClock(at)
}

type Browser = Awaited<ReturnType<TestShop['seller']>>

const run = (browser: Pick<Browser, 'api'>, body = {}) =>
  browser.api(makePayoutRun, { headers: { 'idempotency-key': crypto.randomUUID() }, body })
const subjects = async () => (await shop.mailsTo(credentials.email)).map(({ subject }) => subject)

/** A person with a second factor, set up two days ago, who is logged in still. */
async function withFactor() {
  const first = await shop.seller()
  const app = authenticatorApp((await first.api(setUpSecondFactor, { body: {} })).otpauth, () => at)
  const { recovery } = await first.api(confirmSecondFactor, { body: { code: app.code() } })
  pass(2 * DAY_MS)
  const browser = shop.browser()
  await browser.api(sellerLogin, { body: credentials })
  await browser.api(enterByCode, { body: { code: app.code() } })
  pass(30 * SECOND_MS)
  return { app, recovery, browser }
}

describe('setting up', () => {
  it('answers a key for an app and, once a code of it is typed, ten recovery codes; a mail and the activity tell of it', async () => {
    const seller = await shop.seller()
    const { otpauth } = await seller.api(setUpSecondFactor, { body: {} })
    expect(otpauth).toMatch(/^otpauth:\/\/totp\/Haat:seller%40example\.com\?issuer=Haat&secret=[A-Z2-7]{32}&/)
    const app = authenticatorApp(otpauth, () => at)
    await expect(seller.api(confirmSecondFactor, { body: { code: '000000' } })).rejects.toMatchObject({
      code: 'WRONG_CODE',
    })
    expect(await seller.api(getSecondFactor)).toMatchObject({ since: null, appSince: null, codesLeft: 0 })
    const { recovery } = await seller.api(confirmSecondFactor, { body: { code: app.code() } })
    expect(new Set(recovery).size).toBe(10)
    for (const code of recovery) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(await seller.api(getSecondFactor)).toMatchObject({ since: at, codesLeft: 10 })
    expect(await subjects()).toEqual(['Your second factor is on'])
    const { entries } = await seller.api(listAudit)
    expect(entries[0]).toMatchObject({ action: 'seller.factor', summary: 'Second factor set up' })
  })

  it('keeps no code in a form in which it could be read', async () => {
    const { recovery } = await withFactor()
    const stored = JSON.stringify(await shop.db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of recovery) expect(stored).not.toContain(code.replace('-', ''))
  })

  it('takes a proof of who is there, and does not replace a factor', async () => {
    const seller = await shop.seller()
    pass(11 * MINUTE_MS)
    await expect(seller.api(setUpSecondFactor, { body: {} })).rejects.toMatchObject({ status: 401, code: 'ASK_AGAIN' })
    const { browser } = await withFactor()
    await expect(browser.api(setUpSecondFactor, { body: {} })).rejects.toMatchObject({ code: 'FACTOR_SET_UP' })
  })

  it('logs out the other devices', async () => {
    const other = await shop.seller()
    await withFactor()
    await expect(other.api(sellerIsAuth)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' })
  })
})

describe('a login', () => {
  it('needs a code, and opens nothing before', async () => {
    const { app } = await withFactor()
    const browser = shop.browser()
    const answer = await browser.api(sellerLogin, { body: credentials })
    expect(answer).toMatchObject({ needs: 'code', message: 'Now enter the six digits of your app' })
    expect(answer.person).toBeUndefined()
    await expect(browser.api(sellerIsAuth)).rejects.toMatchObject({ status: 401, code: 'NOT_LOGGED_IN' })
    await expect(browser.api(enterByCode, { body: { code: '000000' } })).rejects.toMatchObject({ code: 'WRONG_CODE' })
    const { person } = await browser.api(enterByCode, { body: { code: ` ${app.code().replace(/...$/, ' $&')} ` } })
    expect((await browser.api(sellerIsAuth)).person).toEqual(person)
  })

  it('takes a code once, and no older one after it', async () => {
    const { app } = await withFactor()
    const [first, second] = [shop.browser(), shop.browser()]
    for (const browser of [first, second]) await browser.api(sellerLogin, { body: credentials })
    const code = app.code()
    await first.api(enterByCode, { body: { code } })
    for (const used of [code, app.code(-1)])
      await expect(second.api(enterByCode, { body: { code: used } })).rejects.toMatchObject({ code: 'CODE_USED' })
    // Nor can the login that was finished be finished again.
    await expect(first.api(enterByCode, { body: { code: app.code(1) } })).rejects.toMatchObject({ code: 'LOGIN_OVER' })
    await second.api(enterByCode, { body: { code: app.code(1) } })
  })

  it('is over after ten minutes, and when the password is changed meanwhile', async () => {
    const { app } = await withFactor()
    const late = shop.browser()
    await late.api(sellerLogin, { body: credentials })
    pass(10 * MINUTE_MS)
    await expect(late.api(enterByCode, { body: { code: app.code() } })).rejects.toMatchObject({ code: 'LOGIN_OVER' })
    const other = shop.browser()
    await other.api(sellerLogin, { body: credentials })
    const { password_hash } = await shop.db.selectFrom('sellers').select('password_hash').executeTakeFirstOrThrow()
    await shop.db.updateTable('sellers').set({ password_hash: 'changed' }).execute()
    await expect(other.api(enterByCode, { body: { code: app.code() } })).rejects.toMatchObject({ code: 'LOGIN_OVER' })
    await shop.db.updateTable('sellers').set({ password_hash }).execute()
  })

  it('goes by a recovery code, each once and however it is typed, and a mail tells of it', async () => {
    const { recovery } = await withFactor()
    const [code = ''] = recovery
    const browser = shop.browser()
    await browser.api(sellerLogin, { body: credentials })
    await browser.api(enterByCode, { body: { code: code.toUpperCase().replace('-', ' ') } })
    expect((await browser.api(getSecondFactor)).codesLeft).toBe(9)
    expect(await subjects()).toContain('A recovery code was used')
    const again = shop.browser()
    await again.api(sellerLogin, { body: credentials })
    await expect(again.api(enterByCode, { body: { code } })).rejects.toMatchObject({ code: 'WRONG_CODE' })
  })

  it('ends with the fifth wrong code in 15 minutes, whoever asks from wherever; only who knows the password can cause that', async () => {
    const { app } = await withFactor()
    const stranger = shop.browser()
    for (let tries = 0; tries < 8; tries += 1)
      await expect(stranger.api(enterByCode, { body: { code: '000000' } })).rejects.toMatchObject({
        code: 'LOGIN_OVER',
      })
    const browsers = [shop.browser(), shop.browser()]
    for (const browser of browsers) await browser.api(sellerLogin, { body: credentials })
    for (let tries = 0; tries < 4; tries += 1)
      await expect(browsers[tries % 2]?.api(enterByCode, { body: { code: '000000' } })).rejects.toMatchObject({
        code: 'WRONG_CODE',
      })
    await expect(browsers[0]?.api(enterByCode, { body: { code: '000000' } })).rejects.toMatchObject({
      code: 'TOO_MANY',
    })
    // What the password began is over, and a new try waits.
    await expect(browsers[1]?.api(enterByCode, { body: { code: app.code() } })).rejects.toMatchObject({
      code: 'LOGIN_OVER',
    })
    await browsers[1]?.api(sellerLogin, { body: credentials })
    await expect(browsers[1]?.api(enterByCode, { body: { code: app.code() } })).rejects.toMatchObject({
      code: 'TOO_MANY',
    })
    pass(15 * MINUTE_MS)
    await browsers[1]?.api(sellerLogin, { body: credentials })
    await browsers[1]?.api(enterByCode, { body: { code: app.code() } })
  })

  it('in two places with one code opens one of them', async () => {
    const { app } = await withFactor()
    const browsers = [shop.browser(), shop.browser(), shop.browser()]
    for (const browser of browsers) await browser.api(sellerLogin, { body: credentials })
    const results = await Promise.allSettled(
      browsers.map((one) => one.api(enterByCode, { body: { code: app.code() } })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('on a browser that is new is told by mail; one that is known is not', async () => {
    const { app, browser } = await withFactor()
    const mails = async () => (await subjects()).filter((subject) => subject.includes('new device'))
    expect(await mails()).toHaveLength(1)
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36' }
    const phone = shop.browser()
    for (const one of [browser, phone, phone]) {
      pass(MINUTE_MS)
      await one.api(sellerLogin, { body: credentials })
      const payload = { code: app.code() }
      await one.send({ method: 'POST', url: '/api/second-factor/enter', payload, headers })
    }
    expect(await mails()).toHaveLength(2)
    expect((await shop.mailsTo(credentials.email)).at(-1)?.text_body).toContain('Chrome on Android')
  })
})

describe('a proof', () => {
  it('of a login holds for ten minutes; then what moves money asks again', async () => {
    const seller = await shop.seller()
    await expect(run(seller)).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
    pass(10 * MINUTE_MS)
    await expect(run(seller)).rejects.toMatchObject({ status: 401, code: 'ASK_AGAIN' })
    expect((await seller.api(listTeam)).provedUntil).toBeNull()
    await seller.api(proveAgain, { body: { currentPassword } })
    await expect(run(seller)).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
    pass(10 * MINUTE_MS)
    await expect(run(seller, { currentPassword })).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
    await expect(run(seller, { currentPassword: 'wrong' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
  })

  it('is a code where there is a second factor: the password is not enough', async () => {
    const { app, browser, recovery } = await withFactor()
    pass(10 * MINUTE_MS)
    expect((await browser.api(sellerIsAuth)).asks).toBe('code')
    await expect(run(browser, { currentPassword })).rejects.toMatchObject({ code: 'ASK_AGAIN' })
    await expect(browser.api(proveAgain, { body: { currentPassword } })).rejects.toMatchObject({ code: 'CODE_ASKED' })
    await expect(browser.api(proveAgain, { body: { code: '000000' } })).rejects.toMatchObject({ code: 'WRONG_CODE' })
    const { until } = await browser.api(proveAgain, { body: { code: app.code() } })
    expect(until).toEqual(new Date(at.getTime() + 10 * MINUTE_MS))
    await expect(run(browser)).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
    pass(10 * MINUTE_MS)
    await browser.api(proveAgain, { body: { code: recovery[3] ?? '' } })
    await expect(run(browser)).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
  })

  it('may be the password on the day on which the first factor was set up', async () => {
    const seller = await shop.seller()
    const app = authenticatorApp((await seller.api(setUpSecondFactor, { body: {} })).otpauth, () => at)
    await seller.api(confirmSecondFactor, { body: { code: app.code() } })
    pass(DAY_MS / 4)
    await seller.api(proveAgain, { body: { currentPassword } })
    pass(DAY_MS / 4)
    await seller.api(proveAgain, { body: { code: app.code() } })
    await expect(run(seller)).rejects.toMatchObject({ code: 'NOBODY_TO_PAY' })
  })

  it('by the fifth wrong code waits, as a login does', async () => {
    const { app, browser } = await withFactor()
    for (let tries = 0; tries < 5; tries += 1)
      await expect(browser.api(proveAgain, { body: { code: '000000' } })).rejects.toThrow()
    await expect(browser.api(proveAgain, { body: { code: app.code() } })).rejects.toMatchObject({ code: 'TOO_MANY' })
  })
})

describe('taking it off', () => {
  it('takes password and code; then the password alone opens again, and a mail tells of it', async () => {
    const { app, browser } = await withFactor()
    await expect(
      browser.api(removeSecondFactor, { body: { currentPassword: 'wrong', code: app.code() } }),
    ).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(browser.api(removeSecondFactor, { body: { currentPassword, code: '000000' } })).rejects.toMatchObject({
      code: 'WRONG_CODE',
    })
    await browser.api(removeSecondFactor, { body: { currentPassword, code: app.code() } })
    expect(await subjects()).toContain('Your second factor was taken off')
    expect((await shop.browser().api(sellerLogin, { body: credentials })).person).toBeDefined()
    await expect(
      browser.api(removeSecondFactor, { body: { currentPassword, code: app.code() } }),
    ).rejects.toMatchObject({
      code: 'NO_FACTOR',
    })
  })
})

describe('where it is demanded', () => {
  it('who has none can set it up and nothing else', async () => {
    const strict = await testShop({ ...sellerSettings, SECOND_FACTOR: 'demanded' })
    const seller = await strict.seller()
    expect(await seller.api(sellerIsAuth)).toMatchObject({ mustSetUp: true, asks: 'password' })
    await expect(seller.api(listTeam)).rejects.toMatchObject({ status: 403, code: 'SECOND_FACTOR_NEEDED' })
    const { otpauth } = await seller.api(setUpSecondFactor, { body: {} })
    const app = authenticatorApp(otpauth, () => new Date())
    await seller.api(confirmSecondFactor, { body: { code: app.code() } })
    expect((await seller.api(sellerIsAuth)).mustSetUp).toBe(false)
    await seller.api(listTeam)
    await strict.close()
  })
})
