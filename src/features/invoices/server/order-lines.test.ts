import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOnline } from '#features/invoices/testing/orders.ts'
import { getMyOrder, placeCodOrder } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder, refundOrder } from '#features/orders/seller-orders.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { tableRows } from '#testing/table-rows.ts'
import { linesHeading } from './order-lines.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

async function rows(query = '') {
  const seller = await shop.seller()
  const { body } = await seller.send({ url: `/api/order/lines.csv${query}` })
  return parse<Record<string, string>>(body, { columns: true, bom: true })
}

it('has a row a line: price, tax, maker, papers, and the references of its money', async () => {
  shop.setClock(new Date('2026-11-21T05:12:00Z'))
  const shopper = await shop.shopper()
  const matti = await producer(shop, 'Matti Pottery')
  const vase = await shop.product({ name: 'Vase', offerPricePaise: 100_00, producerId: matti })
  const bowl = await shop.product({ name: 'Bowl', offerPricePaise: 25_25 })
  const items = [
    { product: vase, quantity: 1 },
    { product: bowl, quantity: 2 },
  ]
  const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
  const params = { id: orderId }
  const { order } = await shopper.api(getMyOrder, { params })
  const before = { order: `${order.number}`, date: '2026-11-21 10:42', 'payment type': 'COD', 'paid on': '' }
  const nothing = { invoice: '', 'credit notes': '', 'payment references': '', 'refund references': '' }
  expect(await rows()).toMatchObject([
    {
      ...{
        ...before,
        ...nothing,
        line: '1',
        'product id': vase,
        product: 'Vase',
        maker: 'Matti Pottery',
        quantity: '1',
      },
      ...{ price: '100.00', 'without tax': '100.00', tax: '2.00', amount: '102.00', 'refunded pieces': '0' },
    },
    {
      ...{ ...before, ...nothing, line: '2', 'product id': bowl, product: 'Bowl', maker: '', quantity: '2' },
      ...{ price: '25.25', 'without tax': '50.50', tax: '1.01', amount: '51.51', 'refunded pieces': '0' },
    },
  ])

  const seller = await shop.seller()
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
    await seller.api(moveOrder, { params, body: { status } })
  await seller.api(markCashReceived, { params })
  await shop.db.updateTable('cash_entries').set({ reference: 'BANK 12' }).where('parcel', '=', 1).execute()
  for (const reference of ['UPI 7', 'UPI 8'])
    await seller.api(refundOrder, {
      params,
      body: { lines: [{ product: bowl, quantity: 1 }], method: 'upi', reference },
    })
  await shop.deps.jobs.run('papers')
  const [first, second] = await rows('?status=Delivered')
  expect(first).toMatchObject({
    ...{ 'refunded pieces': '0', invoice: '1', 'credit notes': '', 'refund references': '' },
    'payment references': 'BANK 12',
  })
  expect(second).toMatchObject({ 'refunded pieces': '2', invoice: '1', 'refund references': 'UPI 7 UPI 8' })
  expect(second?.['credit notes']).toMatch(/^1( 2)?$/)
  expect(await rows('?status=Packed')).toEqual([])
})

it('names the payment service’s reference of what was paid online', async () => {
  const { orderId, pay } = await placeOnline(await shop.shopper(), await shop.product({ offerPricePaise: 10000 }))
  await pay()
  const payment = shop.db.selectFrom('payments').select('reference').where('order_id', '=', orderId)
  const { reference } = await payment.executeTakeFirstOrThrow()
  expect(reference).toMatch(/./)
  expect((await rows()).filter((row) => row['payment references'] === reference)).toHaveLength(1)
})

it('comes as a spreadsheet, too, and names no buyer', async () => {
  const answer = await (await shop.seller()).send({ url: '/api/order/lines.xlsx' })
  const table = await tableRows(answer.rawPayload)
  expect(table[0]).toEqual(linesHeading)
  expect(table.length).toBeGreaterThan(2)
  expect(JSON.stringify(table)).not.toMatch(/Ananya|@example/)
})
