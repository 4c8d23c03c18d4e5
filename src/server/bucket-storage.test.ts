import { access } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { readConfig } from './config.ts'
import { testBucket } from './test-bucket.ts'
import { type TestShop, testShop } from './test-shop.ts'

let bucket: Awaited<ReturnType<typeof testBucket>>
let shop: TestShop
beforeAll(async () => {
  bucket = await testBucket()
  shop = await testShop({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'sell everything', ...bucket.settings })
})
afterAll(async () => {
  await shop.close()
  await bucket.close()
})

async function add(content: Buffer[], change: object = {}) {
  const form = new FormData()
  form.set(
    'productData',
    JSON.stringify({ name: 'Bowl', category: 'Pottery-Ceramics', price: 20, offerPrice: 10, ...change }),
  )
  for (const bytes of content) form.append('images', new File([new Uint8Array(bytes)], 'a.jpg'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const seller = await shop.seller()
  return seller.send({
    method: 'POST',
    url: '/api/product/add',
    headers,
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
const picture = () =>
  sharp({ create: { width: 500, height: 400, channels: 3, background: '#2a5d84' } })
    .jpeg()
    .toBuffer()

it('keeps the pictures of a product in the bucket, and shows them under /media', async () => {
  const { product } = (await add([await picture()])).json()
  const { key } = product.images[0]
  await vi.waitFor(
    async () =>
      expect((await shop.browser().api(getProduct, { params: { id: product._id } })).product.images[0]?.avif).toBe(
        true,
      ),
    { timeout: 20_000 },
  )
  expect([...bucket.objects.keys()].toSorted()).toEqual(
    [320, 480].flatMap((width) => [`${key}/${width}.avif`, `${key}/${width}.webp`]),
  )
  expect(bucket.objects.get(`${key}/320.webp`)?.type).toBe('image/webp')
  expect(new Set(bucket.asked.map((one) => one.split(' ')[1]))).toEqual(new Set(['AWS4-HMAC-SHA256']))
  await expect(access(path.join(shop.dataDir, 'media', key))).rejects.toThrow()
  const shown = await shop.request({ method: 'GET', url: product.image[0] })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await sharp(shown.rawPayload).metadata()).width).toBe(480)
})

it.each([
  ['/media/product-00ff/320.webp'],
  ['/media/product-00ff/320.exe'],
  ['/media/product-00ff/..%2f320.webp'],
  ['/media/../haat.sqlite'],
])('finds nothing at %s', async (url) => {
  expect((await shop.request({ method: 'GET', url })).statusCode).toBe(404)
})

it('leaves nothing in the bucket after a refusal, whatever came first', async () => {
  const before = [...bucket.objects.keys()]
  expect((await add([await picture(), Buffer.from('no picture')])).statusCode).toBe(400)
  expect([...bucket.objects.keys()]).toEqual(before)
  await shop.deps.storage.put('product-aa/320.webp', Buffer.from('x'))
  await shop.deps.storage.remove('product-aa')
  expect([...bucket.objects.keys()]).toEqual(before)
})

it('says that pictures cannot be stored while the bucket is away', async () => {
  const away = await testBucket()
  const own = await testShop({
    SELLER_EMAIL: 'seller@example.com',
    SELLER_PASSWORD: 'sell everything',
    ...away.settings,
    S3_BUCKET: 'gone',
  })
  await expect(own.deps.storage.put('product-aa/320.webp', Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
  expect((await own.request({ method: 'GET', url: '/media/product-aa/320.webp' })).statusCode).toBe(503)
  await own.close()
  await away.close()
})

it.each([
  [{ S3_BUCKET: 'pictures' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_ENDPOINT: 'http://localhost:9000' }, 'S3_BUCKET'],
  [{ S3_ENDPOINT: 'minio', S3_BUCKET: 'pictures' }, 'S3_ENDPOINT'],
])('does not start with %j', (settings, name) => {
  expect(() => readConfig(settings)).toThrow(name)
})
