import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { SHARED_IDLE_MS } from '#features/auth/server/workshop-session.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  listProducerPeople,
  removeOwnPerson,
  removeProducerDevice,
  removeProducerPerson,
  resumeProducerDevice,
} from '../../people/people.contract.ts'
import { invited, maker, PIN } from '../../testing/maker.ts'
import {
  enterWorkshop,
  listNames,
  lookAtInvitation,
  setLanguage,
  workshopIsAuth,
  workshopLogin,
  workshopLogout,
} from '../door.contract.ts'

/** With 1000 it passes, too, and takes a second more. */
const TRIES = 40

const NOW = new Date('2026-12-03T06:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let producer: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(NOW)
  office = await shop.seller({ staysProved: true })
  producer = await approvedProducer(shop, office)
})
beforeEach(() => shop.setClock(NOW))
afterAll(() => shop.close())

const phoneOf = async ({ api }: Pick<ReturnType<TestShop['browser']>, 'api'>) => (await api(listNames)).people

describe('an invitation', () => {
  it('opens the workshop once, with the browser bound to the PIN', async () => {
    const token = await invited(office, producer)
    const browser = shop.browser()
    expect(await browser.api(lookAtInvitation, { body: { token } })).toMatchObject({
      asksPhone: false,
      invitation: {
        name: 'Savita Prajapati',
        producer: 'Bina Handloom Collective',
        language: 'hi',
        until: later(14 * DAY_MS),
      },
    })
    const entered = await browser.api(enterWorkshop, { body: { token, pin: '४०७१९२', name: 'Savita' } })
    expect(entered).toMatchObject({ person: { name: 'Savita' }, producer: { _id: producer } })
    expect(await browser.api(workshopIsAuth)).toMatchObject({
      person: { name: 'Savita', language: 'hi', isHelper: false },
      producer: { _id: producer, isSuspended: false },
      isShared: false,
    })
    for (const again of [browser, shop.browser()])
      await expect(again.api(enterWorkshop, { body: { token, pin: PIN } })).rejects.toMatchObject({
        code: 'INVITATION_OVER',
        status: 400,
      })
    const mails = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mails.at(-1)?.subject).toBe('Savita has opened the workshop of Bina Handloom Collective')
  })

  it('asks for the end of the phone number before it names anybody, five times at most', async () => {
    const token = await invited(office, producer, { phone: '98370 44125' })
    const browser = shop.browser()
    expect(await browser.api(lookAtInvitation, { body: { token } })).toEqual({ asksPhone: true, invitation: null })
    for (const left of [4, 3, 2])
      await expect(browser.api(lookAtInvitation, { body: { token, phoneEnd: '0000' } })).rejects.toMatchObject({
        code: 'WRONG_PHONE_END',
        message: expect.stringContaining(`${left} tr`),
      })
    await expect(browser.api(enterWorkshop, { body: { token, pin: PIN } })).rejects.toMatchObject({ status: 403 })
    const right = { token, phoneEnd: '4125' }
    expect((await browser.api(lookAtInvitation, { body: right })).invitation?.name).toBe('Savita Prajapati')
    for (const wrong of ['1', '2', '3', '4', '5'])
      await browser.api(lookAtInvitation, { body: { token, phoneEnd: wrong } }).catch(() => {})
    await expect(browser.api(enterWorkshop, { body: { ...right, pin: PIN } })).rejects.toMatchObject({
      code: 'INVITATION_OVER',
    })
  })

  it.each(['123456', '40719', '111111', '198504'])('refuses the PIN %s, and stays', async (pin) => {
    const token = await invited(office, producer)
    const answer = await shop.browser().send({ method: 'POST', url: '/api/workshop/enter', payload: { token, pin } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.pin).toEqual(expect.any(String))
    expect((await shop.browser().api(lookAtInvitation, { body: { token } })).invitation).not.toBeNull()
  })

  it('ends after 14 days, and the bytes of another opens nothing', async () => {
    const token = await invited(office, producer)
    shop.setClock(later(14 * DAY_MS))
    for (const wrong of [token, 'x'.repeat(32)])
      await expect(shop.browser().api(enterWorkshop, { body: { token: wrong, pin: PIN } })).rejects.toMatchObject({
        code: 'INVITATION_OVER',
      })
  })

  it('lets one of two in who use it at the same moment', async () => {
    const token = await invited(office, producer)
    const both = await Promise.allSettled([
      shop.browser().api(enterWorkshop, { body: { token, pin: PIN } }),
      shop.browser().api(enterWorkshop, { body: { token, pin: PIN } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('opens by email and password, too, on any device', async () => {
    const token = await invited(office, producer, { email: 'harish@example.com' })
    const [mail] = await shop.mailsTo('harish@example.com')
    expect(mail?.text_body).toContain(`/workshop/enter?token=${token}`)
    await expect(shop.browser().api(enterWorkshop, { body: { token } })).rejects.toMatchObject({
      code: 'PIN_OR_PASSWORD',
    })
    await shop.browser().api(enterWorkshop, { body: { token, password: 'clay and water' } })
    const elsewhere = shop.browser()
    const wrong = { email: 'harish@example.com', password: 'clay and sand' }
    await expect(elsewhere.api(workshopLogin, { body: wrong })).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    await elsewhere.api(workshopLogin, { body: { ...wrong, password: 'clay and water' } })
    expect((await elsewhere.api(workshopIsAuth)).producer._id).toBe(producer)
  })
})

describe('a PIN', () => {
  it('opens the workshop in its browser only, and five wrong ones end it', async () => {
    const own = await maker(shop, office, { producer })
    await own.api(workshopLogout)
    const [name] = await phoneOf(own)
    expect(name).toMatchObject({
      _id: own._id,
      name: 'Savita Prajapati',
      producer: 'Bina Handloom Collective',
      isOver: false,
    })
    const open = (pin: string, browser: Pick<typeof own, 'api'> = own) =>
      browser.api(workshopLogin, { body: { person: own._id, pin } })
    await expect(open(PIN, shop.browser())).rejects.toMatchObject({ code: 'PIN_OVER', status: 401 })
    for (const left of [4, 3])
      await expect(open('000000')).rejects.toMatchObject({
        code: 'WRONG_PIN',
        message: `This PIN was wrong. ${left} tries left`,
      })
    await open(PIN)
    expect((await own.api(workshopIsAuth)).person._id).toBe(own._id)
    for (let tries = 0; tries < 4; tries += 1) await expect(open('000000')).rejects.toMatchObject({ code: 'WRONG_PIN' })
    await expect(open('000000')).rejects.toMatchObject({ code: 'PIN_OVER' })
    await expect(open(PIN)).rejects.toMatchObject({ code: 'PIN_OVER' })
    await expect(own.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
    expect(await phoneOf(own)).toMatchObject([{ isOver: true }])
    // A new invitation for the same person binds the phone again.
    const token = await invited(office, producer, { person: own._id })
    await own.api(enterWorkshop, { body: { token, pin: '918273' } })
    expect((await own.api(workshopIsAuth)).person._id).toBe(own._id)
  })

  it('is tried at most five times, however many tries come at once from however many addresses', async () => {
    const own = await maker(shop, office, { producer })
    const pins = Array.from({ length: TRIES }, (_, at) => String(500_000 + at))
    const tries = await Promise.allSettled(
      pins.map((pin, at) =>
        own.send({
          ...{ method: 'POST', url: '/api/workshop/login', payload: { person: own._id, pin } },
          remoteAddress: `10.0.${at >> 8}.${at & 255}`,
        }),
      ),
    )
    const codes = tries.map((one) => (one.status === 'fulfilled' ? one.value.json().code : 'failed'))
    // What the busy shop did not compare did not count, and may be tried later.
    const wrong = (pin: string) => own.api(workshopLogin, { body: { person: own._id, pin } }).catch(({ code }) => code)
    while (codes.at(-1) !== 'PIN_OVER' || codes.length === pins.length) codes.push(await wrong('500000'))
    expect(codes.filter((code) => !['WRONG_PIN', 'PIN_OVER', 'OVERLOADED'].includes(code))).toEqual([])
    expect(codes.filter((code) => code === 'WRONG_PIN')).toHaveLength(4)
    await expect(own.api(workshopLogin, { body: { person: own._id, pin: PIN } })).rejects.toMatchObject({
      code: 'PIN_OVER',
    })
  })

  it('is kept with the secret of the browser, which the shop knows as a hash only', async () => {
    const own = await maker(shop, office, { producer })
    const secret = own.cookies.get('haat-workshop-device') ?? ''
    expect(secret).toHaveLength(32)
    for (const table of ['workshop_devices', 'workshop_bindings', 'sessions'] as const) {
      const rows = JSON.stringify(await shop.db.selectFrom(table).selectAll().execute())
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(PIN)
    }
  })
})

describe('a phone that several share', () => {
  it('shows all names, each opens its own workshop only, and shuts after 15 minutes without use', async () => {
    const first = await maker(shop, office, { producer, name: 'Rekha Kumari' })
    expect(await first.api(workshopIsAuth)).toMatchObject({ isShared: false })
    const other = await approvedProducer(shop, office)
    const second = await maker(shop, office, { producer: other, name: 'Imran Ansari', browser: first })
    const names = await first.send({ method: 'GET', url: '/api/workshop/names' })
    expect(names.headers['cache-control']).toBe('no-store')
    expect((await phoneOf(first)).map(({ name }) => name)).toEqual(['Imran Ansari', 'Rekha Kumari'])
    expect(await first.api(workshopIsAuth)).toMatchObject({
      person: { _id: second._id },
      producer: { _id: other },
      isShared: true,
    })
    await first.api(workshopLogin, { body: { person: first._id, pin: PIN } })
    expect((await first.api(workshopIsAuth)).producer._id).toBe(producer)
    shop.setClock(later(SHARED_IDLE_MS - MINUTE_MS))
    await first.api(workshopIsAuth)
    shop.setClock(later(2 * SHARED_IDLE_MS - 2 * MINUTE_MS))
    await first.api(workshopIsAuth)
    shop.setClock(later(4 * SHARED_IDLE_MS))
    await expect(first.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
  })
})

describe('a session of the workshop', () => {
  it('ends at once where the person or the phone is taken out', async () => {
    const [one, two] = [await maker(shop, office, { producer }), await maker(shop, office, { producer })]
    await office.api(removeProducerPerson, { params: { id: producer, person: one._id } })
    await expect(one.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
    expect(await phoneOf(one)).toEqual([])
    const { devices } = await office.api(listProducerPeople, { params: { id: producer } })
    const device = devices.find(({ people }) => people.some(({ _id }) => _id === two._id))?._id ?? ''
    await office.api(removeProducerDevice, { params: { id: producer, device } })
    await expect(two.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
    await expect(two.api(workshopLogin, { body: { person: two._id, pin: PIN } })).rejects.toMatchObject({
      code: 'PIN_OVER',
    })
  })

  it('is none of the office and of shoppers, who get 403, nor the other way round', async () => {
    const own = await maker(shop, office, { producer })
    const shopper = await shop.shopper()
    for (const other of [office, shopper])
      await expect(other.api(workshopIsAuth)).rejects.toMatchObject({ status: 403 })
    await expect(own.api(sellerIsAuth)).rejects.toMatchObject({ status: 403 })
    await expect(shop.browser().api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
  })

  it('says that the producer is suspended, and stays', async () => {
    const of = await approvedProducer(shop, office)
    const own = await maker(shop, office, { producer: of })
    await office.api(suspendProducer, { params: { id: of } })
    expect((await own.api(workshopIsAuth)).producer.isSuspended).toBe(true)
  })

  it('of a helper opens neither people nor what else is the producer’s own', async () => {
    const own = await maker(shop, office, { producer })
    const helper = await maker(shop, office, { producer, name: 'Sunita Devi', helper: true })
    expect((await helper.api(workshopIsAuth)).person.isHelper).toBe(true)
    await expect(helper.api(removeOwnPerson, { params: { person: own._id } })).rejects.toMatchObject({
      code: 'NOT_FOR_HELPERS',
      status: 403,
    })
  })

  it('keeps the language that its person chose', async () => {
    const own = await maker(shop, office, { producer })
    await own.api(setLanguage, { body: { language: 'en' } })
    expect((await own.api(workshopIsAuth)).person.language).toBe('en')
  })
})

it('a restored backup revives no invitation and no session, and phones wait until somebody lets them in', async () => {
  const own = await maker(shop, office, { producer })
  const token = await invited(office, producer)
  await markRestored(shop.db, NOW)
  await expect(own.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
  await expect(shop.browser().api(enterWorkshop, { body: { token, pin: PIN } })).rejects.toMatchObject({
    code: 'INVITATION_OVER',
  })
  const open = () => own.api(workshopLogin, { body: { person: own._id, pin: PIN } })
  await expect(open()).rejects.toMatchObject({ code: 'PIN_OVER' })
  const again = await shop.seller({ staysProved: true })
  const { devices } = await again.api(listProducerPeople, { params: { id: producer } })
  const device = devices.find(({ people }) => people.some(({ _id }) => _id === own._id))
  expect(device?.isPaused).toBe(true)
  await again.api(resumeProducerDevice, { params: { id: producer, device: device?._id ?? '' } })
  await open()
  expect((await own.api(workshopIsAuth)).person._id).toBe(own._id)
})
