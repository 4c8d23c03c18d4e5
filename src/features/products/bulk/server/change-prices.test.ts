import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { changePrices } from '../../price-changes.contract.ts'
import { getSellerProduct } from '../../seller-products.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let producerId: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  producerId = await approvedProducer(shop, seller)
})
afterAll(() => shop.close())

const vase = () =>
  shop.product({
    ...{ name: 'Vase', pricePaise: 1890_00, offerPricePaise: 1590_00, producerId },
    ...{ makerPricePaise: paise(820_00), costsPaise: paise(33_33) },
  })
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const change = (products: string[], body: object, key?: string) =>
  seller.send({
    method: 'POST',
    url: '/api/product/prices',
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload: { figure: 'offerPrice', percent: -10, round: 'paise', products, ...body },
  })

describe('changing prices by a percentage', () => {
  it('says first what would be, and then changes each product and tells the log', async () => {
    const id = await vase()
    const { version } = await read(id)
    const asked = { figure: 'makerPrice', percent: 5, round: 'rupees' }
    const checked = await change([id], { ...asked, check: true })
    const results = [{ _id: id, ok: true, message: 'Vase: maker’s price from ₹820.00 to ₹861.00' }]
    expect(checked.json()).toMatchObject({ results })
    expect(await read(id)).toMatchObject({ makerPrice: 820_00, version })
    expect((await change([id], asked)).json()).toMatchObject({ results })
    expect(await read(id)).toMatchObject({ makerPrice: 861_00, offerPrice: 1590_00, version: version + 1 })
    expect((await seller.api(listAudit)).entries[0]).toMatchObject({
      action: 'product.changed',
      subject: id,
      changes: [{ field: 'Maker’s price', old: '820', new: '861' }],
    })
  })

  it('with the same key changes them once, also at the same moment, and answers the same', async () => {
    const ids = [await vase(), await vase()]
    const asked = { percent: 10 }
    const answers = await Promise.all([change(ids, asked, 'a click'), change(ids, asked, 'a click')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[1]?.json()).toEqual(answers[0]?.json())
    expect((await change(ids, asked, 'a click')).json()).toEqual(answers[0]?.json())
    for (const id of ids) expect((await read(id)).offerPrice).toBe(1749_00)
    expect((await change(ids, { percent: 11 }, 'a click')).json()).toMatchObject({ code: 'KEY_REUSED' })
    expect((await change(ids, asked, 'another')).statusCode).toBe(200)
  })

  it.each([
    [{ figure: 'costs', percent: 10, round: 'paise' }, { costs: 36_66 }],
    [{ figure: 'costs', percent: 10, round: 'rupees' }, { costs: 37_00 }],
    [{ figure: 'offerPrice', percent: -33, round: 'paise' }, { offerPrice: 1065_30 }],
    [{ figure: 'offerPrice', percent: -33, round: 'rupees' }, { offerPrice: 1065_00 }],
  ])('%j gives %j', async (body, expected) => {
    const id = await vase()
    await change([id], body)
    expect(await read(id)).toMatchObject(expected)
  })

  it('does what can be done, and says why the rest cannot', async () => {
    const full = await shop.product({ name: 'Bowl', pricePaise: 1600_00, offerPricePaise: 1590_00 })
    const whole = await vase()
    const missing = '00000000-0000-7000-8000-000000000000'
    const { message, results } = (await change([full, whole, missing], { percent: 10 })).json()
    expect(message).toBe('1 of 3 products are changed')
    expect(results).toEqual([
      {
        ...{ _id: full, ok: false },
        message:
          'Bowl: the offer price would be ₹1,749.00, which is above the price of ₹1,600.00. Raise the price first',
      },
      { _id: whole, ok: true, message: 'Vase: offer price from ₹1,590.00 to ₹1,749.00' },
      { _id: missing, ok: false, message: 'This product was not found' },
    ])
    const unstated = (await change([full], { figure: 'makerPrice' })).json().results
    expect(unstated).toMatchObject([{ ok: false, message: 'Bowl: no maker’s price is stated' }])
    const free = await shop.product({ name: 'Bead', pricePaise: 100, offerPricePaise: 40 })
    expect((await change([free], { round: 'rupees' })).json().results).toMatchObject([
      { ok: false, message: 'Bead: the offer price would be ₹0.00, and must be more than ₹0' },
    ])
  })

  it('leaves a figure that stays as it is, without a word in the log', async () => {
    const id = await shop.product({ name: 'Bead', pricePaise: 100, offerPricePaise: 3 })
    const { version } = await read(id)
    expect((await change([id], { percent: 1 })).json().message).toBe('Bead: the offer price stays ₹0.03')
    expect((await read(id)).version).toBe(version)
  })

  it.each([{ percent: 0 }, { percent: -91 }, { percent: 501 }, { percent: 1.5 }, { figure: 'price' }, { round: 'up' }])(
    'refuses %j',
    async (wrong) => {
      expect((await change([await vase()], wrong)).statusCode).toBe(400)
    },
  )

  it('takes 300 products, not 301', async () => {
    const ids = await Promise.all(Array.from({ length: 301 }, vase))
    expect((await change(ids, {})).statusCode).toBe(400)
    const { results } = await seller.api(changePrices, {
      body: { products: ids.slice(0, 300), figure: 'offerPrice', percent: -10, round: 'rupees' },
    })
    expect(results.every(({ ok }) => ok)).toBe(true)
  })
})
