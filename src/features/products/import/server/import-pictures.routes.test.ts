import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
    // Its AVIF may still be on the way then; whoever makes it sees that the picture is gone.
    await vi.waitFor(async () => expect(await stored()).not.toContain(after), { timeout: 20_000 })
  })

  it('of a file that is never written go when it is forgotten', async () => {
    const { _id } = await dryRun(seller, rows('front.jpg'), both())
    const keys = await shop.db.selectFrom('import_pictures').select('key').where('import_id', '=', _id).execute()
    expect(keys).toHaveLength(1)
    expect(await stored()).toContain(keys[0]?.key)
    await shop.db.updateTable('product_imports').set({ touched_at: 1 }).where('state', '=', 'checked').execute()
    await forgetOldImports(shop.deps)
    expect(await stored()).not.toContain(keys[0]?.key)
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

  it('are described by a column, in the order of the pictures; other columns leave that', async () => {
    const alts = async () => (await product()).images.map(({ alt }) => alt)
    const added = await dryRun(
      seller,
      `sku,name,category,price,offerPrice,pictures,picture texts\n${sku},Bowl ${sku},Pottery-Ceramics,10,9,front.jpg|side.jpg,|Its foot`,
      both(),
    )
    await write(seller, added._id)
    expect(await alts()).toEqual([`Bowl ${sku}`, 'Its foot'])
    const { _id, images } = await product()

    // Of those that are there, without a zip.
    const found = await dryRun(seller, `sku,pictureTexts\n${sku},A bowl from above|`)
    expect(found.preview).toMatchObject({ change: 1, same: 0 })
    expect(found.preview?.columns).toMatchObject([
      { column: 'pictureTexts', count: 1, examples: [{ before: '|Its foot', after: 'A bowl from above|' }] },
    ])
    const { _id: importId } = await write(seller, found._id)
    expect(await alts()).toEqual(['A bowl from above', `Bowl ${sku}`])
    expect((await product()).images.map(({ key }) => key)).toEqual(images.map(({ key }) => key))
    expect((await dryRun(seller, `sku,pictureTexts\n${sku},A bowl from above`)).preview).toMatchObject({ same: 1 })

    // What an export says changes nothing.
    const csv = (await seller.send({ method: 'GET', url: '/api/product/export.csv' })).body
    expect(csv).toContain('A bowl from above|')
    expect((await dryRun(seller, csv)).preview).toMatchObject({ add: 0, change: 0 })

    await undo(seller, importId)
    expect(await alts()).toEqual([`Bowl ${sku}`, 'Its foot'])
    // The other name is read out where the old one was.
    await imported(seller, `id,name\n${_id},Indigo ${sku}`)
    expect(await alts()).toEqual([`Indigo ${sku}`, 'Its foot'])
    await imported(seller, `sku,pictureTexts\n${sku},`)
    expect(await alts()).toEqual([`Indigo ${sku}`, `Indigo ${sku}`])

    const many = await dryRun(seller, `sku,pictureTexts\n${sku},One|Two|Three`)
    expect(many.errors).toMatchObject([
      { column: 'pictureTexts', message: '3 texts stand here, but the product has 2 images' },
    ])
  })

  it('whose texts were left behind when they were taken out of the template: the row is right without them', async () => {
    const line = `sku,name,category,price,offerPrice,pictures,pictureTexts\n${sku}-bare,Bowl,Pottery-Ceramics,10,9,,From above|From the side`
    const found = await dryRun(seller, line)
    expect(found).toMatchObject({ badLines: 0, errors: [], preview: { add: 1 } })
    await write(seller, found._id)
    expect((await dryRun(seller, line)).preview).toMatchObject({ change: 0, same: 1 })
  })

  it('that are wrong are told of by row, and the other rows stay right', async () => {
    const zip = zipOf([
      { name: 'a/one.jpg', content: photoOf('teal') },
      { name: 'b/one.jpg', content: photoOf('red') },
      { name: 'text.jpg', content: Buffer.from('no picture') },
      { name: 'liar.jpg', content: Buffer.alloc(3_000_000), claimedBytes: 1000 },
      { name: 'huge.jpg', content: Buffer.from('x'), claimedBytes: 11 * 1024 * 1024 },
    ])
    const names = ['one.jpg', 'missing.jpg', 'text.jpg', 'liar.jpg', 'huge.jpg', 'a/one.jpg', '1|2|3|4|5|6|7|8|9']
    const lines = names.map((name, at) => `${sku}-${at},Bowl,Pottery-Ceramics,10,9,${name}`)
    const found = await dryRun(seller, `sku,name,category,price,offerPrice,pictures\n${lines.join('\n')}`, zip)
    expect(found.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'pictures', 'There are several files one.jpg in the zip. Name its folder too'],
      [3, 'pictures', 'There is no file missing.jpg in the zip'],
      [4, 'pictures', 'text.jpg: That file is not an image. Use JPG, PNG, WebP or AVIF'],
      [5, 'pictures', 'liar.jpg in the zip is damaged'],
      [6, 'pictures', 'huge.jpg has more than 10 MB'],
      [8, 'pictures', 'A product can have at most 8 images'],
    ])
    expect(found).toMatchObject({ state: 'checked', badLines: 6, preview: { add: 1 } })
  })

  it.each([
    ['no zip at all', () => Buffer.from('something else'), 'This zip cannot be read'],
    [
      'a spreadsheet in its place',
      () => zipOf([{ name: '[Content_Types].xml', content: Buffer.from('<Types/>') }]),
      'This is a spreadsheet or document, not a zip with pictures',
    ],
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

  it('may have a semicolon in their name, and be parted by semicolons', async () => {
    const zip = zipOf(['a;b.jpg', 'c.jpg'].map((name) => ({ name, content: photoOf('teal') })))
    expect((await dryRun(seller, rows('a;b.jpg'), zip)).errors).toEqual([])
    expect((await dryRun(seller, rows('c.jpg; d.jpg'), zip)).errors).toMatchObject([
      { message: 'There is no file d.jpg in the zip' },
    ])
  })

  it('are asked for where a row names some and no zip came', async () => {
    const found = await dryRun(seller, rows('https://pictures.example/bowl.jpg'))
    expect(found).toMatchObject({ state: 'refused', errors: [{ row: 2, column: 'pictures' }] })
    expect(found.errors[0]?.message).toBe('Send the zip with these pictures too, or take the column out of the file')
    expect((await sendFiles(seller, [''])).statusCode).toBe(400)
  })
})
