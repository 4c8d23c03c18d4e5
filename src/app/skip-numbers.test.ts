import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listRestores, noteRestoreSeen } from '#features/ledger/restores.contract.ts'
import { lastSkipped, numberSeries } from '#features/numbers/server/number-gaps.ts'
import { cancelOrder } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { order } from '#features/orders/testing/order.ts'
import { confirmLastPayout } from '#features/payouts/payouts.contract.ts'
import { run, shopWithDues } from '#features/payouts/testing/payouts.ts'
import { courierFileForm } from '#features/shipping/testing/cash-parcels.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { markRestored } from './restored.ts'

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  shopper = await shop.shopper()
})
afterEach(() => shop.close())

async function placed(count = 1) {
  for (let turn = 0; turn < count; turn += 1) {
    const answer = await order(shopper, [{ product: await shop.product(), quantity: 1 }])
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const { number } = await shop.db
    .selectFrom('orders')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return number
}
/** As many days after the backup. A restore ends the session of the shopper. */
async function restored(days: number, said?: Parameters<typeof markRestored>[2]) {
  const backupAt = new Date()
  const skipped = await markRestored(shop.db, new Date(backupAt.getTime() + days * DAY_MS), said, backupAt)
  shopper = await shop.shopper()
  return Object.fromEntries(skipped.map(({ series, first, last }) => [series, [first, last]]))
}

describe('after a restore', () => {
  it('each series leaves out at least 100 numbers, and none is given twice', async () => {
    expect(await placed(2)).toBe(1002)
    expect(await restored(0)).toMatchObject({ orders: [1003, 1102], invoices: [1, 100], 'credit-notes': [1, 100] })
    for (const series of numberSeries) expect(await lastSkipped(shop.db, series), series).toBeGreaterThanOrEqual(100)
    expect(await placed()).toBe(1103)
  })

  it('as many as the busiest day gave are left out for each day since the backup, and one more', async () => {
    await placed(15)
    // Two weeks ago more were placed than on any day since, and long ago even more, which does not count.
    const days = (count: number) => Date.now() - count * DAY_MS
    const numbers = (from: number, to: number, at: number) =>
      shop.db
        .updateTable('orders')
        .set({ created_at: at })
        .where('number', '>=', from)
        .where('number', '<=', to)
        .execute()
    await numbers(1001, 1007, days(14))
    await numbers(1008, 1015, days(40))
    expect(await restored(29)).toMatchObject({ orders: [1016, 1015 + 7 * 30] })
    expect(await placed()).toBe(1016 + 7 * 30)
  })

  it('whoever knows the last number says it; saying it again changes nothing, and a number that is there already is refused', async () => {
    await placed(2)
    await restored(3)
    expect(await restored(3, { orders: 1010, payouts: 0 })).toMatchObject({ orders: [1003, 1010] })
    expect(await restored(3)).toMatchObject({ orders: [1003, 1010] })
    expect(await lastSkipped(shop.db, 'payouts')).toBe(0)
    expect(await placed()).toBe(1011)
    await expect(restored(3, { orders: 1010 })).rejects.toThrow('orders=1010: the backup has the order 1011 already')
    // Restored once more, with another backup: behind what was given since.
    expect(await restored(0)).toMatchObject({ orders: [1012, 1111] })
  })

  it('invoices, credit notes, payout runs, makers and entries go on behind the gap', async () => {
    await restored(0)
    const answer = await order(shopper, [{ product: await shop.product(), quantity: 1 }])
    const params = { id: String(answer.json().orderId) }
    await shop.deps.jobs.run('papers')
    await shopper.api(cancelOrder, { params })
    await shop.deps.jobs.run('papers')
    const { seller } = await shopWithDues(shop)
    await seller.api(confirmLastPayout, { body: { reference: null, nothingMissing: true } })
    expect((await run(seller)).json().run.number).toBe(101)
    const numbers = (of: 'invoices' | 'credit_notes' | 'ledger_makers' | 'ledger_entries') =>
      shop.db.selectFrom(of).select('number').orderBy('number').execute()
    expect(await numbers('invoices')).toEqual([{ number: 101 }])
    expect(await numbers('credit_notes')).toEqual([{ number: 101 }])
    expect(await numbers('ledger_makers')).toEqual([{ number: 101 }, { number: 102 }])
    expect((await numbers('ledger_entries'))[0]).toEqual({ number: 101 })
  })

  it('the office shows the gap on every page until somebody has seen it, and goes on knowing it', async () => {
    let seller = await shop.seller({ staysProved: true })
    expect(await seller.api(listRestores)).toEqual({ restores: [], isSeen: true })
    await placed(2)
    await restored(0, { payouts: 0 })
    seller = await shop.seller({ staysProved: true })
    const { restores, isSeen } = await seller.api(listRestores)
    expect(isSeen).toBe(false)
    expect(restores[0]?.numbers.slice(0, 3)).toEqual([
      { series: 'orders', called: 'orders', first: 1003, last: 1102 },
      { series: 'invoices', called: 'invoices', first: 1, last: 100 },
      { series: 'credit-notes', called: 'credit notes', first: 1, last: 100 },
    ])
    expect(restores[0]?.numbers.map(({ series }) => series)).not.toContain('payouts')
    for (let turn = 0; turn < 2; turn += 1) await seller.api(noteRestoreSeen)
    expect(await seller.api(listRestores)).toEqual({ restores, isSeen: true })
    const acts = await shop.db.selectFrom('audit_log').select('summary').where('action', '=', 'restore.seen').execute()
    expect(acts).toHaveLength(1)
    await restored(1)
    seller = await shop.seller({ staysProved: true })
    expect((await seller.api(listRestores)).isSeen).toBe(false)
  })

  it.each([
    ['H1050', 'Order 1050'],
    ['haat order no. 1050', 'Order 1050'],
    ['Refund for #1050-1', 'Order 1050'],
    ['invoice 87 back', 'Invoice 87'],
    ['Credit  note 12', 'Credit note 12'],
  ])('a refund under the reference %j, which names what is lost, is refused', async (reference, lost) => {
    const number = await placed()
    const { id } = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    await restored(0)
    const seller = await shop.seller({ staysProved: true })
    for (const status of ['Confirmed', 'Packed', 'Shipped'] as const)
      await seller.api(moveOrder, { params: { id }, body: { status } })
    await seller.api(markCashReceived, { params: { id } })
    const refund = (text: string) =>
      seller.send({ method: 'POST', url: `/api/order/${id}/refund`, payload: { method: 'upi', reference: text } })
    const refused = await refund(reference)
    expect(refused.statusCode, refused.body).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'REFERENCE_OF_LOST_ORDER', message: expect.stringContaining(lost) })
    expect(await shop.db.selectFrom('refunds').selectAll().execute()).toEqual([])
    // A transfer that names the order itself, or nothing of ours.
    const taken = await refund(`H${number} 412345678901`)
    expect(taken.statusCode, taken.body).toBe(200)
  })

  it('a courier’s line for an order of the gap is left out, and says why', async () => {
    await placed(2)
    await restored(0)
    const seller = await shop.seller({ staysProved: true })
    const form = await courierFileForm('Parcel,Remitted amount\nH1050-1,890\nH2000-1,890\n', {
      kind: 'cash',
      courier: 'DTDC',
    })
    const checked = (await seller.send({ method: 'POST', url: '/api/parcel/file', ...form })).json()
    const notes = JSON.stringify(checked)
    expect(notes).toContain(
      'Orders 1003 to 1102 were placed after the backup that the shop was restored from, and are lost',
    )
    expect(notes.match(/Ask the courier/g)).toHaveLength(1)
  })
})
