import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { printed, scan } from '#features/shipping/testing/paper.ts'
import { says } from '#testing/says.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { setLanguage } from '../../door/door.contract.ts'
import { ofShopper, printedIn, secretsFrom, type TwoMakers, twoMakers, type Who } from '../../testing/shared-orders.ts'
import { packOwnParcel, sendOwnParcel } from '../parcels.contract.ts'

let shop: TestShop
let two: TwoMakers
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, SENDER_PHONE: '80000 77777' })
  two = await twoMakers(shop)
})
afterAll(() => shop.close())

const papers = ['slip', 'label'] as const
const ask = (who: Who, id: string, paper: (typeof papers)[number]) =>
  two.makers[who].send({ method: 'GET', url: `/api/workshop/parcel/${id}/${paper}.pdf` })

async function packed(who: Who) {
  const order = await two.confirmed()
  const { id } = await two.parcelOf(order, who)
  await two.makers[who].api(packOwnParcel, { params: { id } })
  return { id, order }
}

describe('slip and label of an own parcel', () => {
  it('are there once it is packed and until it is sent, for its producer alone', async () => {
    const order = await two.confirmed()
    const { id } = await two.parcelOf(order, 'savita')
    const answers = async () => (await Promise.all(papers.map((paper) => ask('savita', id, paper)))).map(codeOf)
    expect(await answers()).toEqual(['WORKSHOP_PARCEL_NOT_PACKED', 'WORKSHOP_PARCEL_NOT_PACKED'])
    await two.makers.savita.api(packOwnParcel, { params: { id } })
    expect(await answers()).toEqual([200, 200])
    expect(codeOf(await ask('imran', id, 'label'))).toBe('WORKSHOP_PARCEL_GONE')
    const read = await shop.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'summary'])
      .where('action', '=', 'parcels.printed')
      .where('subject', '=', id)
      .execute()
    expect(read.map(({ actor_kind }) => actor_kind)).toEqual(['producer', 'producer'])
    await two.makers.savita.api(sendOwnParcel, { params: { id }, body: { courier: 'India Post' } })
    expect(await answers()).toEqual(['WORKSHOP_PARCEL_NOT_PACKED', 'WORKSHOP_PARCEL_NOT_PACKED'])
  })

  it('are gone once the order is cancelled', async () => {
    const { id, order } = await packed('savita')
    await two.office.api(moveOrder, { params: { id: order }, body: { status: 'Cancelled' } })
    expect(codeOf(await ask('savita', id, 'label'))).toBe('WORKSHOP_PARCEL_NOT_PACKED')
  })

  it('say nothing of the other producer of the order, nor the shopper’s email and phone', async () => {
    for (const who of ['savita', 'imran'] as const) {
      const { id } = await packed(who)
      for (const paper of papers) {
        const { rawPayload } = await ask(who, id, paper)
        const text = await printedIn(rawPayload)
        const found = [...secretsFrom[who], ...ofShopper].filter((secret) => says(text, secret))
        expect(found, `${paper} of ${who}`).toEqual([])
        expect(text).toContain('Ananya Rao')
      }
    }
  })

  it('are in the language of the person, with bar code and the sum to collect', async () => {
    const { id } = await packed('savita')
    const { savita } = two.makers
    await savita.api(setLanguage, { body: { language: 'hi' } })
    const label = (await ask('savita', id, 'label')).rawPayload
    const text = await printedIn(label)
    expect(text).toContain('₹792.54')
    expect(text).toContain('नक़द लेना है')
    expect(text.replace(/\s/g, '')).not.toMatch(/Collect|From,|Parcel/)
    const [page] = await printed(label)
    if (!page) throw new Error('the label has a page')
    const [code] = await scan(page)
    expect(code?.text).toMatch(/^H\d+-\d$/)
    expect(await printedIn((await ask('savita', id, 'slip')).rawPayload)).toContain('सामान')

    await savita.api(setLanguage, { body: { language: 'en' } })
    expect(await printedIn((await ask('savita', id, 'label')).rawPayload)).toContain('Collect in cash')
  })
})

function codeOf({ statusCode, json }: { statusCode: number; json: () => { code?: string } }) {
  return statusCode === 200 ? 200 : json().code
}
