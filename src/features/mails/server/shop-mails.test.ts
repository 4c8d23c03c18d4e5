import { afterEach, describe, expect, it } from 'vitest'
import { addPerson } from '#features/auth/server/people.ts'
import { writeEnds } from '#features/catalog/marks/server/mark-ends.ts'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { receivePayment } from '#features/orders/server/receive-payment.ts'
import { application } from '#features/producers/testing/application.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { readRights } from '#shared/rights.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { tellSeller } from './shop-mails.ts'

/** Nine in the morning in India. */
const morning = new Date('2026-11-21T03:30:00Z').getTime()

let shop: TestShop
afterEach(() => shop.close())

async function open(more: Record<string, string> = {}) {
  shop = await testShop({ ...sellerSettings, ...more })
  shop.setClock(new Date(morning))
}
const tellAt = async (time: number) => {
  shop.setClock(new Date(time))
  await tellSeller(shop.deps)
}
const told = async () => (await shop.mailsTo(sellerSettings.SELLER_EMAIL)).map(({ subject }) => subject)

let orders = 0
async function order(product: string, quantity = 1) {
  const shopper = await shop.shopper()
  orders += 1
  await shopper.api(placeCodOrder, {
    body: { items: [{ product, quantity }], address: shopper.address._id },
    headers: { 'idempotency-key': `order ${orders}` },
  })
}
const apply = (name: string) =>
  shop.request({
    method: 'POST',
    url: '/api/producer/submit',
    payload: { ...application, name, email: `${name.length}@example.com`, specialties: ['silk'] },
  })

describe('the seller', () => {
  it('is asked once about a mark, 30 days before it ends', async () => {
    await open()
    const id = await shop.product({ name: 'Khadi Shawl' })
    const mark = { kind: 'handloom-mark', number: '1', issuer: 'Textiles Committee', validUntil: '2026-12-22' } as const
    await transact(shop.deps, (tx) => writeEnds(tx, id, [mark]))
    await tellAt(morning)
    expect(await told()).toEqual([])
    await tellAt(morning + DAY_MS)
    await tellAt(morning + 2 * DAY_MS)
    expect(await told()).toEqual(['A mark ends: Khadi Shawl, Handloom Mark, valid until 22 December 2026'])
  })

  it('hears of an order, an application and a last piece, each once', async () => {
    await open()
    const bowl = await shop.product({ name: 'Bowl', stock: 2, offerPricePaise: 10000 })
    await order(bowl)
    await tellAt(morning)
    expect(await told()).toEqual(['New order #1001, ₹102.00, cash on delivery'])
    await order(bowl)
    await apply('Bina of https://evil.example')
    await tellAt(morning + MINUTE_MS)
    await tellAt(morning + 2 * MINUTE_MS)
    expect(await told()).toEqual([
      'New order #1001, ₹102.00, cash on delivery',
      'New order #1002, ₹102.00, cash on delivery',
      'Last piece sold: Bowl',
      'New application: Bina of https evil. example, Imphal',
    ])
    const [mail] = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mail?.text_body).toContain('See the orders: http://localhost:3000/seller/orders')
  })

  it('is one of several people, each of whom hears of what is theirs', async () => {
    await open()
    const people = { orders: 'dev@example.com', 'producers catalogue': 'fatima@example.com', team: 'asha@example.com' }
    for (const [rights, email] of Object.entries(people)) {
      const person = { id: email, name: '', email, rights: readRights(rights), passwordHash: '' }
      await transact(shop.deps, (tx) => addPerson(tx, person, shop.deps.now()))
    }
    await order(await shop.product({ name: 'Bowl', stock: 1, offerPricePaise: 10000 }))
    await apply('Bina')
    await tellAt(morning)
    const heard = async (email: string) => (await shop.mailsTo(email)).map(({ subject }) => subject)
    expect(await told()).toHaveLength(3)
    expect(await heard(people.orders)).toEqual(['New order #1001, ₹102.00, cash on delivery'])
    const ofGoods = ['Last piece sold: Bowl', 'New application: Bina, Imphal']
    expect(await heard(people['producers catalogue'])).toEqual(ofGoods)
    expect(await heard(people.team)).toEqual([])
  })

  it('hears of many at once in one mail, and within a minute only once, however many processes look', async () => {
    await open()
    const bowl = await shop.product({ name: 'Bowl' })
    for (let at = 0; at < 3; at++) await order(bowl)
    await Promise.all(Array.from({ length: 4 }, () => tellSeller(shop.deps)))
    await order(bowl)
    await tellAt(morning + 10_000)
    expect(await told()).toEqual(['3 new orders'])
    await tellAt(morning + MINUTE_MS)
    expect(await told()).toEqual(['3 new orders', expect.stringMatching(/^New order #1004/)])
  })

  it('hears of an online order when it is paid', async () => {
    await open()
    await order(await shop.product())
    await shop.db.updateTable('orders').set({ status: 'Awaiting payment', payment_type: 'Online' }).execute()
    await tellAt(morning)
    expect(await told()).toEqual([])
    await transact(shop.deps, async (tx) => {
      const order = await tx.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      await receivePayment(shop.deps, tx, order)
    })
    await tellAt(morning + MINUTE_MS)
    expect(await told()).toEqual([expect.stringMatching(/^New order #1001, .*, paid online$/)])
  })

  it('hears once a day when the settings say so, after the Indian day has ended', async () => {
    await open({ SHOP_MAILS: 'daily' })
    await tellAt(morning)
    await order(await shop.product({ name: 'Bowl', stock: 1 }))
    await apply('Bina')
    await tellAt(morning + 60 * MINUTE_MS)
    expect(await told()).toEqual([])
    // 23:59 and 00:01 in India.
    await tellAt(Date.parse('2026-11-21T18:29:00Z'))
    expect(await told()).toEqual([])
    await tellAt(Date.parse('2026-11-21T18:31:00Z'))
    const summary = expect.stringMatching(
      /^Haat: New order #1001, .*, Last piece sold: Bowl, New application: Bina, Imphal$/,
    )
    expect(await told()).toEqual([summary])
    await tellAt(morning + DAY_MS)
    await tellAt(morning + 2 * DAY_MS)
    expect(await told()).toHaveLength(1)
  })

  it('hears nothing when the settings say so, nor later of what was before', async () => {
    await open({ SHOP_MAILS: 'none' })
    await order(await shop.product())
    await tellAt(morning)
    expect(await told()).toEqual([])
    const deps = { ...shop.deps, config: { ...shop.deps.config, shopMails: 'each' as const } }
    shop.setClock(new Date(morning + MINUTE_MS))
    await tellSeller(deps)
    expect(await told()).toEqual([])
  })

  it('gets lines of a bounded number', async () => {
    await open()
    const user_id = 'somebody'
    const row = {
      user_id,
      subtotal_paise: paise(100),
      tax_paise: paise(2),
      amount_paise: paise(102),
      address: '{}',
      is_paid: 0,
      created_at: 1,
    }
    await shop.db
      .insertInto('orders')
      .values(
        Array.from({ length: 600 }, (_, at) => ({
          ...row,
          id: `order ${at}`,
          payment_type: 'COD' as const,
          status: 'Order Placed' as const,
        })),
      )
      .execute()
    await lookAgain(shop.db, 'new orders', shop.deps.now(), shop.db.selectFrom('orders'))
    await tellAt(morning)
    await tellAt(morning + MINUTE_MS)
    expect(await told()).toEqual(['500 new orders', '100 new orders'])
    const [mail] = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mail?.text_body).toContain('and 450 more')
  })
})
