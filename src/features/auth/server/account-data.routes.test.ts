import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateCart } from '#features/cart/cart.contract.ts'
import { listAllOrders } from '#features/orders/orders.contract.ts'
import { readMail } from '#server/test-mail.ts'
import { type TestShop, testShop } from '#server/test-shop.ts'
import { isAuth, login } from '../auth.contract.ts'
import { type Browser, devicesOf, password } from './test-devices.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything' })
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

describe("the download of one's data", () => {
  it('is a file with everything the shop keeps of the shopper, and nobody else', async () => {
    const [shopper, other] = [await buyer(), await buyer()]
    const answer = await shopper.send({ method: 'GET', url: '/api/user/data' })
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="my-data.json"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(answer.json()).toMatchObject({
      account: { name: 'Ananya Secretname', email: shopper.email },
      addresses: [{ street: '7 Hidden Lane', phone: '9845054321' }],
      cart: { [shopper.product]: 3 },
      orders: [
        {
          amount: 204,
          subtotal: 200,
          tax: 4,
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
    await shop.deps.mailer.deliverDue()
    const written = await mailFilesTo()
    expect(written).toEqual(expect.arrayContaining([shopper.email]))
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
