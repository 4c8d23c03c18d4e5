import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { workshopIsAuth, workshopLogin } from '../../door/door.contract.ts'
import { maker, PIN } from '../../testing/maker.ts'
import { getOwnLogin, setOwnLogin } from '../own-login.contract.ts'

const NOW = new Date('2026-12-03T06:00:00Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const login = { email: 'savita@example.com', newPassword: 'clay and water' }
const password = login.newPassword

let shop: TestShop
let producer: string
let office: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(NOW)
  office = await shop.seller({ staysProved: true })
  producer = await approvedProducer(shop, office)
})
beforeEach(async () => {
  shop.setClock(NOW)
  await shop.db.updateTable('producer_people').set({ email: null, password_hash: null }).execute()
  await shop.db.deleteFrom('outbox').execute()
})
afterAll(() => shop.close())

const opens = (email: string, typed: string) => shop.browser().api(workshopLogin, { body: { email, password: typed } })

describe('email and password of one of a producer’s people', () => {
  it('are set by who came in lately, open the workshop in any browser, and are told to the address', async () => {
    const own = await maker(shop, office, { producer })
    expect(await own.api(getOwnLogin)).toEqual({ email: null, hasPassword: false, cameInLately: true })
    await own.api(setOwnLogin, { body: login })
    expect(await own.api(getOwnLogin)).toMatchObject({ email: login.email, hasPassword: true })
    const elsewhere = shop.browser()
    await elsewhere.api(workshopLogin, { body: { email: login.email, password } })
    expect((await elsewhere.api(workshopIsAuth)).person._id).toBe(own._id)
    const [mail] = await shop.mailsTo(login.email)
    expect(mail?.subject).toContain('वर्कशॉप का आपका लॉगिन')
    const acts = shop.db.selectFrom('audit_log').select(['summary']).where('action', '=', 'workshop.login-set')
    expect(JSON.stringify(await acts.execute())).not.toContain(login.email)
  })

  it('are not set by who came in long ago, but with the password there is until now', async () => {
    const own = await maker(shop, office, { producer })
    await own.api(setOwnLogin, { body: login })
    shop.setClock(later(11))
    const next = { email: 'savita.new@example.com', newPassword: 'kiln and fire' }
    await expect(own.api(setOwnLogin, { body: next })).rejects.toMatchObject({
      status: 403,
      code: 'WORKSHOP_COME_IN_AGAIN',
    })
    const wrong = own.api(setOwnLogin, { body: { ...next, currentPassword: 'clay and sand' } })
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await own.api(setOwnLogin, { body: { ...next, currentPassword: password } })
    await expect(opens(login.email, password)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    await opens(next.email, next.newPassword)
    // The old address hears of it, too.
    expect((await shop.mailsTo(login.email)).length).toBe(2)
  })

  it('are set anew by who forgot the password and comes in with the PIN; the old one shuts what it had opened', async () => {
    const own = await maker(shop, office, { producer })
    await own.api(setOwnLogin, { body: login })
    const elsewhere = shop.browser()
    await elsewhere.api(workshopLogin, { body: { email: login.email, password } })
    shop.setClock(later(11))
    await own.api(workshopLogin, { body: { person: own._id, pin: PIN } })
    await own.api(setOwnLogin, { body: { ...login, newPassword: 'kiln and fire' } })
    await expect(elsewhere.api(workshopIsAuth)).rejects.toMatchObject({ status: 401 })
    expect((await own.api(workshopIsAuth)).person._id).toBe(own._id)
  })

  it('are nobody else’s, and no password that everybody has', async () => {
    const [own, other] = [await maker(shop, office, { producer }), await maker(shop, office, { producer })]
    await other.api(setOwnLogin, { body: login })
    await expect(own.api(setOwnLogin, { body: login })).rejects.toMatchObject({ code: 'WORKSHOP_EMAIL_TAKEN' })
    const common = own.api(setOwnLogin, { body: { email: 'own@example.com', newPassword: 'password1' } })
    await expect(common).rejects.toMatchObject({ status: 400, fields: { newPassword: expect.any(String) } })
    expect(await own.api(getOwnLogin)).toMatchObject({ email: null })
  })

  it('are taken once where two save the same address at the same moment', async () => {
    const both = [await maker(shop, office, { producer }), await maker(shop, office, { producer })]
    const asked = await Promise.allSettled(both.map((one) => one.api(setOwnLogin, { body: login })))
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(['WORKSHOP_EMAIL_TAKEN'])
  })

  it('are not set by a phone that was ended while the new password was worked on', async () => {
    const own = await maker(shop, office, { producer })
    const asked = own.api(setOwnLogin, { body: login })
    await shop.db.deleteFrom('sessions').where('account_id', '=', own._id).execute()
    await expect(asked).rejects.toMatchObject({ status: 401 })
    await expect(opens(login.email, password)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  })
})
