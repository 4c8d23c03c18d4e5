import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, devicesOf, openEmailLink, password } from '#features/account/testing/devices.ts'
import { isAuth, login } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { listAllOrders } from '#features/orders/orders.contract.ts'
import { listenToStatements } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { readMail } from '#testing/mail.ts'
import { anyAddress, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const { secondDevice, isIn, canLogIn } = devicesOf(() => shop)

/** A shopper with an order in some state. */
async function buyer(status: 'Order Placed' | 'Delivered' = 'Delivered') {
  const shopper = await shop.shopper('Ananya Secretname')
  const product = await shop.product({ name: 'Loom', offerPricePaise: 10000 })
  const address = {
    firstName: 'Ananya',
    lastName: 'Secretname',
    email: `private.${shopper.email}`,
    street: '7 Hidden Lane',
    phone: '98450 54321',
  }
  await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: address })
  const placed = await shopper.send({
    method: 'POST',
    url: '/api/order/cod',
    payload: { items: [{ product, quantity: 2 }], address: shopper.address._id },
  })
  await shop.db.updateTable('orders').set({ status }).where('id', '=', placed.json().orderId).execute()
  await shopper.api(updateCart, { body: { cartItems: { [product]: 3 } } })
  await shop.request({ method: 'POST', url: '/api/newsletter/subscribe', payload: { email: shopper.email } })
  return { ...shopper, product, orderId: String(placed.json().orderId), orderEmail: address.email }
}

/** Delivered orders of a shopper with a mail each, as they are after years. */
async function fillOrders(shopper: Awaited<ReturnType<TestShop['shopper']>>, count: number) {
  const address = JSON.stringify({
    ...anyAddress,
    firstName: 'Ananya',
    lastName: 'Secretname',
    street: '7 Hidden Lane',
  })
  const user_id = shopper.user._id
  const ids = Array.from({ length: count }, () => newId())
  const now = Date.now()
  const at = (index: number) => now - index
  await shop.db
    .insertInto('orders')
    .values(
      ids.map((id, index) => ({
        ...{ id, user_id, address, created_at: at(index), payment_type: 'COD' as const, status: 'Delivered' as const },
        ...{ subtotal_paise: paise(100), tax_paise: paise(2), amount_paise: paise(102), is_paid: 1 },
      })),
    )
    .execute()
  await shop.db
    .insertInto('outbox')
    .values(
      ids.map((id, index) => ({
        ...{ id, account_id: user_id, recipient: shopper.email, subject: 'Your order', text_body: '', html_body: '' },
        ...{ headers: null, created_at: at(index), attempts: 1, due_at: 0, sent_at: at(index), last_error: null },
      })),
    )
    .execute()
  return ids
}

describe("the download of one's data", () => {
  it('is a file with everything the shop keeps of the shopper, and nobody else', async () => {
    const [shopper, other] = [await buyer(), await buyer()]
    await openEmailLink(shop, shopper.email)
    const answer = await shopper.send({ method: 'GET', url: '/api/user/data' })
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.json()).toMatchObject({
      account: { name: 'Ananya Secretname', email: shopper.email, emailConfirmed: true },
      addresses: [{ street: '7 Hidden Lane', phone: '9845054321' }],
      cart: { [shopper.product]: 3 },
      orders: [
        {
          amount: 204,
          subtotal: 200,
          tax: 4,
          refunded: 0,
          items: [{ name: 'Loom', offerPrice: 100, quantity: 2 }],
          address: { street: '7 Hidden Lane' },
        },
      ],
      sessions: [{ device: expect.any(String) }],
      newsletter: { confirmed: false },
    })
    expect(answer.body).not.toContain(other.email)
    expect(answer.body).not.toContain('password')
    expect((await shop.request({ method: 'GET', url: '/api/user/data' })).statusCode).toBe(401)
  })

  it('tells every sum in rupees, as the API does', async () => {
    const shopper = await buyer()
    const refund = {
      id: `refund of ${shopper.orderId}`,
      order_id: shopper.orderId,
      ...{ purpose: 'order' as const, method: 'card' as const, reference: null, currency: 'inr' },
      amount_minor: 10200,
      quantities: '{}',
    }
    await shop.db
      .insertInto('refunds')
      .values({ ...refund, state: 'done', attempts: 0, due_at: 0, provider_id: null, created_at: 0, done_at: 0 })
      .execute()
    const { orders } = (await shopper.send({ method: 'GET', url: '/api/user/data' })).json()
    const [shown] = (await shopper.send({ method: 'GET', url: '/api/order/user' })).json().orders
    expect(orders).toHaveLength(1)
    const { items, ...order } = orders[0]
    expect(shown).toMatchObject(order)
    expect(order).toMatchObject({ refunded: 102, amount: 204 })
    expect(items).toEqual([{ name: 'Loom', offerPrice: 100, quantity: 2, refunded: 0 }])
  })

  it('is written in parts, however many orders there are', async () => {
    const shopper = await shop.shopper()
    const rows = await fillOrders(shopper, 130)
    const reads = await shop.reads(async () => {
      const { orders } = (await shopper.send({ method: 'GET', url: '/api/user/data' })).json()
      expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual(rows)
    })
    const parts = reads.filter((text) => text.includes('from "orders"') && text.includes('limit'))
    expect(parts).toHaveLength(2)
    // Each part goes on where the last one ended, and reads nothing before it again.
    for (const part of parts) expect(part).not.toContain('offset')
  })

  it('shows nothing that is kept under an address which nobody has confirmed', async () => {
    const shopper = await buyer()
    expect((await shopper.send({ method: 'GET', url: '/api/user/data' })).json()).toMatchObject({
      account: { emailConfirmed: false },
      newsletter: null,
    })
  })
})

describe('deleting the account', () => {
  /** Whom the mails in DATA_DIR are to. */
  async function mailFilesTo() {
    const folder = path.join(shop.dataDir, 'mail')
    const names = (await readdir(folder)).sort()
    const mails = await Promise.all(
      names.map(async (name) => readMail(await readFile(path.join(folder, name), 'utf8'))),
    )
    return mails.map(({ headers }) => headers.get('to') ?? '')
  }
  const remove = (shopper: Browser, currentPassword: unknown = password) =>
    shopper.send({ method: 'POST', url: '/api/user/delete', payload: { currentPassword } })

  it('takes everything of the person; orders stay for the books without them', async () => {
    const shopper = await buyer()
    const phone = await secondDevice(shopper.email)
    await shop.deps.jobs.run('mails')
    const written = await mailFilesTo()
    expect(written).toEqual(expect.arrayContaining([shopper.email]))
    await openEmailLink(shop, shopper.email)
    expect((await remove(shopper)).statusCode).toBe(200)
    expect(await mailFilesTo()).toEqual(written.filter((to) => to !== shopper.email))

    expect(shopper.cookies.has('haat-user')).toBe(false)
    expect(await isIn(phone)).toBe(false)
    expect(await canLogIn(shopper.email, password)).toBe(false)
    const { orders } = await (await shop.seller()).api(listAllOrders)
    const order = orders.find(({ _id }) => _id === shopper.orderId)
    expect(order).toMatchObject({
      amount: 20400,
      items: [{ quantity: 2, product: { name: 'Loom' } }],
      address: {
        firstName: 'Deleted',
        lastName: 'account',
        email: '',
        street: '',
        phone: '',
        city: 'Bengaluru',
        zipcode: '560038',
      },
    })

    for (const table of [
      'users',
      'addresses',
      'carts',
      'orders',
      'sessions',
      'newsletter_subscriptions',
      'idempotency_keys',
      'outbox',
      'account_links',
    ] as const) {
      const rows = JSON.stringify(await shop.db.selectFrom(table).selectAll().execute())
      const traces = [shopper.email, shopper.orderEmail, shopper.user._id]
      expect({ table, traces: traces.filter((trace) => rows.includes(trace)) }).toEqual({ table, traces: [] })
    }
    const again = await shop
      .browser()
      .send({ method: 'POST', url: '/api/user/register', payload: { name: 'Ananya', email: shopper.email, password } })
    expect(again.statusCode).toBe(200)
  })

  it('leaves what is kept under an address that nobody has confirmed: it may be its owner’s', async () => {
    const stranger = await buyer()
    expect((await remove(stranger)).statusCode).toBe(200)
    const kept = await shop.db
      .selectFrom('newsletter_subscriptions')
      .selectAll()
      .where('email', '=', stranger.email)
      .execute()
    expect(kept).toHaveLength(1)
    expect((await shop.mailsTo(stranger.email)).map(({ subject }) => subject)).toEqual(['Your Haat newsletter'])
  })

  it('takes few statements, however many orders and mails there are', async () => {
    const shopper = await shop.shopper()
    const ids = await fillOrders(shopper, 300)
    const statements: string[] = []
    const stop = listenToStatements(shop.db, ({ sql: text }) => void statements.push(text))
    expect((await remove(shopper)).statusCode).toBe(200)
    stop()
    expect(statements.filter((text) => text.includes('"orders"')).length).toBeLessThan(8)
    // In parts of 200.
    expect(statements.filter((text) => text.includes('"outbox"')).length).toBeLessThan(12)
    const rows = await shop.db
      .selectFrom('orders')
      .select(['user_id', 'address', 'search_text'])
      .where('id', 'in', ids)
      .execute()
    expect(rows).toHaveLength(300)
    expect(new Set(rows.map(({ user_id, search_text }) => `${user_id}, ${search_text}`))).toEqual(
      new Set(['deleted, deleted account 560038']),
    )
    expect(JSON.stringify(rows)).not.toMatch(/Hidden|Secretname|private/)
    expect(await shop.mailsTo(shopper.email)).toEqual([])
  })

  it('needs the password', async () => {
    const shopper = await shop.shopper()
    for (const wrong of ['wrong password', '', null, 7])
      expect((await remove(shopper, wrong)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await isIn(shopper)).toBe(true)
  })

  it('waits for an order that is on its way', async () => {
    const shopper = await buyer('Order Placed')
    const refused = await remove(shopper)
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 409, code: 'OPEN_ORDERS' })
    expect((await shopper.api(isAuth)).user.email).toBe(shopper.email)
    await shopper.send({ method: 'POST', url: `/api/order/${shopper.orderId}/cancel` })
    expect((await remove(shopper)).statusCode).toBe(200)
  })

  it('leaves other shoppers alone', async () => {
    const [shopper, other] = [await buyer(), await buyer()]
    const before = await other.send({ method: 'GET', url: '/api/user/data' })
    await remove(shopper)
    expect((await other.send({ method: 'GET', url: '/api/user/data' })).json()).toEqual(before.json())
    await expect(shop.browser().api(login, { body: { email: other.email, password } })).resolves.toMatchObject({
      user: { email: other.email },
    })
  })
})
