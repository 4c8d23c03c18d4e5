import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { enterWorkshop, workshopLogin, workshopLogout } from '../../door/door.contract.ts'
import { removeOwnPerson, removeProducerDevice, resumeProducerDevice } from '../../people/people.contract.ts'
import { invited, maker, PIN } from '../../testing/maker.ts'
import { pushBrowser } from '../../testing/push-service.ts'
import { allowPush, endPush, getPush } from '../push.contract.ts'
import { browsersOf } from './subscriptions.ts'

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
})
afterEach(() => shop.close())

const toldOf = async (producer: string) => (await browsersOf(shop.db, [producer])).map(({ person_id }) => person_id)

describe('push in a browser', () => {
  it('is off until it is allowed there, and again when it is ended; the key stays the same', async () => {
    const savita = await maker(shop, office)
    const first = await savita.api(getPush)
    expect(first).toMatchObject({ isOn: false, key: expect.stringMatching(/^[\w-]{87}$/) })
    expect(await savita.api(allowPush, { body: pushBrowser().allowed })).toMatchObject({ isOn: true, key: first.key })
    expect(await savita.api(getPush)).toMatchObject({ isOn: true, key: first.key })
    // A browser has one at a time, and a page may send its own again.
    const { allowed } = pushBrowser()
    for (const _ of [1, 2]) await savita.api(allowPush, { body: allowed })
    expect(await toldOf(savita.producer)).toEqual([savita._id])
    const other = await maker(shop, office, { producer: savita.producer, name: 'Sunita', helper: true })
    expect(await other.api(getPush)).toMatchObject({ isOn: false, key: first.key })
    await other.api(allowPush, { body: pushBrowser().allowed })
    expect(await savita.api(endPush)).toMatchObject({ isOn: false })
    expect(await toldOf(savita.producer)).toEqual([other._id])
  })

  it('goes to no address but one of the public internet, by https and with keys that are some', async () => {
    const savita = await maker(shop, office)
    const { allowed } = pushBrowser()
    const { keys } = allowed
    for (const endpoint of [
      ...[
        'http://push.example/x',
        'https://localhost/x',
        'https://127.0.0.1/x',
        'https://[::1]/x',
        'https://10.0.0.8/x',
      ],
      ...['https://push.example:8443/x', 'https://me:secret@push.example/x', 'not an address', '', 'x'.repeat(1001)],
    ])
      await expect(savita.api(allowPush, { body: { endpoint, keys } }), endpoint).rejects.toMatchObject({ status: 400 })
    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    for (const wrong of [
      { ...keys, p256dh: noPoint },
      { ...keys, p256dh: keys.auth },
      { ...keys, auth: keys.p256dh },
      { ...keys, auth: '' },
    ])
      await expect(savita.api(allowPush, { body: { ...allowed, keys: wrong } })).rejects.toMatchObject({ status: 400 })
  })

  it('is left out where the shop has no https', async () => {
    const plain = await testShop({ ...sellerSettings, PUBLIC_URL: 'http://shop.example' })
    const savita = await maker(plain, await plain.seller({ staysProved: true }))
    expect(await savita.api(getPush)).toEqual({ key: null, isOn: false })
    await expect(savita.api(allowPush, { body: pushBrowser().allowed })).rejects.toMatchObject({
      code: 'PUSH_NEEDS_HTTPS',
    })
    await plain.close()
  })

  it('stays at most in ten browsers of a person', async () => {
    const savita = await maker(shop, office)
    for (let at = 0; at < 12; at += 1) {
      const token = await invited(office, savita.producer, { person: savita._id })
      const browser = shop.browser()
      await browser.api(enterWorkshop, { body: { token, pin: PIN } })
      await browser.api(allowPush, { body: pushBrowser().allowed })
    }
    expect(await toldOf(savita.producer)).toHaveLength(10)
  })
})

describe('push ends', () => {
  it('with a logout on a phone of several, and stays on a phone of one', async () => {
    const savita = await maker(shop, office)
    await savita.api(allowPush, { body: pushBrowser().allowed })
    await savita.api(workshopLogout)
    expect(await toldOf(savita.producer)).toEqual([savita._id])

    const sunita = await maker(shop, office, { producer: savita.producer, name: 'Sunita', browser: savita })
    await sunita.api(allowPush, { body: pushBrowser().allowed })
    await sunita.api(workshopLogout)
    expect(await toldOf(savita.producer)).toEqual([savita._id])
  })

  it('with the person, and with the phone', async () => {
    const savita = await maker(shop, office)
    const sunita = await maker(shop, office, { producer: savita.producer, name: 'Sunita' })
    for (const one of [savita, sunita]) await one.api(allowPush, { body: pushBrowser().allowed })
    await savita.api(removeOwnPerson, { params: { person: sunita._id } })
    expect(await toldOf(savita.producer)).toEqual([savita._id])
    const { device_id } = await shop.db.selectFrom('workshop_bindings').select('device_id').executeTakeFirstOrThrow()
    await office.api(removeProducerDevice, { params: { id: savita.producer, device: device_id } })
    expect(await toldOf(savita.producer)).toEqual([])
    expect(await shop.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
  })

  it('with the session of who came in by password', async () => {
    const { producer } = await maker(shop, office)
    const token = await invited(office, producer, { name: 'Sunita', email: 'sunita@example.com' })
    const browser = shop.browser()
    const password = 'a good password'
    const { person } = await browser.api(enterWorkshop, { body: { token, password } })
    await browser.api(allowPush, { body: pushBrowser().allowed })
    expect(await toldOf(producer)).toEqual([person._id])
    await browser.api(workshopLogout)
    expect(await toldOf(producer)).toEqual([])
  })

  it('while five wrong PINs were typed, and after a restore until the phone is let in', async () => {
    const savita = await maker(shop, office)
    await savita.api(allowPush, { body: pushBrowser().allowed })
    await markRestored(shop.db, shop.deps.now())
    expect(await toldOf(savita.producer)).toEqual([])
    const again = await shop.seller({ staysProved: true })
    const { device_id } = await shop.db.selectFrom('workshop_bindings').select('device_id').executeTakeFirstOrThrow()
    await again.api(resumeProducerDevice, { params: { id: savita.producer, device: device_id } })
    expect(await toldOf(savita.producer)).toEqual([savita._id])
    for (let at = 0; at < 5; at += 1)
      await savita.api(workshopLogin, { body: { person: savita._id, pin: '918273' } }).catch(() => undefined)
    expect(await toldOf(savita.producer)).toEqual([])
  })
})
