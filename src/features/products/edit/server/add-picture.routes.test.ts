import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { archiveProduct, getSellerProduct } from '../../seller-products.contract.ts'
import { pictureForm, productForm, type Upload } from '../../testing/product-form.ts'
import { addPicture } from './add-picture.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let jpeg: Buffer
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  jpeg = await photo(500, 400)
})
afterAll(() => shop.close())

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a5d84' } })
    .jpeg()
    .toBuffer()
const one = (): Upload[] => [['a.jpg', jpeg]]

const picturesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, at): ProductPicture => ({
      ...{ key: `demo-${at}`, alt: 'Blue Bowl', width: 320, height: 320, widths: [320], avif: true },
    }),
  )
const bowlWith = (pictures: number) => shop.product({ name: 'Blue Bowl', images: picturesOf(pictures) })

const send = async (id: string, files: readonly Upload[] = one(), fields: Record<string, string> = {}) =>
  seller.send({ method: 'POST', url: `/api/product/${id}/picture`, ...(await pictureForm(files, fields)) })
const edit = async (id: string, change: object, files: Upload[] = []) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change, files)) })
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const keysOf = ({ images }: { images: readonly { key: string }[] }) => images.map(({ key }) => key)

/** Without AVIF, which come later. */
const countPictures = async () =>
  (await listFiles(path.join(shop.dataDir, 'media'))).filter((name) => !name.includes('.avif')).length
const countIncoming = async () => (await readdir(path.join(shop.dataDir, 'incoming')).catch(() => [])).length

describe('a picture added to a product', () => {
  it('comes last, up to 8, is described, seen by visitors at once and noted, and gets its AVIF', async () => {
    const id = await bowlWith(6)
    const visitor = shop.browser()
    expect((await visitor.api(getProduct, { params: { id } })).product.image).toHaveLength(6)
    const first = await send(id, one(), { pictureText: ' Its foot\n' })
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      { success: true, message: 'Blue Bowl has 7 images now' },
    ])
    const second = await send(id)
    const { product } = second.json()
    expect(product).toMatchObject({ name: 'Blue Bowl', version: 2 })
    expect(keysOf(product)).toEqual([
      ...keysOf({ images: picturesOf(6) }),
      ...[6, 7].map(() => expect.stringMatching(/^product-/)),
    ])
    expect(product.images.slice(6).map(({ alt }: { alt: string }) => alt)).toEqual(['Its foot', 'Blue Bowl'])
    expect((await visitor.api(getProduct, { params: { id } })).product.image).toEqual(product.image)
    const acts = await shop.db.selectFrom('audit_log').selectAll().where('subject', '=', id).execute()
    expect(acts).toHaveLength(2)
    expect(JSON.stringify(acts)).toContain('8 images')
    await vi.waitFor(async () => expect((await read(id)).images.every(({ avif }) => avif)).toBe(true), 20_000)
  }, 60_000)

  it('finds a product with 8 full, and keeps nothing of it', async () => {
    const id = await bowlWith(8)
    const before = await countPictures()
    const answer = await send(id)
    expect(answer.json()).toMatchObject({
      ...{ success: false, code: 'TOO_MANY_IMAGES', message: 'A product can have at most 8 images' },
    })
    expect([answer.statusCode, await countPictures(), await countIncoming()]).toEqual([409, before, 0])
    expect((await read(id)).version).toBe(0)
  })

  it('and others at the same moment never make 9', async () => {
    const id = await bowlWith(6)
    const before = await countPictures()
    const file = path.join(shop.dataDir, 'sent.jpg')
    await sharp(jpeg).toFile(file)
    const account = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    const change = { deps: shop.deps, who: principalOf('seller', account.id) }
    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => addPicture(change, id, {}, file)))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(lost).toMatchObject([{ code: 'TOO_MANY_IMAGES' }, { code: 'TOO_MANY_IMAGES' }])
    expect(await read(id)).toMatchObject({ images: { length: 8 }, version: 2 })
    const widths = (await read(id)).images.slice(6).flatMap((image) => image.widths)
    expect(await countPictures()).toBe(before + widths.length)
  })

  it('is refused after an edit since the version that it names, with the product as it is now', async () => {
    const id = await bowlWith(1)
    await edit(id, { name: 'Green Bowl' })
    const before = await countPictures()
    const late = await send(id, one(), { version: '0' })
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'PRODUCT_CHANGED', product: { name: 'Green Bowl', version: 1 }, changedBy: 'seller@example.com' },
    ])
    expect(await countPictures()).toBe(before)
    expect((await send(id, one(), { version: '1' })).statusCode).toBe(201)
    expect((await edit(id, { weight: '1 kg', version: 1 })).json()).toMatchObject({ code: 'PRODUCT_CHANGED' })
  })

  it('goes to an archived product, too, which stays out of the shop', async () => {
    const id = await bowlWith(1)
    await seller.api(archiveProduct, { params: { id } })
    expect((await send(id)).json().product).toMatchObject({ isArchived: true, images: { length: 2 } })
    expect((await shop.browser().send({ method: 'GET', url: `/api/product/${id}` })).statusCode).toBe(404)
  })

  it('is put in order, described and removed by an edit as the others are', async () => {
    const id = await bowlWith(4)
    for (let sent = 0; sent < 4; sent += 1) await send(id)
    const turned = keysOf(await read(id)).toReversed()
    const texts = turned.map((_, at) => `View ${at + 1}`)
    const { product } = (await edit(id, { images: turned, pictureTexts: texts })).json()
    expect([keysOf(product), product.images.map(({ alt }: { alt: string }) => alt)]).toEqual([turned, texts])
    expect((await edit(id, {}, [['b.jpg', jpeg]])).json().message).toBe('A product can have at most 8 images')
    expect(keysOf((await edit(id, { images: turned.slice(0, 7) })).json().product)).toEqual(turned.slice(0, 7))
    expect((await send(id)).statusCode).toBe(201)
  })

  it.each<[string, () => Promise<Upload[]> | Upload[], Record<string, string>, number, string]>([
    ['no picture', () => [], {}, 400, 'Choose an image'],
    ['two pictures', () => [...one(), ...one()], {}, 400, 'Send one image at a time'],
    ['HTML named .png', () => [['a.png', '<html></html>', 'image/png']], {}, 400, 'That file is not an image'],
    ['half a picture', async () => [['a.jpg', (await photo(900, 900)).subarray(0, 2000)]], {}, 400, 'image'],
    ['more than 40 megapixels', async () => [['a.jpg', await photo(8000, 5001)]], {}, 400, 'megapixels'],
    ['more than 10 MB', () => [['a.jpg', Buffer.alloc(10 * 1024 * 1024 + 1)]], {}, 413, 'at most 10 MB'],
    ['a text of 201 letters', one, { pictureText: 'x'.repeat(201) }, 400, 'Use at most 200 characters'],
    ['a version in words', one, { version: '"two"' }, 400, 'Send the version as a whole number'],
  ])('refuses %s, and keeps nothing', async (_, files, fields, status, sentence) => {
    const id = await bowlWith(1)
    const before = await countPictures()
    const answer = await send(id, await files(), fields)
    expect(answer.json()).toMatchObject({ success: false, message: expect.stringContaining(sentence) })
    expect([answer.statusCode, await countPictures(), await countIncoming()]).toEqual([status, before, 0])
    expect(await read(id)).toMatchObject({ images: { length: 1 }, version: 0 })
  })

  it('finds no product that is not there, and is taken from sellers alone', async () => {
    expect((await send(newId())).statusCode).toBe(404)
    const form = await pictureForm(one())
    const shopper = await shop.shopper()
    const url = `/api/product/${await bowlWith(1)}/picture`
    expect((await shopper.send({ method: 'POST', url, ...form })).statusCode).toBe(403)
    expect((await shop.browser().send({ method: 'POST', url, ...form })).statusCode).toBe(401)
  })
})
