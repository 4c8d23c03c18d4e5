import { access } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { readConfig } from '#kernel/config.ts'
import { bucketStorage } from '#kernel/storage/bucket-storage.ts'
import { type Mishap, testBucket } from '#testing/bucket.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let bucket: Awaited<ReturnType<typeof testBucket>>
let shop: TestShop
beforeAll(async () => {
  bucket = await testBucket()
  shop = await testShop({ ...sellerSettings, ...bucket.settings })
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
    [320, 480, 500].flatMap((width) => [`${key}/${width}.avif`, `${key}/${width}.webp`]),
  )
  expect(bucket.objects.get(`${key}/320.webp`)?.type).toBe('image/webp')
  await expect(access(path.join(shop.dataDir, 'media', key))).rejects.toThrow()
  const shown = await shop.request({ method: 'GET', url: product.image[0] })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await sharp(shown.rawPayload).metadata()).width).toBe(500)
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
    ...sellerSettings,
    ...away.settings,
    S3_BUCKET: 'gone',
  })
  await expect(own.deps.storage.put('product-aa/320.webp', Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
  await expect(own.deps.storage.remove('product-aa')).rejects.toMatchObject({ status: 503 })
  expect((await own.request({ method: 'GET', url: '/media/product-aa/320.webp' })).statusCode).toBe(503)
  await own.close()
  await away.close()
})

/** The storage alone, on a bucket of its own, and what it logs. */
async function ownBucket(change: { endpoint?: string; secretAccessKey?: string; tryTimeoutMs?: number } = {}) {
  const own = await testBucket()
  onTestFinished(own.close)
  const log: string[] = []
  const { tryTimeoutMs, ...settings } = change
  const storage = await bucketStorage(
    { name: 'pictures', ...own.account, endpoint: own.endpoint, ...settings },
    pino({}, { write: (line) => log.push(line) }),
    tryTimeoutMs,
  )
  return { ...own, storage, log }
}
const everyByte = Buffer.from(Array.from({ length: 2 ** 16 }, (_, at) => (at * 7 + (at >> 8)) % 256))

it('gives back the very bytes it was given', async () => {
  const { storage } = await ownBucket()
  await storage.put('product-aa/320.avif', everyByte.subarray(3, -5))
  expect(everyByte.subarray(3, -5).equals((await storage.find?.('product-aa/320.avif')) ?? Buffer.of())).toBe(true)
})

it('removes all that is under a key and nothing else, however many pages the list has', async () => {
  const { storage, objects } = await ownBucket()
  for (const name of ['aa/1.webp', 'aa/2.webp', 'aa/3.webp', 'aa/4.webp', 'aa/5.webp', 'aab/1.webp'])
    await storage.put(`product-${name}`, everyByte)
  await storage.remove('product-aa')
  expect([...objects.keys()]).toEqual(['product-aab/1.webp'])
})

it("has the bucket in the host's name at Amazon", async () => {
  const send = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const { host, pathname, search } = new URL(url)
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-host', host)
    return send(`${own.endpoint}${pathname}${search}`, { ...init, headers })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const own = await ownBucket({ endpoint: undefined })
  await own.storage.put('product-aa/320.webp', everyByte)
  expect(await own.storage.find?.('product-aa/320.webp')).toEqual(everyByte)
  await own.storage.remove('product-aa')
  expect(new Set(own.asked.map((one) => one.split(' ')[1]?.split('/')[0]))).toEqual(
    new Set(['pictures.s3.ap-south-1.amazonaws.com']),
  )
  expect(own.objects.size).toBe(0)
})

it.each<{ mishaps: Mishap[] }>([{ mishaps: ['SlowDown', 'InternalError'] }, { mishaps: ['cut off', 'cut off'] }])(
  'asks the bucket again after $mishaps',
  async ({ mishaps }) => {
    const own = await ownBucket()
    await own.storage.put('product-aa/320.webp', everyByte)
    own.mishaps.push(...mishaps)
    expect(await own.storage.find?.('product-aa/320.webp')).toEqual(everyByte)
    expect(own.asked).toHaveLength(4)
    expect(own.log).toEqual([])
  },
)

it.each<{ mishaps: Mishap[]; asked: number }>([
  { mishaps: ['SlowDown', 'SlowDown', 'SlowDown'], asked: 3 },
  { mishaps: ['cut off', 'cut off', 'cut off'], asked: 3 },
  { mishaps: ['AccessDenied'], asked: 1 },
])('gives up after $mishaps and says in the log why', async ({ mishaps, asked }) => {
  const own = await ownBucket()
  own.mishaps.push(...mishaps)
  await expect(own.storage.find?.('product-aa/320.webp')).rejects.toMatchObject({ status: 503 })
  expect(own.asked).toHaveLength(asked)
  expect(own.log).toHaveLength(1)
})

it('does not wait for a bucket that never answers', async () => {
  const own = await ownBucket({ tryTimeoutMs: 50 })
  own.mishaps.push('hangs', 'hangs', 'hangs')
  await expect(own.storage.put('product-aa/320.webp', everyByte)).rejects.toMatchObject({ status: 503 })
  expect(own.log.join()).toContain('TimeoutError')
})

it('says that pictures cannot be read when there is nobody at the address', async () => {
  const gone = await testBucket()
  await gone.close()
  const own = await ownBucket({ endpoint: gone.endpoint })
  await expect(own.storage.find?.('product-aa/320.webp')).rejects.toMatchObject({ status: 503 })
  expect(own.log.join()).toContain('ECONNREFUSED')
})

it('never logs the secret key, even when the bucket refuses its signature', async () => {
  const own = await ownBucket({ secretAccessKey: 'quite another secret' })
  await expect(own.storage.put('product-aa/320.webp', everyByte)).rejects.toMatchObject({ status: 503 })
  expect(own.log.join()).toContain('SignatureDoesNotMatch')
  expect(own.log.join()).not.toContain('another secret')
})

it.each([
  [{ S3_BUCKET: 'pictures' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_ENDPOINT: 'http://localhost:9000' }, 'S3_BUCKET'],
  [{ S3_ENDPOINT: 'minio', S3_BUCKET: 'pictures' }, 'S3_ENDPOINT'],
])('does not start with %j', (settings, name) => {
  expect(() => readConfig(settings)).toThrow(name)
})
