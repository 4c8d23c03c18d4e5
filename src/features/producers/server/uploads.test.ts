import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application } from '#features/producers/testing/application.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { removeUnusedUploads } from './uploads.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

let applicants = 0
function submit(links: { profileImageUrl?: string; coverImageUrl?: string }) {
  applicants += 1
  const payload = { ...application, email: `applicant${applicants}@example.com`, ...links }
  return shop.request({ method: 'POST', url: '/api/producer/submit', payload })
}

describe('uploading a picture', () => {
  const colour = { r: 161, g: 27, b: 46 }
  const picture = (width = 1200, height = 800) => sharp({ create: { width, height, channels: 3, background: colour } })
  const withMetadata = (image: Sharp) =>
    image.withExif({ IFD0: { Artist: 'SECRET ARTIST' }, IFD3: { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N' } })

  async function upload(
    bytes: Buffer | undefined,
    name = 'photo.jpg',
    type = 'image/jpeg',
    remoteAddress = '10.0.0.1',
    at = shop,
  ) {
    const form = new FormData()
    form.set('note', 'a field beside it')
    if (bytes) form.set('picture', new File([new Uint8Array(bytes)], name, { type }))
    const body = new Response(form)
    return at.request({
      method: 'POST',
      url: '/api/producer/picture',
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
      remoteAddress,
    })
  }
  const keptFiles = async () => (await listFiles(path.join(shop.dataDir, 'media'))).toSorted()
  const keptRows = () => shop.db.selectFrom('uploaded_pictures').selectAll().orderBy('key').execute()
  const kept = async () => ({ files: await keptFiles(), rows: await keptRows() })

  it.each([
    ['jpeg', () => withMetadata(picture()).jpeg()],
    ['png', () => withMetadata(picture()).png()],
    ['webp', () => withMetadata(picture()).webp()],
  ] as const)('takes a %s and encodes it anew, without metadata', async (_, make) => {
    const bytes = await make().toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const answer = await upload(bytes)
    expect(answer.statusCode).toBe(200)
    const { url, image } = answer.json()
    expect(url).toMatch(/^\/media\/producer-[0-9a-f]{24}\/960\.webp$/)
    expect(image).toMatchObject({ width: 1200, height: 800, widths: [640, 960], avif: false })
    const file = path.join(shop.dataDir, url)
    const { format, width, exif, icc, xmp } = await sharp(file).metadata()
    expect({ format, width, exif, icc, xmp }).toEqual({ format: 'webp', width: 960 })
    expect((await sharp(file).toBuffer()).includes('SECRET')).toBe(false)
    expect((await submit({ profileImageUrl: url })).statusCode).toBe(200)
  })

  it('turns a phone picture upright', async () => {
    const bytes = await picture(1200, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await upload(bytes)).json().image).toMatchObject({ width: 800, height: 1200 })
  })

  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  /** 30,000 x 30,000 points in about 100 KB. */
  const bomb = () => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(30_000, 0)
    header.writeUInt32BE(30_000, 4)
    header[8] = 1
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const rows = deflateSync(Buffer.alloc(30_000 * (1 + 30_000 / 8)))
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
  }

  it.each<[string, () => Buffer | Promise<Buffer> | undefined, string, string, number]>([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      'a.svg',
      'image/svg+xml',
      400,
    ],
    [
      'an SVG named .png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'a.png',
      'image/png',
      400,
    ],
    ['HTML named .png', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.png', 'image/png', 400],
    ['a GIF', () => picture(9, 9).gif().toBuffer(), 'a.gif', 'image/gif', 400],
    ['half a JPEG', async () => (await picture().jpeg().toBuffer()).subarray(0, 900), 'a.jpg', 'image/jpeg', 400],
    ['an empty file', () => Buffer.alloc(0), 'a.jpg', 'image/jpeg', 400],
    ['a PNG of 30,000 x 30,000 points', bomb, 'a.png', 'image/png', 400],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'a.jpg', 'image/jpeg', 413],
    ['no file', () => undefined, '', '', 400],
    ['a name that climbs', () => Buffer.from('x'), '../../../etc/cron.d/x.png', 'image/png', 400],
  ])('refuses %s and keeps nothing', async (_, make, name, type, status) => {
    const before = await kept()
    const answer = await upload(await make(), name, type)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
    expect(await kept()).toEqual(before)
  })

  it('refuses two pictures at once, and leaves nothing behind', async () => {
    const before = await kept()
    const form = new FormData()
    for (const name of ['a.jpg', 'b.jpg']) form.append('picture', new File(['x'], name, { type: 'image/jpeg' }))
    const body = new Response(form)
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await body.arrayBuffer())
    const answer = await shop.request({ method: 'POST', url: '/api/producer/picture', headers, payload })
    expect(answer.json()).toMatchObject({ success: false, code: 'TOO_LARGE' })
    expect(await readdir(path.join(shop.dataDir, 'incoming'))).toEqual([])
    expect(await kept()).toEqual(before)
  })

  it('refuses JSON, and a form that breaks off', async () => {
    const before = await kept()
    const url = '/api/producer/picture'
    const json = await shop.request({ method: 'POST', url, payload: { picture: 'x' } })
    expect({ status: json.statusCode, success: json.json().success }).toEqual({ status: 415, success: false })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const broken = ['', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\nabc']
    for (const payload of broken) {
      const answer = await shop.request({ method: 'POST', url, headers, payload })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ success: false })
    }
    const withoutBoundary = await shop.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'multipart/form-data' },
      payload: 'x',
    })
    expect(withoutBoundary.statusCode).toBeGreaterThanOrEqual(400)
    expect(withoutBoundary.statusCode).toBeLessThan(500)
    expect(await kept()).toEqual(before)
  })

  it('is refused from another site before it is read, and from the 31st in an hour on', async () => {
    const foreign = await shop.request({
      method: 'POST',
      url: '/api/producer/picture',
      headers: { origin: 'https://evil.example' },
      payload: 'x',
    })
    expect(foreign.statusCode).toBe(403)
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const statuses: number[] = []
    for (let at = 0; at < 31; at++) statuses.push((await upload(undefined, '', '', '10.0.0.3', strict)).statusCode)
    expect(statuses).toEqual([...Array(30).fill(400), 429])
    await strict.close()
  })

  it('goes after a day unless an application uses it; its link is refused then', async () => {
    const bytes = await picture(700, 700).jpeg().toBuffer()
    const [used, unused] = [(await upload(bytes)).json(), (await upload(bytes)).json()]
    expect((await submit({ coverImageUrl: used.url })).statusCode).toBe(200)
    const isThere = async (key: string) => (await keptFiles()).some((name) => name.startsWith(key))

    shop.setClock(new Date(Date.now() + DAY_MS - HOUR_MS))
    await removeUnusedUploads(shop.deps)
    expect([await isThere(used.image.key), await isThere(unused.image.key)]).toEqual([true, true])
    shop.setClock(new Date(Date.now() + DAY_MS + HOUR_MS))
    await removeUnusedUploads(shop.deps)
    shop.setClock(undefined)
    expect([await isThere(used.image.key), await isThere(unused.image.key)]).toEqual([true, false])
    expect((await keptRows()).map(({ key }) => key)).not.toContain(unused.image.key)

    const late = await submit({ coverImageUrl: unused.url })
    expect(late.statusCode).toBe(400)
    expect(late.json().fields).toEqual({ coverImageUrl: 'This picture is not here any more. Upload it again' })
  })
})
