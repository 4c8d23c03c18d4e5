import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getMyInvoice } from '#features/invoices/invoices.contract.ts'
import { placeCod } from '#features/invoices/testing/orders.ts'
import { getMyOrder, listMyOrders } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { toColumns } from '#features/producers/server/producers.service.ts'
import { application } from '#features/producers/testing/application.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { exportLedger } from '../entries-file.contract.ts'
import { getMyOrderEntries } from '../order-entries.contract.ts'
import { writeLedger } from './write-ledger.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop(sellerSettings)
})
afterEach(() => shop.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A maker who agrees to be named or not, and a product of theirs at ₹99.99, of which ₹55.55 are asked for the piece. */
async function makerAndProduct(name: string, ledger_consent: 0 | 1) {
  const id = newId()
  const row = toColumns({ ...application, specialties: ['clay'], name, email: `${id}@example.com` })
  await shop.db
    .insertInto('producers')
    .values({
      ...{ id, ...row, ledger_consent, application_id: null, created_at: 1, approved_at: 1 },
    })
    .execute()
  const product = await shop.product({ name: `${name}’s bowl`, pricePaise: 120_00, offerPricePaise: 99_99 })
  await shop.db
    .updateTable('products')
    .set({ producer_id: id, maker_price_paise: paise(55_55), costs_paise: paise(10_00) })
    .where('id', '=', product)
    .execute()
  return product
}

/** An order of two pieces, delivered and paid in cash, and what was entered for it. */
async function soldOrder(product: string) {
  const shopper = await shop.shopper()
  const id = await placeCod(shopper, product)
  const seller = await shop.seller()
  const entriesOf = async () => (await shopper.api(getMyOrder, { params: { id } })).order.ledger
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
    await seller.api(moveOrder, { params: { id }, body: { status } })
  await writeLedger(shop.deps)
  expect(await entriesOf()).toEqual([])
  await seller.api(markCashReceived, { params: { id } })
  await writeLedger(shop.deps)
  return { shopper, id, entriesOf }
}

const fileRows = async () =>
  (await shop.request({ method: 'GET', url: exportLedger.path })).body.trim().split('\n').slice(1)

describe('an order in the ledger', () => {
  it('is linked from the entry on, by its own numbers', async () => {
    const quiet = await makerAndProduct('Asha', 0)
    const first = await soldOrder(quiet)
    const second = await soldOrder(quiet)
    expect([await first.entriesOf(), await second.entriesOf()]).toEqual([[1], [2]])
    const { orders } = await second.shopper.api(listMyOrders, { query: {} })
    expect(orders.map(({ ledger }) => ledger)).toEqual([[2]])
    const { invoice } = await second.shopper.api(getMyInvoice, { params: { id: second.id } })
    expect(invoice.ledger).toEqual([2])
  })

  it('opens what the public row of a maker who did not agree has a hash of', async () => {
    const { shopper, id } = await soldOrder(await makerAndProduct('Asha', 0))
    const { order, entries } = await shopper.api(getMyOrderEntries, { params: { id } })
    const [entry] = entries
    expect(order).toEqual({ _id: id, number: 1001 })
    expect(entries).toMatchObject([
      {
        ...{ number: 1, kind: 'sale', piece: 'Asha’s bowl', quantity: 2, tax: 4_00 },
        shares: { maker: 111_10, costs: 20_00, producer: 58_56, community: 3_44, shop: 6_88 },
      },
    ])
    expect(entry?.opening).toMatch(/^[0-9a-f]{32},1,2,11110,2000,5856,344,688,400,0$/)
    const [row = ''] = await fileRows()
    expect(entry?.row).toBe(row)
    expect(row.split(',').at(-3)).toBe(sha256(entry?.opening ?? ''))
    expect(row).not.toContain('11110')
  })

  it('has nothing to open where the row shows it, and keeps the row where consent was taken back', async () => {
    const { shopper, id } = await soldOrder(await makerAndProduct('Ravi', 1))
    const read = async () => (await shopper.api(getMyOrderEntries, { params: { id } })).entries
    const [entry] = await read()
    expect(entry).toMatchObject({ number: 1, row: (await fileRows())[0] })
    expect(entry?.opening).toBeUndefined()
    await shop.db.updateTable('producers').set({ ledger_consent: 0 }).execute()
    expect((await fileRows())[0]).toMatch(/^2,1,{15}first,[0-9a-f]{64}$/)
    const [kept] = await read()
    expect(sha256(kept?.row.slice(0, -65) ?? '')).toBe(kept?.hash)
  })

  it('is told to whoever placed the order alone, and no answer is kept for another', async () => {
    const { shopper, id } = await soldOrder(await makerAndProduct('Asha', 0))
    const url = `/api/order/${id}/ledger`
    const own = await shopper.send({ method: 'GET', url })
    const other = await (await shop.shopper()).send({ method: 'GET', url })
    const nobody = await shop.request({ method: 'GET', url })
    const seller = await (await shop.seller()).send({ method: 'GET', url })
    expect([own, other, nobody, seller].map(({ statusCode }) => statusCode)).toEqual([200, 404, 401, 401])
    for (const { headers } of [own, other, nobody, seller]) expect(headers['cache-control']).toBe('no-store')
    for (const { body } of [other, nobody, seller]) expect(body).not.toContain('opening')
  })

  it('is not there before, and one that is none is not found', async () => {
    const shopper = await shop.shopper()
    const id = await placeCod(shopper, await shop.product())
    expect((await shopper.api(getMyOrderEntries, { params: { id } })).entries).toEqual([])
    for (const bad of [newId(), 'x'])
      expect((await shopper.send({ method: 'GET', url: `/api/order/${bad}/ledger` })).statusCode).toBe(404)
  })
})
