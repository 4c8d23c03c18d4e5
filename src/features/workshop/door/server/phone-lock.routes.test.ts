import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { softwarePasskey } from '#features/second-factor/testing/software-passkey.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducerPeople, removeProducerDevice } from '../../people/people.contract.ts'
import { invited, maker, PIN } from '../../testing/maker.ts'
import {
  askLock,
  askNewLock,
  enterWorkshop,
  listNames,
  workshopIsAuth,
  workshopLogin,
  workshopLogout,
} from '../door.contract.ts'

const NOW = new Date('2026-12-03T06:00:00Z')
const home = { origin: 'https://shop.example', rpId: 'shop.example' }
const refused = { status: 403, code: 'WORKSHOP_LOCK_REFUSED' }

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
let producer: string
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: home.origin })
  shop.setClock(NOW)
  office = await shop.seller({ staysProved: true })
  producer = await approvedProducer(shop, office)
})
beforeEach(() => shop.setClock(NOW))
afterAll(() => shop.close())

/** Comes in with the lock of a phone. */
async function entered(browser = shop.browser(), name = 'Savita Prajapati') {
  const phone = softwarePasskey(home)
  const token = await invited(office, producer, { name })
  const asked = await browser.api(askNewLock, { body: { token } })
  const { person } = await browser.api(enterWorkshop, { body: { token, lock: phone.create(asked) } })
  return { browser, phone, person: person._id }
}
type Entered = Awaited<ReturnType<typeof entered>>

async function signed({ browser, phone, person }: Entered) {
  const { challenge } = await browser.api(askLock, { body: { person } })
  return { person, lock: phone.sign({ challenge }) }
}

describe('the lock of a phone', () => {
  it('opens the workshop in its browser, in place of a PIN', async () => {
    const own = await entered()
    const { browser, person, phone } = own
    await browser.api(workshopLogout)
    expect((await browser.api(listNames)).people).toEqual([
      expect.objectContaining({ _id: person, hasPin: false, hasLock: true, isOver: false }),
    ])
    const asked = await browser.api(askLock, { body: { person } })
    expect(asked.allowCredentials).toEqual([{ id: phone.id, type: 'public-key' }])
    await browser.api(workshopLogin, { body: { person, lock: phone.sign(asked) } })
    expect((await browser.api(workshopIsAuth)).person._id).toBe(person)
    const { people } = await office.api(listProducerPeople, { params: { id: producer } })
    expect(people.find(({ _id }) => _id === person)?.opensWith).toEqual(['lock'])
  })

  it('is asked for an open invitation alone, and uses nothing up', async () => {
    const token = await invited(office, producer, { phone: '98370 44125' })
    const browser = shop.browser()
    await expect(browser.api(askNewLock, { body: { token: 'a'.repeat(32) } })).rejects.toMatchObject({ status: 400 })
    await expect(browser.api(askNewLock, { body: { token } })).rejects.toMatchObject({ code: 'WRONG_PHONE_END' })
    const known = { token, phoneEnd: '4125' }
    await browser.api(askNewLock, { body: known })
    await browser.api(enterWorkshop, { body: { ...known, pin: PIN } })
    await expect(browser.api(askNewLock, { body: known })).rejects.toMatchObject({ code: 'INVITATION_OVER' })
  })

  it.each<[string, { origin?: string; rpId?: string; isVerified?: boolean; challenge?: string }]>([
    ['of another address', { origin: 'https://sh0p.example' }],
    ['of another name', { rpId: 'sh0p.example' }],
    ['of a phone that asked for nothing', { isVerified: false }],
    ['that answers what was not asked', { challenge: 'AAAA' }],
  ])('%s is refused, and the invitation stays', async (_, wrong) => {
    const browser = shop.browser()
    const token = await invited(office, producer)
    const asked = await browser.api(askNewLock, { body: { token } })
    const lock = softwarePasskey(home).create({ ...asked, ...wrong })
    await expect(browser.api(enterWorkshop, { body: { token, lock } })).rejects.toMatchObject(refused)
    await browser.api(enterWorkshop, { body: { token, pin: PIN } })
  })

  it('signs once, within five minutes, for its person and in its browser', async () => {
    const own = await entered()
    const { browser, person } = own
    const first = await signed(own)
    await browser.api(workshopLogin, { body: first })
    await expect(browser.api(workshopLogin, { body: first })).rejects.toMatchObject(refused)
    const late = await signed(own)
    shop.setClock(new Date(NOW.getTime() + 6 * MINUTE_MS))
    await expect(browser.api(workshopLogin, { body: late })).rejects.toMatchObject(refused)
    const stranger = softwarePasskey(home)
    const { challenge } = await browser.api(askLock, { body: { person } })
    const forged = { ...stranger.sign({ challenge }), id: own.phone.id, rawId: own.phone.id }
    await expect(browser.api(workshopLogin, { body: { person, lock: forged } })).rejects.toMatchObject(refused)
    const elsewhere = await signed(own)
    await expect(shop.browser().api(workshopLogin, { body: elsewhere })).rejects.toMatchObject(refused)
    await expect(shop.browser().api(askLock, { body: { person } })).rejects.toMatchObject({ code: 'PIN_OVER' })
    const other = await entered(browser, 'Imran')
    const lent = { ...(await signed(other)), person }
    await expect(browser.api(workshopLogin, { body: lent })).rejects.toMatchObject(refused)
  })

  it('opens nothing after five wrong PINs have ended the phone, though it was asked before', async () => {
    const own = await entered()
    const body = await signed(own)
    await shop.db.updateTable('workshop_bindings').set({ wrong: 5 }).where('person_id', '=', own.person).execute()
    await expect(own.browser.api(workshopLogin, { body })).rejects.toMatchObject(refused)
    await expect(own.browser.api(askLock, { body: { person: own.person } })).rejects.toMatchObject({ code: 'PIN_OVER' })
  })

  it('opens nothing after the phone was ended, nor on a phone that waits after a restore', async () => {
    const own = await entered()
    const body = await signed(own)
    const { devices } = await office.api(listProducerPeople, { params: { id: producer } })
    const device = devices.find(({ people }) => people.some(({ _id }) => _id === own.person))
    await office.api(removeProducerDevice, { params: { id: producer, device: device?._id ?? '' } })
    await expect(own.browser.api(workshopLogin, { body })).rejects.toMatchObject(refused)
    const restored = await entered()
    const before = await signed(restored)
    await markRestored(shop.db, NOW)
    office = await shop.seller({ staysProved: true })
    await expect(restored.browser.api(workshopLogin, { body: before })).rejects.toMatchObject(refused)
  })

  it('counts for no PIN: who has none has nothing to guess', async () => {
    const { browser, person } = await entered()
    await expect(browser.api(workshopLogin, { body: { person, pin: PIN } })).rejects.toMatchObject({
      code: 'WRONG_PIN',
    })
    await expect(browser.api(workshopLogin, { body: { person, pin: '' } })).rejects.toMatchObject({ code: 'WRONG_PIN' })
  })

  it('is not lent at an address without https', async () => {
    const plain = await testShop({ ...sellerSettings, PUBLIC_URL: 'http://shop.example' })
    try {
      const seller = await plain.seller({ staysProved: true })
      const token = await invited(seller, await approvedProducer(plain, seller))
      await expect(plain.browser().api(askNewLock, { body: { token } })).rejects.toMatchObject({
        code: 'WORKSHOP_NO_LOCK',
        status: 409,
      })
      await maker(plain, seller)
    } finally {
      await plain.close()
    }
  })
})
