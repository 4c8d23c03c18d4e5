import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMakerLinks } from '#features/orders/parcels/maker-links.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { says } from '#testing/says.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { allowPush, endPush } from '../../push/push.contract.ts'
import { pushBrowser } from '../../testing/push-service.ts'
import { ofShopper, type TwoMakers, twoMakers } from '../../testing/shared-orders.ts'
import { listUntold } from '../telling.contract.ts'

let shop: TestShop
let two: TwoMakers
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  two = await twoMakers(shop)
})
afterAll(() => shop.close())

const untold = async () => (await two.office.api(listUntold)).producers
const setProducer = (id: string, set: { email?: string; mobile_number?: string; sends_from?: null; language?: 'hi' }) =>
  shop.db.updateTable('producers').set(set).where('id', '=', id).execute()

describe('the link to a maker by WhatsApp', () => {
  it('is there for each open parcel of a maker, in their language, and names nobody', async () => {
    await setProducer(two.makers.savita.producer, { language: 'hi' })
    const order = await two.confirmed()
    const { id, number } = await two.parcelOf(order, 'savita')
    const { links } = await two.office.api(listMakerLinks, { params: { id: order } })
    const link = new URL(links.find(({ parcel }) => parcel === id)?.url ?? '')
    const text = link.searchParams.get('text') ?? ''
    expect(text).toMatch(new RegExp(`^Haat: पार्सल H\\d+-${number} पैक करना है।`))
    expect(text).toContain(`${shop.deps.config.publicUrl}/workshop/parcels/${id}`)
    for (const { url } of links)
      expect(
        [...ofShopper, two.shopper.email, 'Ananya', 'Bengaluru', '792.54'].filter((one) => says(url, one)),
      ).toEqual([])
    await two.office.api(moveOrder, { params: { id: order }, body: { status: 'Cancelled' } })
    expect((await two.office.api(listMakerLinks, { params: { id: order } })).links).toEqual([])
  })
})

describe('makers who cannot be told', () => {
  it('stand in the overview with phone, link and what waits, until there is an address or a phone', async () => {
    const { savita, imran } = two.makers
    expect(await untold()).toEqual([])
    for (const { producer } of [savita, imran]) await setProducer(producer, { email: '', language: 'hi' })
    expect((await untold()).map(({ name, parcels }) => [name, parcels])).toEqual([
      ['Workshop of Imran', 0],
      ['Workshop of Savita', 0],
    ])
    await two.confirmed(['savita'])
    const [first] = await untold()
    expect(first).toMatchObject({
      _id: savita.producer,
      name: 'Workshop of Savita',
      phone: '+91 98450 54321',
      parcels: 1,
    })
    const url = new URL(first?.whatsapp ?? '')
    expect(url.origin + url.pathname).toBe('https://wa.me/919845054321')
    expect(url.searchParams.get('text')).toBe(
      `Haat: अपनी वर्कशॉप देखिए, वहाँ कुछ काम बाक़ी है: ${shop.deps.config.publicUrl}/workshop`,
    )
    await savita.api(allowPush, { body: pushBrowser().allowed })
    expect((await untold()).map(({ _id }) => _id)).toEqual([imran.producer])
    await savita.api(endPush)
    expect(await untold()).toHaveLength(2)

    await shop.db
      .updateTable('producer_people')
      .set({ email: 'imran@example.com' })
      .where('id', '=', imran._id)
      .execute()
    expect((await untold()).map(({ _id }) => _id)).toEqual([savita.producer])
    await shop.db.updateTable('producer_people').set({ email: null }).where('id', '=', imran._id).execute()
  })

  it('are not those without work here: no people and nothing to send, samples, suspended ones without parcels', async () => {
    const { savita, imran } = two.makers
    const quiet = await approvedProducer(shop, two.office)
    await setProducer(quiet, { email: '' })
    await two.office.api(suspendProducer, { params: { id: imran.producer } })
    expect((await untold()).map(({ _id }) => _id)).toEqual([savita.producer])
    await setProducer(savita.producer, { sends_from: null, mobile_number: '' })
    expect(await untold()).toMatchObject([{ phone: null, whatsapp: null }])
  })
})
