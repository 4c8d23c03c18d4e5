import sharp from 'sharp'
import { expect } from 'vitest'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { sellerSettings, type TestParts, type TestShop, testShop } from '#testing/shop.ts'

export type Shopper = Awaited<ReturnType<TestShop['shopper']>>
export type Seller = Awaited<ReturnType<TestShop['seller']>>

/** A photo as a phone takes it, with where it was taken. */
export const photo = (width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#8a4b2a' } })
    .withExif({ IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
    .jpeg()
    .toBuffer()

interface Asked {
  order: string
  items: { product: string; quantity: number }[]
  reason?: string
  wish?: 'refund' | 'exchange'
  payTo?: string
}

/** Asks for a return with photos, as the page does; gives the answer as it comes. */
export async function ask(shopper: Pick<Shopper, 'send'>, asked: Asked, photos: readonly Buffer[] = []) {
  const form = new FormData()
  form.set('data', JSON.stringify({ reason: 'The rim is chipped', wish: 'refund', ...asked }))
  for (const content of photos) form.append('photos', new File([new Uint8Array(content)], 'photo.jpg'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return shopper.send({
    method: 'POST',
    url: '/api/return',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

/** Takes an order as far as the shopper's door, and its cash to the shop. */
export async function deliver(seller: Seller, id: string) {
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'] as const)
    await seller.api(moveOrder, { params: { id }, body: { status } })
  const { order } = await seller.api(getSellerOrder, { params: { id } })
  if (order.paymentType === 'COD') await seller.api(markCashReceived, { params: { id } })
}

type Step = { to: 'accepted' | 'declined' | 'arrived' | 'damaged' | 'closed' } & Record<string, unknown>
interface Delivered {
  id: string
  product: string
  /** So many of its pieces. */
  items: (count: number) => Asked['items']
}

/** A shop whose seller answers the returns of a shopper. */
export async function returnShop(parts: TestParts = {}) {
  const shop = await testShop({ ...sellerSettings, LEGAL_ADDRESS: '12 Fort Road, Jaipur 302001' }, parts)
  const seller = await shop.seller()
  const shopper = await shop.shopper()
  const move = (id: string, step: Step) => seller.send({ method: 'PATCH', url: `/api/return/${id}`, payload: step })
  return {
    ...{ shop, seller, shopper, move },

    /** An order of so many bowls at 100 rupees each, delivered and paid. */
    async delivered(quantity = 3, by = shopper, more: Parameters<TestShop['product']>[0] = {}): Promise<Delivered> {
      const product = await shop.product({ name: 'Blue Bowl', offerPricePaise: 100_00, stock: 10, ...more })
      const id = String((await placeOrder(by, [{ product, quantity }])).json().orderId)
      await deliver(seller, id)
      return { id, product, items: (count: number) => [{ product, quantity: count }] }
    },

    /** The number of a return of so many of its pieces, asked for by the shopper. */
    async asked(order: Delivered, count = 1, wish: 'refund' | 'exchange' = 'refund') {
      const answer = await ask(shopper, { order: order.id, items: order.items(count), wish })
      expect(answer.statusCode, answer.body).toBe(201)
      return String(answer.json().return._id)
    },

    async take(id: string, ...steps: Step[]) {
      for (const step of steps) {
        const answer = await move(id, step)
        expect(answer.statusCode, answer.body).toBe(200)
      }
    },

    async subjects() {
      return (await shop.mailsTo(shopper.email)).map(({ subject }) => subject)
    },
  }
}
