import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { says } from '#testing/says.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { setLanguage } from '../../door/door.contract.ts'
import { packOwnParcel } from '../../parcels/parcels.contract.ts'
import { allowPush, getPush } from '../../push/push.contract.ts'
import { maker } from '../../testing/maker.ts'
import { pushBrowser, pushService, signedBy } from '../../testing/push-service.ts'
import { ofShopper, secretsFrom, type TwoMakers, twoMakers } from '../../testing/shared-orders.ts'
import { forgetPushes, sendPushes } from './send-pushes.ts'
import { tellMakers } from './tell-makers.ts'

const START = new Date('2026-11-23T09:00:00Z')

let shop: TestShop
let two: TwoMakers
let service: Awaited<ReturnType<typeof pushService>>
beforeEach(async () => {
  shop = await testShop(sellerSettings, { processes: 2 })
  shop.setClock(START)
  two = await twoMakers(shop)
  service = await pushService()
  shop.deps.postPush = service.post
  // Each test says when something is read and sent.
  await shop.deps.jobs.stop()
})
afterEach(async () => {
  service.close()
  await shop.close()
})

const later = (ms: number) => shop.setClock(new Date(START.getTime() + ms))
const ofProducer = (who: 'savita' | 'imran') => `${two.makers[who].producer}@example.com`

/** Mails about parcels, as they are sent now. */
async function mails(of?: string) {
  const rows = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', 'in', ['parcel to send', 'parcel not to send'])
    .orderBy('id')
    .execute()
  const some = rows.filter(({ recipient }) => of === undefined || recipient === of)
  return Promise.all(some.map(async (row) => ({ to: row.recipient, ...(await shop.writeMail(row)) })))
}

async function tell() {
  await tellMakers(shop.deps)
  await sendPushes(shop.deps)
}

async function allowing(who: { api: TwoMakers['makers']['savita']['api'] }) {
  const browser = pushBrowser()
  await who.api(allowPush, { body: browser.allowed })
  return browser
}

describe('a parcel to pack', () => {
  it('is told once in each browser that allowed it, of helpers too, in their language, and by no mail', async () => {
    const { savita } = two.makers
    const helper = await maker(shop, two.office, { producer: savita.producer, name: 'Sunita', helper: true })
    await savita.api(setLanguage, { body: { language: 'en' } })
    const [hers, helpers] = [await allowing(savita), await allowing(helper)]
    const { id } = await two.parcelOf(await two.confirmed(), 'savita')
    await tell()
    await tell()
    expect(service.got.map(({ path }) => path).toSorted()).toEqual([hers.path, helpers.path].toSorted())
    const readBy = (browser: typeof hers) =>
      browser.read(service.got.find(({ path }) => path === browser.path)?.body ?? Buffer.alloc(0))
    const kept = { kind: 'parcel to send', id, title: 'Haat' }
    expect(readBy(hers)).toEqual({ ...kept, text: 'You have a new order. One parcel is to be packed.', language: 'en' })
    expect(readBy(helpers)).toEqual({ ...kept, text: 'नया ऑर्डर आया है। एक पार्सल पैक करना है।', language: 'hi' })
    expect((await mails()).map(({ to }) => to)).toEqual([ofProducer('imran')])

    const { key } = await savita.api(getPush)
    const [first] = service.got
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '259200' })
    expect(signedBy(key ?? '', String(first?.headers.authorization))).toMatchObject({
      aud: 'https://push.example',
      sub: 'mailto:support@haat.example',
    })
  })

  it('is told by mail where no phone may be told: to each with an address, in their language, with a link and no paper', async () => {
    const { savita } = two.makers
    const emails = { sunita: 'sunita@example.com', meera: 'meera@example.com' }
    for (const [name, email] of Object.entries(emails))
      await shop.db
        .insertInto('producer_people')
        .values({
          ...{ id: name, producer_id: savita.producer, name, email, password_hash: null, created_at: 1 },
          language: name === 'meera' ? 'hi' : 'en',
        })
        .execute()
    const { id } = await two.parcelOf(await two.confirmed(['savita']), 'savita')
    await tell()
    const told = await mails()
    expect(told.map(({ to }) => to).toSorted()).toEqual([...Object.values(emails), ofProducer('savita')].toSorted())
    const inHindi = told.find(({ to }) => to === emails.meera)
    expect(inHindi?.subject).toContain('भेजना है')
    const inEnglish = told.find(({ to }) => to === emails.sunita)
    for (const part of ['2 × Savita’s Vase', 'It goes to Bengaluru.', '₹1,585.08 in cash', `/workshop/parcels/${id}`])
      expect(inEnglish?.text).toContain(part)
    for (const { files, text } of told) {
      expect(files).toBeUndefined()
      expect(text).not.toMatch(/Ananya|Rao|Kaveri|560038/)
    }
  })

  it('is told by mail when the browser does not want it any more, or no push arrives', async () => {
    const { savita, imran } = two.makers
    const hers = await allowing(savita)
    await allowing(imran)
    const gone = (path: string | undefined) => path === hers.path
    service.answer = (number) => (gone(service.got[number - 1]?.path) ? 410 : 500)
    await two.confirmed()
    await tell()
    expect((await mails()).map(({ to }) => to)).toEqual([ofProducer('savita')])
    expect(await savita.api(getPush)).toMatchObject({ isOn: false })
    const pauses = [11 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
    for (const pause of pauses) {
      expect(await mails(ofProducer('imran'))).toEqual([])
      later(pause)
      await sendPushes(shop.deps)
    }
    expect(service.got).toHaveLength(6)
    expect(await mails(ofProducer('imran'))).toHaveLength(1)
    expect(await imran.api(getPush)).toMatchObject({ isOn: true })
    later(2 * HOUR_MS)
    await tell()
    expect(await mails()).toHaveLength(2)
  })

  it('is told by mail to the one whose phone could not be told, and to nobody twice', async () => {
    const { savita } = two.makers
    const sunita = await maker(shop, two.office, { producer: savita.producer, name: 'Sunita' })
    const meera = await maker(shop, two.office, { producer: savita.producer, name: 'Meera' })
    for (const [who, email] of [
      [sunita, 'sunita@example.com'],
      [meera, 'meera@example.com'],
    ] as const)
      await shop.db.updateTable('producer_people').set({ email }).where('id', '=', who._id).execute()
    const [hers, hersToo, sunitas] = [await allowing(savita), pushBrowser(), await allowing(sunita)]
    await savita.api(allowPush, { body: hersToo.allowed })
    service.answer = (number) => (service.got[number - 1]?.path === sunitas.path ? 410 : 201)
    await two.confirmed(['savita'])
    await tell()
    expect(service.got.map(({ path }) => path).toSorted()).toEqual([hersToo.path, sunitas.path].toSorted())
    expect(hers.path).not.toBe(hersToo.path)
    expect((await mails()).map(({ to }) => to)).toEqual(['meera@example.com', 'sunita@example.com'])
  })

  it('is told with slip and label where nobody can open the workshop any more', async () => {
    const { savita } = two.makers
    await shop.db.deleteFrom('workshop_bindings').where('person_id', '=', savita._id).execute()
    await two.confirmed(['savita'])
    await tell()
    const [mail] = await mails(ofProducer('savita'))
    expect(mail?.files).toHaveLength(1)
    expect(mail?.text).not.toContain('/workshop/')
  })

  it('is told by mail where the phone was ended before the message went', async () => {
    const { savita } = two.makers
    await allowing(savita)
    await two.confirmed(['savita'])
    await tellMakers(shop.deps)
    await shop.db.deleteFrom('workshop_bindings').where('person_id', '=', savita._id).execute()
    await sendPushes(shop.deps)
    expect(service.got).toEqual([])
    expect(await mails(ofProducer('savita'))).toHaveLength(1)
  })
})

it('a message that waited in a backup is not sent after its restore', async () => {
  const { savita } = two.makers
  await allowing(savita)
  await two.confirmed(['savita'])
  await tellMakers(shop.deps)
  await markRestored(shop.db, shop.deps.now())
  await tell()
  expect([service.got, await mails()]).toEqual([[], []])
})

describe('a cancelled parcel', () => {
  it('is told to who was told to pack it; a message that waited is not sent any more', async () => {
    const hers = await allowing(two.makers.savita)
    const order = await two.confirmed(['savita'])
    await tell()
    await two.office.api(moveOrder, { params: { id: order }, body: { status: 'Cancelled' } })
    await tell()
    expect(service.got.map(({ body }) => hers.read(body))).toMatchObject([
      { kind: 'parcel to send' },
      { kind: 'parcel not to send', text: 'एक पार्सल रद्द हो गया है। उसे मत भेजिए।' },
    ])
    const second = await two.confirmed(['savita'])
    await two.office.api(moveOrder, { params: { id: second }, body: { status: 'Cancelled' } })
    await tell()
    expect(service.got.slice(2).map(({ body }) => hers.read(body))).toMatchObject([{ kind: 'parcel not to send' }])
    expect(await mails()).toEqual([])
  })
})

describe('through crashes and several processes', () => {
  it('a parcel that was confirmed before a crash is told afterwards, once', async () => {
    const hers = await allowing(two.makers.savita)
    const order = await two.confirmed()
    const { postPush } = shop.deps
    // The process ends while the message is under way: its outcome is never noted.
    let begun = () => {}
    const sending = new Promise<void>((resolve) => {
      begun = resolve
    })
    shop.deps.postPush = () => {
      begun()
      return new Promise(() => {})
    }
    await Promise.all(Array.from({ length: 4 }, () => tellMakers(shop.deps)))
    void sendPushes(shop.deps)
    await sending
    shop.deps.postPush = postPush
    await sendPushes(shop.deps)
    expect(service.got).toEqual([])
    later(2 * MINUTE_MS)
    await Promise.all(Array.from({ length: 4 }, () => sendPushes(shop.deps)))
    expect(service.got.map(({ body }) => hers.read(body))).toEqual([
      expect.objectContaining({ id: (await two.parcelOf(order, 'savita')).id }),
    ])
    expect((await mails()).map(({ to }) => to)).toEqual([ofProducer('imran')])
  })

  it('a parcel whose telling breaks off is told again as a whole', async () => {
    const hers = await allowing(two.makers.savita)
    await two.confirmed()
    await shop.db.schema.alterTable('push_messages').renameTo('push_messages_away').execute()
    await tellMakers(shop.deps).catch(() => undefined)
    await shop.db.schema.alterTable('push_messages_away').renameTo('push_messages').execute()
    expect(await mails(ofProducer('savita'))).toEqual([])
    later(DAY_MS)
    await tell()
    expect(service.got.map(({ path }) => path)).toEqual([hers.path])
    expect(await mails()).toHaveLength(1)
  })
})

it('nothing that one producer is told names the other of the order, nor the shopper’s name, email or phone', async () => {
  const hers = await allowing(two.makers.savita)
  for (const round of ['by push and mail', 'by mail alone'] as const) {
    const order = await two.confirmed()
    await tell()
    const { id } = await two.parcelOf(order, 'savita')
    await two.makers.savita.api(packOwnParcel, { params: { id } })
    await two.office.api(moveOrder, { params: { id: order }, body: { status: 'Cancelled' } })
    await tell()
    if (round === 'by push and mail') await shop.db.deleteFrom('push_subscriptions').execute()
  }
  for (const who of ['savita', 'imran'] as const) {
    const told = await mails(ofProducer(who))
    expect(told.length).toBe(who === 'savita' ? 2 : 4)
    const pushed = who === 'savita' ? service.got.map(({ body }) => JSON.stringify(hers.read(body))) : []
    for (const text of [...told.flatMap((mail) => [mail.subject, mail.text, mail.html]), ...pushed]) {
      const secrets = [...secretsFrom[who], ...ofShopper, two.shopper.email, 'Ananya', 'Kaveri']
      expect(secrets.filter((secret) => says(text, secret))).toEqual([])
    }
  }
  later(31 * DAY_MS)
  await forgetPushes(shop.deps)
  expect(await shop.db.selectFrom('push_messages').selectAll().execute()).toEqual([])
})
