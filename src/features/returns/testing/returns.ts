import sharp from 'sharp'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { markCashReceived, moveOrder } from '#features/orders/seller-orders.contract.ts'
import type { TestShop } from '#testing/shop.ts'

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
