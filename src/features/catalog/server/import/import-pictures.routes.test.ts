import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { zipOf } from '#testing/zip.ts'
import { getSellerProduct, listSellerProducts } from '../../seller-products.contract.ts'
import { dryRun, imported, sendFiles, undo, write } from '../../testing/imports.ts'
import { productForm } from '../../testing/product-form.ts'
import { forgetOldImports } from './forget-old-imports.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
const photo: Record<string, Buffer> = {}
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  for (const background of ['teal', 'red', 'gold'])
    photo[background] = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
})
afterAll(() => shop.close())

let number = 0
let sku = ''
beforeEach(() => {
  number += 1
  sku = `P-${number}`
})
const photoOf = (colour: string) => photo[colour] ?? expect.fail(colour)
const rows = (pictures: string, more = '') =>
  `sku,name,category,price,offerPrice,pictures\n${sku},Bowl ${sku},Pottery-Ceramics,10,9,${pictures}${more}`
const both = () =>
  zipOf([
    { name: 'photos/', content: Buffer.alloc(0) },
    { name: 'photos/Front.JPG', content: photoOf('teal') },
    { name: 'photos/side.jpg', content: photoOf('red') },
    { name: '__MACOSX/photos/._side.jpg', content: Buffer.from('x') },
    { name: 'photos/unused.jpg', content: photoOf('gold') },
  ])
const product = async () =>
  (await seller.api(listSellerProducts, { query: { q: sku } })).products[0] ?? expect.fail('no product')
const stored = () => readdir(path.join(shop.dataDir, 'media')).catch((): string[] => [])

describe('pictures from a zip', () => {
  it('stand on the product in the order of the cell, and the same again changes nothing', async () => {
    const found = await dryRun(seller, rows('front.jpg|side.jpg'), both())
    expect(found).toMatchObject({ state: 'checked', errors: [], preview: { add: 1, unusedPictures: 1 } })
    expect((await seller.api(listSellerProducts, { query: { q: sku } })).products).toEqual([])
    await write(seller, found._id)
    const { images, _id } = await product()
    expect(images).toMatchObject([
      { alt: `Bowl ${sku}`, width: 400, height: 300 },
      { alt: `Bowl ${sku}`, width: 400 },
    ])
    expect(await stored()).toEqual(expect.arrayContaining(images.map(({ key }) => key)))
    const files = (await stored()).length
    expect((await dryRun(seller, rows('front.jpg;side.jpg'), both())).preview).toMatchObject({ same: 1 })
    expect(await stored()).toHaveLength(files)

    // Another order, with a picture that is there already.
    expect(await imported(seller, `sku,pictures\n${sku},side.jpg|front.jpg`, both())).toMatchObject({ changed: 1 })
    const after = (await seller.api(getSellerProduct, { params: { id: _id } })).product
    expect(after.images.map(({ key }) => key)).toEqual(images.map(({ key }) => key).reverse())
    expect(await stored()).toHaveLength(files)
    // An empty cell, and a file without the column, leave them.
    expect(await imported(seller, rows(''), both())).toMatchObject({ changed: 0 })
  })

  it('come back when the import is undone, and go when that is no longer possible', async () => {
    await imported(seller, rows('front.jpg'), both())
    const before = (await product()).images[0]?.key ?? ''
    const { _id } = await imported(seller, `sku,pictures\n${sku},side.jpg`, both())
    const after = (await product()).images[0]?.key ?? ''
    expect(after).not.toBe(before)
    // An edit that takes the picture away does not remove what an undo needs.
    expect(await stored()).toContain(before)
    await undo(seller, _id)
    expect((await product()).images[0]?.key).toBe(before)
    await shop.db.updateTable('product_imports').set({ ended_at: 1 }).where('ended_at', 'is not', null).execute()
    await forgetOldImports(shop.deps)
    expect(await stored()).toContain(before)
    expect(await stored()).not.toContain(after)
  })

  it('of a file that is never written go when it is forgotten', async () => {
    const files = await stored()
    await dryRun(seller, rows('front.jpg'), both())
    expect((await stored()).length).toBe(files.length + 1)
    await shop.db.updateTable('product_imports').set({ touched_at: 1 }).where('state', '=', 'checked').execute()
    await forgetOldImports(shop.deps)
    expect(await stored()).toEqual(files)
    expect(await readdir(path.join(shop.dataDir, 'incoming'))).toEqual([])
  })

  it('that an edit takes away stay until the import needs them no more', async () => {
    await imported(seller, rows('front.jpg'), both())
    const { _id, images } = await product()
    const found = await dryRun(seller, `sku,pictures\n${sku},front.jpg|side.jpg`, both())
    await seller.send({ method: 'PATCH', url: `/api/product/${_id}`, ...(await productForm({ images: [] })) })
    await write(seller, found._id)
    const now = (await product()).images
    expect(now[0]?.key).toBe(images[0]?.key)
    expect(await stored()).toEqual(expect.arrayContaining(now.map(({ key }) => key)))
  })

  it('that are wrong are told of by row, and the other rows stay right', async () => {
    const zip = zipOf([
      { name: 'a/one.jpg', content: photoOf('teal') },
      { name: 'b/one.jpg', content: photoOf('red') },
      { name: 'text.jpg', content: Buffer.from('no picture') },
      { name: 'liar.jpg', content: Buffer.alloc(3_000_000), claimedBytes: 1000 },
      { name: 'huge.jpg', content: Buffer.from('x'), claimedBytes: 11 * 1024 * 1024 },
    ])
    const names = ['one.jpg', 'missing.jpg', 'text.jpg', 'liar.jpg', 'huge.jpg', 'a/one.jpg', '1|2|3|4|5']
    const lines = names.map((name, at) => `${sku}-${at},Bowl,Pottery-Ceramics,10,9,${name}`)
    const found = await dryRun(seller, `sku,name,category,price,offerPrice,pictures\n${lines.join('\n')}`, zip)
    expect(found.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'pictures', 'There are several files one.jpg in the zip. Name its folder too'],
      [3, 'pictures', 'There is no file missing.jpg in the zip'],
      [4, 'pictures', 'text.jpg: That file is not an image. Use JPG, PNG, WebP or AVIF'],
      [5, 'pictures', 'liar.jpg in the zip is damaged'],
      [6, 'pictures', 'huge.jpg has more than 10 MB'],
      [8, 'pictures', 'A product can have at most 4 images'],
    ])
    expect(found).toMatchObject({ state: 'checked', badLines: 6, preview: { add: 1 } })
  })

  it.each([
    ['no zip at all', () => Buffer.from('something else'), 'This zip cannot be read'],
    [
      'more than 2,000 files',
      () => zipOf(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.jpg`, content: Buffer.from('x') }))),
      'A zip can have at most 2000 files',
    ],
    [
      'a zip that unpacks to more than 400 MB',
      () =>
        zipOf(
          Array.from({ length: 50 }, (_, at) => ({
            name: `${at}.jpg`,
            content: Buffer.from('x'),
            claimedBytes: 9 * 1024 * 1024,
          })),
        ),
      'more than 400 MB together',
    ],
    [
      'a zip that points out of its folder',
      () => zipOf([{ name: '../../etc/passwd', content: Buffer.from('x') }]),
      'This zip cannot be read',
    ],
  ])('refuses %s', async (_, zip, message) => {
    const found = await dryRun(seller, rows('1.jpg'), zip())
    expect(found.state).toBe('refused')
    expect(found.message).toContain(message)
  })

  it('are asked for where a row names some and no zip came', async () => {
    const found = await dryRun(seller, rows('https://pictures.example/bowl.jpg'))
    expect(found).toMatchObject({ state: 'refused', errors: [{ row: 2, column: 'pictures' }] })
    expect(found.errors[0]?.message).toBe('Send the zip with these pictures too, or take the column out of the file')
    expect((await sendFiles(seller, [''])).statusCode).toBe(400)
  })
})
