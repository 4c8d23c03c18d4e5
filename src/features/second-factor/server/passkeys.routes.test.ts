import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerIsAuth, sellerLogin } from '#features/auth/auth.contract.ts'
import { listTeam } from '#features/team/team.contract.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { addPasskey, askPasskey, beginPasskey, enterByPasskey, removePasskey } from '../passkeys.contract.ts'
import {
  confirmSecondFactor,
  enterByCode,
  getSecondFactor,
  proveAgain,
  removeSecondFactor,
  setUpSecondFactor,
} from '../second-factor.contract.ts'
import { authenticatorApp } from '../testing/authenticator-app.ts'
import { softwarePasskey } from '../testing/software-passkey.ts'
import { withoutFactors } from '../testing/without-factors.ts'
import { passkeyPlace } from './passkey-questions.ts'

const credentials = { email: sellerSettings.SELLER_EMAIL, password: sellerSettings.SELLER_PASSWORD }
const currentPassword = credentials.password
const home = { origin: 'https://shop.example', rpId: 'shop.example' }

let shop: TestShop
let at: Date
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: home.origin }, { processes: onPostgres ? 2 : 1 })
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

type Browser = Pick<Awaited<ReturnType<TestShop['seller']>>, 'api'>
const subjects = async () => (await shop.mailsTo(credentials.email)).map(({ subject }) => subject)
const refused = { status: 403, code: 'PASSKEY_REFUSED' }

async function add({ api }: Browser, passkey = softwarePasskey(home), name = '') {
  const { challenge } = await api(beginPasskey, { body: { currentPassword } })
  return api(addPasskey, { body: { name, passkey: passkey.create({ challenge }) } })
}
async function signed({ api }: Browser, passkey: ReturnType<typeof softwarePasskey>) {
  const { challenge } = await api(askPasskey, { body: {} })
  return { passkey: passkey.sign({ challenge }) }
}

/** A person whose only factor is a passkey, added two days ago. */
async function withPasskey() {
  const passkey = softwarePasskey(home)
  const { recovery } = await add(await shop.seller(), passkey)
  pass(2 * DAY_MS)
  const browser = shop.browser()
  await browser.api(enterByPasskey, { body: await signed(browser, passkey) })
  return { passkey, recovery, browser }
}

describe('a passkey that is added', () => {
  it('is a second factor with ten recovery codes when it is the first; a mail and the activity tell of it', async () => {
    const [seller, other] = [await shop.seller(), await shop.seller()]
    const { recovery, message } = await add(seller, softwarePasskey(home), 'My phone')
    expect([new Set(recovery).size, message]).toEqual([10, 'The passkey is added'])
    const state = await seller.api(getSecondFactor)
    const row = { _id: expect.any(String), name: 'My phone', addedAt: at, usedAt: null }
    expect(state).toEqual({ since: at, appSince: null, codesLeft: 10, passkeys: [row], passkeysAt: home.origin })
    expect(await subjects()).toEqual(['A passkey was added'])
    expect((await seller.api(listAudit)).entries[0]).toMatchObject({ summary: 'Passkey added: My phone' })
    // As with any first factor, other devices are logged out, and the password alone opens nothing.
    await expect(other.api(sellerIsAuth)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' })
    expect(await shop.browser().api(sellerLogin, { body: credentials })).toMatchObject({ needs: 'code' })
  })

  it('is named after the device, and beside an app brings no other codes', async () => {
    const seller = await shop.seller()
    const app = authenticatorApp((await seller.api(setUpSecondFactor, { body: {} })).otpauth, () => at)
    await seller.api(confirmSecondFactor, { body: { code: app.code() } })
    expect((await add(seller)).recovery).toEqual([])
    const { since, appSince, codesLeft, passkeys } = await seller.api(getSecondFactor)
    expect([since, appSince, codesLeft]).toEqual([at, at, 10])
    expect(passkeys[0]?.name).not.toBe('')
  })

  it('needs a proof of who is there, and the password', async () => {
    const seller = await shop.seller()
    const { challenge } = await seller.api(beginPasskey, { body: { currentPassword } })
    const passkey = softwarePasskey(home).create({ challenge })
    const wrong = seller.api(beginPasskey, { body: { currentPassword: 'a wrong one' } })
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    pass(11 * MINUTE_MS)
    for (const call of [
      seller.api(beginPasskey, { body: { currentPassword } }),
      seller.api(addPasskey, { body: { passkey } }),
    ])
      await expect(call).rejects.toMatchObject({ status: 401, code: 'ASK_AGAIN' })
  })

  it.each<[string, { origin?: string; rpId?: string; isVerified?: boolean; challenge?: string }]>([
    ['of another address', { origin: 'https://sh0p.example' }],
    ['of another name', { rpId: 'sh0p.example' }],
    ['of a device that asked for nothing', { isVerified: false }],
    ['that answers what was not asked', { challenge: 'AAAA' }],
  ])('%s is refused', async (_, wrong) => {
    const seller = await shop.seller()
    const { challenge } = await seller.api(beginPasskey, { body: { currentPassword } })
    const passkey = softwarePasskey(home).create({ challenge, ...wrong })
    await expect(seller.api(addPasskey, { body: { passkey } })).rejects.toMatchObject(refused)
    expect((await seller.api(getSecondFactor)).passkeys).toEqual([])
  })

  it('answers within five minutes, once, and to whom it was asked', async () => {
    const seller = await shop.seller()
    const own = softwarePasskey(home)
    const { challenge } = await seller.api(beginPasskey, { body: { currentPassword } })
    pass(5 * MINUTE_MS)
    const late = { passkey: own.create({ challenge }) }
    await expect(seller.api(addPasskey, { body: late })).rejects.toMatchObject(refused)
    const login = await seller.api(askPasskey, { body: {} })
    const mixed = { passkey: own.create(login) }
    await expect(seller.api(addPasskey, { body: mixed })).rejects.toMatchObject(refused)
    const again = await seller.api(beginPasskey, { body: { currentPassword } })
    const right = { passkey: own.create(again) }
    await seller.api(addPasskey, { body: right })
    await expect(seller.api(addPasskey, { body: right })).rejects.toMatchObject(refused)
    await expect(add(seller, own)).rejects.toMatchObject({ status: 409, code: 'PASSKEY_THERE' })
  })

  it('is one of ten at most', async () => {
    const seller = await shop.seller()
    for (let count = 0; count < 10; count += 1) await add(seller)
    await expect(add(seller)).rejects.toMatchObject({ status: 409, code: 'TOO_MANY_PASSKEYS' })
  })

  it.each(['not base64url', '', Buffer.from('[1]').toString('base64url'), Buffer.from('null').toString('base64url')])(
    'refuses %j',
    async (clientDataJSON) => {
      const seller = await shop.seller()
      const passkey = { ...softwarePasskey(home).create({ challenge: 'AAAA' }) }
      const broken = { ...passkey, response: { ...passkey.response, clientDataJSON } }
      await expect(seller.api(addPasskey, { body: { passkey: broken } })).rejects.toMatchObject(refused)
    },
  )
})

describe('a login by passkey', () => {
  it('is a whole login, and proves who is there', async () => {
    const { browser } = await withPasskey()
    expect((await browser.api(sellerIsAuth)).asks).toBe('code')
    await browser.api(listTeam)
    await browser.api(beginPasskey, { body: { currentPassword } })
    expect((await browser.api(getSecondFactor)).passkeys[0]?.usedAt).toEqual(at)
  })

  it('signs once', async () => {
    const { passkey } = await withPasskey()
    const browser = shop.browser()
    const body = await signed(browser, passkey)
    await browser.api(enterByPasskey, { body })
    await expect(shop.browser().api(enterByPasskey, { body })).rejects.toMatchObject(refused)
  })

  it('is told by mail on a new device', async () => {
    const { passkey, browser } = await withPasskey()
    await shop.db.deleteFrom('outbox').execute()
    await browser.api(enterByPasskey, { body: await signed(browser, passkey) })
    expect(await subjects()).toEqual([])
    const other = shop.browser()
    await other.api(enterByPasskey, { body: await signed(other, passkey) })
    expect(await subjects()).toEqual(['You logged in on a new device'])
  })

  it('is refused for a passkey that is not there, that somebody copied, or that another page asked', async () => {
    const { passkey, browser } = await withPasskey()
    const { challenge } = await browser.api(askPasskey, { body: {} })
    const enter = (body: Awaited<ReturnType<typeof signed>>) => shop.browser().api(enterByPasskey, { body })
    const stranger = { ...softwarePasskey(home).sign({ challenge }) }
    await expect(enter({ passkey: stranger })).rejects.toMatchObject(refused)
    const forged = { ...(await signed(browser, softwarePasskey(home))).passkey, id: passkey.id, rawId: passkey.id }
    await expect(enter({ passkey: forged })).rejects.toMatchObject(refused)
    const phished = await browser.api(askPasskey, { body: {} })
    await expect(
      enter({ passkey: passkey.sign({ ...phished, origin: 'https://sh0p.example' }) }),
    ).rejects.toMatchObject(refused)
    const unasked = await browser.api(askPasskey, { body: {} })
    await expect(enter({ passkey: passkey.sign({ ...unasked, isVerified: false }) })).rejects.toMatchObject(refused)
    // A copy of the key counts on its own, and falls behind.
    const early = await signed(browser, passkey)
    await browser.api(enterByPasskey, { body: await signed(browser, passkey) })
    await expect(enter(early)).rejects.toMatchObject(refused)
  })

  it('is refused after the person was removed', async () => {
    const { passkey, browser } = await withPasskey()
    const body = await signed(browser, passkey)
    await shop.db.deleteFrom('passkeys').execute()
    await expect(shop.browser().api(enterByPasskey, { body })).rejects.toMatchObject(refused)
  })
})

describe('who has a passkey', () => {
  it('proves once more who is there with it; the password is not enough, another’s passkey neither', async () => {
    const { passkey, browser } = await withPasskey()
    pass(11 * MINUTE_MS)
    await expect(browser.api(beginPasskey, { body: { currentPassword } })).rejects.toMatchObject({ code: 'ASK_AGAIN' })
    await expect(browser.api(proveAgain, { body: { currentPassword } })).rejects.toMatchObject({ code: 'CODE_ASKED' })
    const stranger = await signed(browser, softwarePasskey(home))
    await expect(browser.api(proveAgain, { body: stranger })).rejects.toMatchObject(refused)
    const { until } = await browser.api(proveAgain, { body: await signed(browser, passkey) })
    expect(until).toEqual(new Date(at.getTime() + 10 * MINUTE_MS))
    await browser.api(beginPasskey, { body: { currentPassword } })
  })

  it('does not prove with a second one on its first day, by a login neither', async () => {
    const { passkey, browser } = await withPasskey()
    const young = softwarePasskey(home)
    await add(browser, young)
    const body = await signed(browser, young)
    await expect(browser.api(proveAgain, { body })).rejects.toMatchObject({ status: 403, code: 'FACTOR_NEW' })
    const other = shop.browser()
    await other.api(enterByPasskey, { body: await signed(other, young) })
    await expect(other.api(beginPasskey, { body: { currentPassword } })).rejects.toMatchObject({ code: 'ASK_AGAIN' })
    await other.api(proveAgain, { body: await signed(other, passkey) })
    pass(DAY_MS)
    const later = shop.browser()
    await later.api(enterByPasskey, { body: await signed(later, young) })
    await later.api(beginPasskey, { body: { currentPassword } })
  })

  it('adds an app by the password, which proves from its second day on', async () => {
    const { browser } = await withPasskey()
    const app = authenticatorApp((await browser.api(setUpSecondFactor, { body: {} })).otpauth, () => at)
    const confirm = (password?: string) =>
      browser.api(confirmSecondFactor, { body: { code: app.code(), currentPassword: password } })
    for (const password of [undefined, 'a wrong one'])
      await expect(confirm(password)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    expect(await confirm(currentPassword)).toMatchObject({ recovery: [] })
    expect(await subjects()).toContain('An app was added to your second factor')
    await expect(browser.api(proveAgain, { body: { code: app.code(1) } })).rejects.toMatchObject({ code: 'FACTOR_NEW' })
    for (const isLater of [false, true]) {
      pass(isLater ? DAY_MS : MINUTE_MS)
      const other = shop.browser()
      await other.api(sellerLogin, { body: credentials })
      await other.api(enterByCode, { body: { code: app.code() } })
      const begun = other.api(beginPasskey, { body: { currentPassword } })
      if (isLater) await begun
      else await expect(begun).rejects.toMatchObject({ code: 'ASK_AGAIN' })
    }
  })

  it('logs in by the password and a recovery code when the device is lost, and removes it', async () => {
    const { recovery } = await withPasskey()
    const browser = shop.browser()
    await browser.api(sellerLogin, { body: credentials })
    await browser.api(enterByCode, { body: { code: recovery[0] ?? '' } })
    const { passkeys } = await browser.api(getSecondFactor)
    const params = { id: passkeys[0]?._id ?? '' }
    const remove = (password: string) => browser.api(removePasskey, { params, body: { currentPassword: password } })
    await expect(remove('a wrong one')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await remove(currentPassword)
    await expect(remove(currentPassword)).rejects.toMatchObject({ code: 'PASSKEY_NOT_FOUND' })
    expect(await browser.api(getSecondFactor)).toMatchObject({ since: null, codesLeft: 0, passkeys: [] })
    expect(await subjects()).toContain('A passkey was removed')
    expect((await shop.browser().api(sellerLogin, { body: credentials })).needs).toBeUndefined()
  })

  it('keeps it when the app is taken off, and the app when it is removed', async () => {
    const { browser, passkey } = await withPasskey()
    const app = authenticatorApp((await browser.api(setUpSecondFactor, { body: {} })).otpauth, () => at)
    await browser.api(confirmSecondFactor, { body: { code: app.code(), currentPassword } })
    await browser.api(removeSecondFactor, { body: { currentPassword, code: app.code(1) } })
    expect(await browser.api(getSecondFactor)).toMatchObject({ since: expect.any(Date), appSince: null, codesLeft: 10 })
    await expect(
      browser.api(removeSecondFactor, { body: { currentPassword, code: app.code(1) } }),
    ).rejects.toMatchObject({ code: 'NO_FACTOR' })
    const other = shop.browser()
    await other.api(enterByPasskey, { body: await signed(other, passkey) })
  })
})

it.each([
  ['https://shop.example', { id: 'shop.example', origin: 'https://shop.example' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://shop.example', null],
  ['http://127.0.0.1:3000', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::7]', null],
])('at %s passkeys belong to %j', (publicUrl, place) => {
  expect(passkeyPlace({ publicUrl })).toEqual(place)
})
