import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAddress, deleteAddress } from '#features/addresses/addresses.contract.ts'
import { isAuth } from '#features/auth/auth.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { countOrders, order, stockOf } from '#features/orders/testing/order.ts'
import { bringTo } from '#features/orders/testing/parcels.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { cancelOrder, listAllOrders, listMyOrders } from '../orders.contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

describe('a cash-on-delivery order', () => {
  it('costs the offer price of the catalogue plus 2% tax, empties the cart and is listed', async () => {
    const [bowl, honey] = [
      await shop.product({ offerPricePaise: 124925 }),
      await shop.product({ name: 'Honey', offerPricePaise: 42000, pricePaise: 48000, weight: '250 g' }),
    ]
    const shopper = await shop.shopper()
    await shopper.api(updateCart, { body: { cartItems: { [bowl]: 1, [honey]: 4 } } })
    const items = [
      { product: bowl, quantity: 1 },
      { product: honey, quantity: 4 },
    ]
    const answer = await order(shopper, items)
    // 1,249.25 + 4 × 420 = 2,929.25; 2% = 58.585, halves up: 58.59
    expect(answer.json()).toMatchObject({ success: true, message: 'Order placed', amount: 2987.84 })
    expect((await shopper.api(isAuth)).user.cartItems).toEqual({})

    const raw = (await shopper.send({ method: 'GET', url: '/api/order/user' })).json()
    expect(raw.orders[0]).toMatchObject({
      _id: answer.json().orderId,
      number: 1001,
      amount: 2987.84,
      subtotal: 2929.25,
      tax: 58.59,
      paymentType: 'COD',
      status: 'Order Placed',
      isPaid: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      address: { city: 'Bengaluru', phone: '9845012345' },
      items: [
        { quantity: 1, product: { _id: bowl, name: 'Blue Pottery Bowl', offerPrice: 1249.25 } },
        { quantity: 4, product: { _id: honey, name: 'Honey', weight: '250 g' } },
      ],
    })
  })

  it('keeps what was bought when the catalogue and the address change later', async () => {
    const bowl = await shop.product({ name: 'Old name', offerPricePaise: 10000 })
    const shopper = await shop.shopper()
    await order(shopper, [{ product: bowl, quantity: 1 }])
    await shop.db
      .updateTable('products')
      .set({ name: 'New name', offer_price_paise: paise(1) })
      .where('id', '=', bowl)
      .execute()
    await shopper.api(changeAddress, { params: { id: shopper.address._id }, body: { city: 'Mysuru' } })
    await shopper.api(deleteAddress, { params: { id: shopper.address._id } })
    const { orders } = await shopper.api(listMyOrders)
    expect(orders[0]).toMatchObject({
      amount: 10200,
      address: { city: 'Bengaluru' },
      items: [{ product: { name: 'Old name', offerPrice: 10000 } }],
    })
  })

  it('merges duplicate lines and takes counted stock; at 0 the product goes out of stock', async () => {
    const bowl = await shop.product({ stock: 5 })
    const shopper = await shop.shopper()
    await order(shopper, [
      { product: bowl, quantity: 2 },
      { product: bowl, quantity: 3 },
    ])
    expect((await shopper.api(listMyOrders)).orders[0]?.items).toMatchObject([{ quantity: 5 }])
    expect(await stockOf(shop, bowl)).toEqual({ stock: 0, in_stock: 0 })
  })

  it('ignores a userId and prices in the body', async () => {
    const bowl = await shop.product({ offerPricePaise: 10000 })
    const [buyer, other] = [await shop.shopper(), await shop.shopper()]
    const payload = {
      userId: other.user._id,
      amount: 1,
      items: [{ product: bowl, quantity: 1, price: 1 }],
      address: buyer.address._id,
    }
    const answer = await buyer.send({ method: 'POST', url: '/api/order/cod', payload })
    expect(answer.json()).toMatchObject({ amount: 102 })
    expect(await countOrders(other)).toBe(0)
  })

  it.each([
    ['no lines', () => []],
    ['an unknown product', () => [{ product: newId(), quantity: 1 }]],
    ['quantity 0', (product: string) => [{ product, quantity: 0 }]],
    ['a negative quantity', (product: string) => [{ product, quantity: -1 }]],
    ['a fraction', (product: string) => [{ product, quantity: 1.5 }]],
    ['a text for a quantity', (product: string) => [{ product, quantity: '1' }]],
    ['more than 999', (product: string) => [{ product, quantity: 1000 }]],
    [
      'duplicates that add up to more than 999',
      (product: string) => [
        { product, quantity: 999 },
        { product, quantity: 1 },
      ],
    ],
    ['more than 100 lines', (product: string) => Array.from({ length: 101 }, () => ({ product, quantity: 1 }))],
  ])('is refused with 400 for %s; cart and stock stay', async (_, lines) => {
    const bowl = await shop.product({ stock: 5 })
    const shopper = await shop.shopper()
    await shopper.api(updateCart, { body: { cartItems: { [bowl]: 2 } } })
    const answer = await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items: lines(bowl), address: shopper.address._id },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
    expect(await countOrders(shopper)).toBe(0)
    expect((await shopper.api(isAuth)).user.cartItems).toEqual({ [bowl]: 2 })
    expect(await stockOf(shop, bowl)).toEqual({ stock: 5, in_stock: 1 })
  })

  it('asks for an address in the words of the specification', async () => {
    const shopper = await shop.shopper()
    const answer = await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items: [{ product: await shop.product(), quantity: 1 }], address: '' },
    })
    expect(answer.json()).toMatchObject({
      message: 'Please select an address',
      fields: { address: 'Please select an address' },
    })
  })

  it("is refused for another shopper's address", async () => {
    const [buyer, other] = [await shop.shopper(), await shop.shopper()]
    const answer = await order({ ...buyer, address: other.address }, [{ product: await shop.product(), quantity: 1 }])
    expect(answer.statusCode).toBe(404)
    expect(await countOrders(buyer)).toBe(0)
  })

  it.each([
    ['is switched off', { inStock: false }, 'Blue Pottery Bowl is out of stock'],
    ['has no pieces left', { stock: 0 }, 'Blue Pottery Bowl is out of stock'],
    ['has too few pieces', { stock: 1 }, 'Only 1 of Blue Pottery Bowl left'],
  ])(
    'is refused with 409, naming the product, when it %s; other products keep their stock',
    async (_, wrong, message) => {
      const [good, bad] = [await shop.product({ stock: 9 }), await shop.product(wrong)]
      const shopper = await shop.shopper()
      const answer = await order(shopper, [
        { product: good, quantity: 2 },
        { product: bad, quantity: 2 },
      ])
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ success: false, message })
      expect((await stockOf(shop, good)).stock).toBe(9)
      expect(await countOrders(shopper)).toBe(0)
    },
  )

  it('is refused with the new total when the shopper saw another one', async () => {
    const bowl = await shop.product({ offerPricePaise: 10000 })
    const shopper = await shop.shopper()
    const place = (expectedTotal: number) =>
      shopper.send({
        method: 'POST',
        url: '/api/order/cod',
        payload: { items: [{ product: bowl, quantity: 1 }], address: shopper.address._id, expectedTotal },
      })
    const refused = await place(101)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'TOTAL_CHANGED', total: 102 })
    expect((await place(102)).statusCode).toBe(200)
  })
})

describe('cancelling', () => {
  it('is possible before the order is packed; taken stock comes back, once', async () => {
    const bowl = await shop.product({ stock: 2 })
    const shopper = await shop.shopper()
    const orderId = (await order(shopper, [{ product: bowl, quantity: 2 }])).json().orderId
    expect(await stockOf(shop, bowl)).toEqual({ stock: 0, in_stock: 0 })
    await Promise.all([1, 2, 3].map(() => shopper.api(cancelOrder, { params: { id: orderId } })))
    expect(await stockOf(shop, bowl)).toEqual({ stock: 2, in_stock: 1 })
    expect((await shopper.api(listMyOrders)).orders[0]?.status).toBe('Cancelled')
    const { product } = await shopper.api(getProduct, { params: { id: bowl } })
    expect(product.inStock).toBe(true)
  })

  it.each(['Packed', 'Shipped', 'Delivered'] as const)('is refused once the order is %s', async (status) => {
    const shopper = await shop.shopper()
    const orderId = (await order(shopper, [{ product: await shop.product(), quantity: 1 }])).json().orderId
    await bringTo(shop, orderId, { status })
    await expect(shopper.api(cancelOrder, { params: { id: orderId } })).rejects.toMatchObject({ status: 409 })
  })

  it("of somebody else's order is not found", async () => {
    const [owner, other] = [await shop.shopper(), await shop.shopper()]
    const orderId = (await order(owner, [{ product: await shop.product(), quantity: 1 }])).json().orderId
    await expect(other.api(cancelOrder, { params: { id: orderId } })).rejects.toMatchObject({ status: 404 })
    expect((await owner.api(listMyOrders)).orders[0]?.status).toBe('Order Placed')
  })
})

describe('lists of orders', () => {
  it('show a shopper their own only, newest first, in pages', async () => {
    const bowl = await shop.product()
    const [shopper, other] = [await shop.shopper(), await shop.shopper()]
    const placed: string[] = []
    for (const quantity of [1, 2, 3]) placed.push((await order(shopper, [{ product: bowl, quantity }])).json().orderId)
    await order(other, [{ product: bowl, quantity: 1 }])
    expect((await shopper.api(listMyOrders)).orders.map((one) => one._id)).toEqual(placed.toReversed())
    expect(await shopper.api(listMyOrders, { query: { page: '2', limit: '2' } })).toMatchObject({
      total: 3,
      page: 2,
      pages: 2,
      orders: [{ _id: placed[0] }],
    })
  })

  it('show the seller everything', async () => {
    const shopper = await shop.shopper()
    const orderId = (await order(shopper, [{ product: await shop.product(), quantity: 1 }])).json().orderId
    const { orders } = await (await shop.seller()).api(listAllOrders)
    expect(orders.map((one) => one._id)).toContain(orderId)
  })
})

describe('the order mail', () => {
  it('is queued with the order and comes out once, as a file, with text escaped', async () => {
    const bowl = await shop.product({ name: '<b>Bold</b> bowl', offerPricePaise: 10000 })
    const shopper = await shop.shopper()
    await order(shopper, [{ product: bowl, quantity: 2 }])
    await shop.deps.jobs.run('mails')
    await shop.deps.jobs.run('mails')
    const folder = path.join(shop.dataDir, 'mail')
    const mail = (await shop.mailsTo(shopper.email)).at(-1)
    expect(mail).toMatchObject({ recipient: shopper.email, account_id: shopper.user._id, attempts: 1 })
    expect(mail?.html_body).toContain('&lt;b&gt;Bold&lt;/b&gt; bowl')
    expect(mail?.text_body).toMatch(/^<b>Bold<\/b> bowl\n2 × ₹100 +₹200\.00$/m)
    expect(mail?.text_body).toMatch(/^Total +₹204\.00$/m)
    const file = (await readdir(folder)).filter((name) => name === `${mail?.id}.eml`)
    expect(file).toHaveLength(1)
    expect(await readFile(path.join(folder, file[0] ?? ''), 'utf8')).toContain(`To: ${shopper.email}`)
  })

  it('goes to the account alone, whatever address and text were typed for the parcel', async () => {
    const shopper = await shop.shopper()
    const typed = { firstName: 'Buy at http://evil.example', street: 'www.evil.example', email: 'stranger@example.com' }
    await shopper.send({ method: 'PATCH', url: `/api/address/${shopper.address._id}`, payload: typed })
    const { orderId } = (await order(shopper, [{ product: await shop.product(), quantity: 1 }])).json()
    await shopper.send({ method: 'POST', url: `/api/order/${orderId}/cancel` })
    expect(await shop.mailsTo('stranger@example.com')).toEqual([])
    const mails = (await shop.mailsTo(shopper.email)).filter(({ subject }) => subject.includes('order #'))
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.text_body).toMatch(/^(Thank you|Your order was cancelled)\.\n/)
      expect(mail.text_body + mail.html_body).not.toMatch(/evil\.example/)
    }
  })

  it('is small enough to be shown whole, however much was ordered', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `${'"'.repeat(190)} ${at}`)
    const items = []
    for (const name of names) items.push({ product: await shop.product({ name }), quantity: 1 })
    const shopper = await shop.shopper()
    expect((await order(shopper, items)).statusCode).toBe(200)
    const mail = (await shop.mailsTo(shopper.email)).at(-1)
    expect(Buffer.byteLength(mail?.html_body ?? '')).toBeLessThan(102_000)
    expect(mail?.text_body).toContain('and 70 more: My Orders shows all of them.')
  })

  it('is not queued for an order that is refused', async () => {
    const shopper = await shop.shopper()
    const before = await shop.db.selectFrom('outbox').select('id').execute()
    await order(shopper, [{ product: await shop.product({ inStock: false }), quantity: 1 }])
    expect(await shop.db.selectFrom('outbox').select('id').execute()).toHaveLength(before.length)
  })
})
