import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { servePictures } from '#app/pages/pages.ts'
import { deleteAccount } from '#features/account/account.contract.ts'
import { getMyOrder, getSellerOrder, listAllOrders } from '#features/orders/orders.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { openDemoPictures } from '#features/pictures/server/demo-pictures.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { DAY_MS } from '#shared/time.ts'
import { listMyReturns, listReturns, withdrawReturn } from '../returns.contract.ts'
import { ask, deliver, photo, returnShop } from '../testing/returns.ts'
import { tidyReturns } from './forget-returns.ts'

const { shop, seller, shopper, delivered, asked, take, subjects } = await returnShop({
  addRoutes: async (app) => servePictures(app, await openDemoPictures(app.log)),
})
afterAll(() => shop.close())

const photosOnDisk = async () =>
  (await listFiles(path.join(shop.dataDir, 'media'))).filter((name) => name.startsWith('return-'))

const whole = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order

describe('a return', () => {
  it('is asked for with photos, which only its shopper and the seller may see, without their metadata', async () => {
    const order = await delivered()
    const answer = await ask(shopper, { order: order.id, items: order.items(2) }, [await photo(), await photo(2400)])
    expect(answer.statusCode).toBe(201)
    const { return: made, message } = answer.json()
    expect(message).toBe('We have your return, and write to you soon')
    expect(made).toMatchObject({
      state: 'asked',
      wish: 'refund',
      reason: 'The rim is chipped',
      items: [{ quantity: 2 }],
    })
    expect(made.photos.map(({ width }: { width: number }) => width)).toEqual([60, 1600])
    const [{ url }] = made.photos
    const seen = await shopper.send({ method: 'GET', url })
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
    const { exif, width } = await sharp(seen.rawPayload).metadata()
    expect({ exif, width }).toEqual({ exif: undefined, width: 60 })
    const [shown] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect((await seller.send({ method: 'GET', url: shown?.photos[1]?.url ?? '' })).statusCode).toBe(200)
    for (const [caller, status] of [
      [await shop.shopper(), 404],
      [shop.browser(), 401],
      [seller, 401],
    ] as const)
      expect((await caller.send({ method: 'GET', url })).statusCode).toBe(status)
    expect((await shopper.send({ method: 'GET', url: url.replace('photo/1', 'photo/3') })).statusCode).toBe(404)
    expect(await subjects()).toContain(`Haat: We have your return for order #${shown?.order.number}`)
    expect((await whole(order.id)).hasProblem).toBe(true)
    const { orders } = await seller.api(listAllOrders, { query: { tab: 'problems' } })
    expect(orders.map(({ _id }) => _id)).toContain(order.id)
  })

  it('has its photos at no address under /media, whatever is asked for', async () => {
    const order = await delivered()
    await ask(shopper, { order: order.id, items: order.items(1) }, [await photo()])
    const files = await photosOnDisk()
    expect(files.length).toBeGreaterThan(0)
    // The same picture under a product's name is served.
    const media = path.join(shop.dataDir, 'media')
    const [file = ''] = files
    await cp(path.join(media, file), path.join(media, file.replace('return-', 'product-')))
    const shown = await shopper.send({ method: 'GET', url: `/media/${file.replace('return-', 'product-')}` })
    expect(shown.statusCode).toBe(200)
    for (const file of files)
      for (const url of [`/media/${file}`, `/media/./${file}`, `/media/${file.replace('return', '%72eturn')}`])
        for (const caller of [shop.browser(), shopper, seller])
          expect((await caller.send({ method: 'GET', url })).statusCode, url).toBe(404)
  })

  it('keeps photos and where cash was sent for 180 days after it is over; the rest of it stays', async () => {
    const order = await delivered()
    const before = new Set(await photosOnDisk())
    const answer = await ask(shopper, { order: order.id, items: order.items(1), payTo: 'asha@okbank' }, [await photo()])
    const own = (await photosOnDisk()).filter((file) => !before.has(file))
    expect(own.length).toBeGreaterThan(0)
    const id = String(answer.json().return._id)
    const isThere = async () => (await photosOnDisk()).filter((file) => own.includes(file)).length > 0
    const start = Date.now()
    const tidyAfter = (days: number) => tidyReturns({ ...shop.deps, now: () => new Date(start + days * DAY_MS) })
    await tidyAfter(400)
    expect(await isThere()).toBe(true)
    await take(id, { to: 'declined', message: 'It is as it was' })
    await tidyAfter(179)
    expect(await isThere()).toBe(true)
    await tidyAfter(181)
    expect(await isThere()).toBe(false)
    const [kept] = (await shopper.api(listMyReturns, { query: { order: order.id } })).returns
    expect(kept).toMatchObject({ photos: [], reason: 'The rim is chipped', answer: 'It is as it was' })
    expect(kept).not.toHaveProperty('payTo')
  })

  it('of each piece is asked for once, and never of one that was refunded', async () => {
    const order = await delivered(4)
    await asked(order, 2)
    await seller.api(refundOrder, {
      params: { id: order.id },
      body: { lines: order.items(1), method: 'upi', reference: 'UPI 1' },
    })
    const more = await ask(shopper, { order: order.id, items: order.items(2) })
    expect([more.statusCode, more.json().code]).toEqual([409, 'TOO_MANY_TO_RETURN'])
    expect(more.json().message).toBe(
      'Only 1 of Blue Bowl can still be returned: the others are refunded or in a return already',
    )
    const left = async () => (await shopper.api(listMyReturns, { query: { order: order.id } })).left
    expect(await left()).toEqual([{ product: order.product, quantity: 1 }])
    await asked(order, 1)
    expect((await ask(shopper, { order: order.id, items: order.items(1) })).statusCode).toBe(409)
    expect(await left()).toMatchObject([{ quantity: 0, why: 'Blue Bowl is refunded or in a return already' }])
  })

  it('can be asked for until the end of the last Indian day', async () => {
    const order = await delivered()
    const product = order.items(1)
    // Delivered in the evening of 21 November in India.
    const evening = new Date('2026-11-21T17:00:00Z').getTime()
    await shop.db.updateTable('parcels').set({ delivered_at: evening }).where('order_id', '=', order.id).execute()
    try {
      shop.setClock(new Date('2026-11-28T18:30:00Z'))
      const late = await ask(shopper, { order: order.id, items: product })
      expect([late.statusCode, late.json().code]).toEqual([409, 'TOO_LATE_TO_RETURN'])
      expect(late.json().message).toContain('Blue Bowl could be returned until 28 November.')
      shop.setClock(new Date('2026-11-28T18:29:59Z'))
      expect((await ask(shopper, { order: order.id, items: product })).statusCode).toBe(201)
    } finally {
      shop.setClock(undefined)
    }
  })

  it.each([
    ['nothing', { items: [] }, 400, 'items'],
    ['half a piece', { items: [{ product: 'x', quantity: 0.5 }] }, 400, 'items.0.quantity'],
    ['no reason', { reason: ' ' }, 400, 'reason'],
    ['another wish', { wish: 'money' }, 400, 'wish'],
    ['what is not in the order', { items: [{ product: 'x', quantity: 1 }] }, 400, 'items'],
    ['an order that is not there', { order: 'x' }, 404, undefined],
  ])('of %s is refused, and leaves nothing behind', async (_, change, status, field) => {
    const order = await delivered()
    const before = await photosOnDisk()
    const answer = await ask(shopper, { order: order.id, items: order.items(1), ...change } as never, [await photo()])
    expect(answer.statusCode, answer.body).toBe(status)
    if (field) expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(await photosOnDisk()).toEqual(before)
    expect(await readdir(path.join(shop.dataDir, 'incoming'))).toEqual([])
  })

  it('is refused with a file that is no picture, or with five, and of somebody else’s order', async () => {
    const order = await delivered()
    const before = await photosOnDisk()
    const wanted = { order: order.id, items: order.items(1) }
    const broken = await ask(shopper, wanted, [await photo(), Buffer.from('<svg/>')])
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'UNREADABLE_PICTURE'])
    const many = await ask(shopper, wanted, Array(5).fill(await photo()))
    expect([many.statusCode, many.json().message]).toEqual([400, 'Send at most 4 photos'])
    expect((await ask(await shop.shopper(), wanted)).statusCode).toBe(404)
    expect(await photosOnDisk()).toEqual(before)
  })

  it('may come as JSON alone where there are no photos', async () => {
    const order = await delivered()
    const payload = { order: order.id, items: order.items(1), reason: 'Too small', wish: 'exchange' }
    expect((await shopper.send({ method: 'POST', url: '/api/return', payload })).statusCode).toBe(201)
    expect(
      (await shopper.send({ method: 'POST', url: '/api/return', payload: { ...payload, reason: '' } })).statusCode,
    ).toBe(400)
  })

  it('is refused before its form is read where nothing was delivered to the account', async () => {
    const stranger = await shop.shopper()
    // Of a type that no form has: what is read is refused with 415.
    const unread = async () => {
      const headers = { 'content-type': 'text/plain' }
      const answer = await stranger.send({ method: 'POST', url: '/api/return', headers, payload: 'x' })
      return [answer.statusCode, answer.json().code]
    }
    expect(await unread()).toEqual([404, 'ORDER_NOT_FOUND'])
    const product = await shop.product({ name: 'Oil Lamp' })
    const id = String((await placeOrder(stranger, [{ product, quantity: 1 }])).json().orderId)
    expect(await unread()).toEqual([409, 'NOT_DELIVERED'])
    await deliver(seller, id)
    expect((await unread())[0]).toBe(415)
  })

  it('is refused before the delivery, and of goods that cannot be returned, which the order says', async () => {
    const product = await shop.product({ name: 'Wild Honey', category: 'Food-Spices' })
    const id = String((await placeOrder(shopper, [{ product, quantity: 1 }])).json().orderId)
    const items = [{ product, quantity: 1 }]
    const early = await ask(shopper, { order: id, items })
    expect([early.statusCode, early.json().code]).toEqual([409, 'NOT_DELIVERED'])
    // What was ordered stays as it was sold.
    await shop.db.updateTable('products').set({ returnable: 1 }).where('id', '=', product).execute()
    await deliver(seller, id)
    const { order } = await shopper.api(getMyOrder, { params: { id } })
    expect(order.items[0]?.returnable).toBe(false)
    const answer = await ask(shopper, { order: id, items })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'NOT_RETURNABLE'])
    expect(answer.json().message).toBe(
      'Wild Honey cannot be returned, except if it came damaged. Then write to support@haat.example, with a photo',
    )
  })

  it('may be withdrawn until it is answered; its photos go, and its pieces can be asked for again', async () => {
    const order = await delivered(1)
    const before = await photosOnDisk()
    const made = (await ask(shopper, { order: order.id, items: order.items(1) }, [await photo()])).json().return
    const params = { id: String(made._id) }
    expect(
      (await (await shop.shopper()).send({ method: 'POST', url: `/api/return/${made._id}/withdraw` })).statusCode,
    ).toBe(404)
    expect((await shopper.api(withdrawReturn, { params })).return).toMatchObject({ state: 'withdrawn', photos: [] })
    await shopper.api(withdrawReturn, { params })
    expect(await photosOnDisk()).toEqual(before)
    expect((await whole(order.id)).hasProblem).toBe(false)
    const again = await asked(order, 1)
    await take(again, { to: 'accepted' })
    const late = await shopper.send({ method: 'POST', url: `/api/return/${again}/withdraw` })
    expect([late.statusCode, late.json().code]).toEqual([409, 'CANNOT_MOVE_RETURN'])
  })
})

describe('an account with returns', () => {
  it('is kept while one is open; then it goes with its photos and what was written', async () => {
    const other = await shop.shopper()
    const order = await delivered(2, other)
    const made = (await ask(other, { order: order.id, items: order.items(1) }, [await photo()])).json().return
    const data = (await other.send({ method: 'GET', url: '/api/user/data' })).json()
    expect(data.returns).toMatchObject([{ reason: 'The rim is chipped', items: [{ name: 'Blue Bowl', quantity: 1 }] }])
    const remove = { body: { currentPassword: 'a good password' } }
    await expect(other.api(deleteAccount, remove)).rejects.toMatchObject({ code: 'OPEN_RETURNS' })
    await take(made._id, { to: 'declined', message: 'It was used' })
    const before = await photosOnDisk()
    await other.api(deleteAccount, remove)
    expect(await photosOnDisk()).toHaveLength(before.length - 1)
    const [shown] = (await seller.api(listReturns, { query: { order: order.id } })).returns
    expect(shown).toMatchObject({ state: 'declined', reason: '', photos: [] })
  })
})
