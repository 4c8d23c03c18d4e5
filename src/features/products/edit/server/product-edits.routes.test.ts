import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProduct, listProducts } from '#features/catalog/catalog.contract.ts'
import { listFiles } from '#kernel/storage/list-files.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listSellerProducts } from '../../seller-products.contract.ts'
import { productForm, type Upload } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let shopper: Awaited<ReturnType<TestShop['shopper']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  shopper = await shop.shopper()
})
afterAll(() => shop.close())

const bowl = {
  name: 'Blue Bowl',
  category: 'Pottery & Ceramics',
  price: 1599,
  offerPrice: 1249.5,
  description: ['Thrown in Jaipur', 'Rinse by hand'],
}
const picture = (format: 'jpeg' | 'png' | 'webp' | 'avif', width = 500, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#2a5d84' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toFormat(format)
    .toBuffer()

/** A PNG that says it has so many pixels, without them. */
function hugePng(width: number, height: number) {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(17)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([head, size, Buffer.alloc(100)])
}

const add = async (productData: unknown, files: Upload[] = []) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(productData, files)) })
const edit = async (id: string, productData: unknown, files: Upload[] = []) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData, files)) })

describe('the days of delivery of a product', () => {
  it('are stored as a range, stay at an edit of something else, and can be taken away', async () => {
    const { product } = (await add({ ...bowl, deliveryDays: ' 5 ' })).json()
    expect(product.deliveryDays).toBe('5-5')
    const changed = async (change: object) => (await edit(product._id, change)).json().product.deliveryDays
    expect(await changed({ weight: '1 kg' })).toBe('5-5')
    expect(await changed({ deliveryDays: '10 – 14' })).toBe('10-14')
    expect((await shop.browser().api(getProduct, { params: { id: product._id } })).product.deliveryDays).toBe('10-14')
    expect(await changed({ deliveryDays: '' })).toBeUndefined()
  })

  it.each(['8-4', '0-3', '61', 'a week', 5])('are refused as %j', async (deliveryDays) => {
    const answer = await add({ ...bowl, deliveryDays })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty('deliveryDays')
  })
})

describe('what the pictures of a product show', () => {
  const photo = async (name: string): Promise<Upload> => [name, await picture('jpeg')]
  const altsOf = (answer: { json: () => { product: { images: { alt: string }[] } } }) =>
    answer.json().product.images.map(({ alt }) => alt)

  it('is written with them, follows them to another place, and is the name where nothing is written', async () => {
    const files = [await photo('one.jpg'), await photo('two.jpg')]
    const added = await add({ ...bowl, pictureTexts: [' From above\n', ''] }, files)
    expect(altsOf(added)).toEqual(['From above', 'Blue Bowl'])
    const { _id, images } = added.json().product
    expect((await shop.browser().api(getProduct, { params: { id: _id } })).product.images[0]?.alt).toBe('From above')
    const keys = images.map(({ key }: { key: string }) => key).reverse()
    expect(altsOf(await edit(_id, { images: keys }))).toEqual(['Blue Bowl', 'From above'])
    expect(altsOf(await edit(_id, { name: 'Indigo Bowl' }))).toEqual(['Indigo Bowl', 'From above'])
    const more = await edit(_id, { images: [...keys, 'new:0'], pictureTexts: ['The rim', '', 'Its foot'] }, [
      await photo('three.jpg'),
    ])
    expect(altsOf(more)).toEqual(['The rim', 'Indigo Bowl', 'Its foot'])
  })

  it('is one text a picture, of at most 200 characters', async () => {
    const before = await countPictures()
    const many = await add({ ...bowl, pictureTexts: ['One', 'Two'] }, [await photo('one.jpg')])
    expect([many.statusCode, many.json().fields]).toEqual([
      400,
      { pictureTexts: '2 texts stand here, but the product has 1 image' },
    ])
    const long = await add({ ...bowl, pictureTexts: ['x'.repeat(201)] }, [await photo('one.jpg')])
    expect(long.statusCode).toBe(400)
    const { product } = (await add(bowl)).json()
    expect((await edit(product._id, { pictureTexts: ['One'] })).statusCode).toBe(400)
    expect(await countPictures()).toBe(before)
  })
})

/** Without AVIF, which come later. */
const countPictures = async () =>
  (await listFiles(path.join(shop.dataDir, 'media'))).filter((name) => !name.includes('.avif')).length
const countIncoming = async () => (await readdir(path.join(shop.dataDir, 'incoming')).catch(() => [])).length
const countProducts = async () => (await seller.api(listSellerProducts)).counts.all

describe('adding a product', () => {
  it('takes 4 pictures, answers with their WebP, and makes the AVIF after it', async () => {
    const files: Upload[] = [
      ['a.jpg', await picture('jpeg', 1000, 900)],
      ['b.txt', await picture('png', 640, 640)],
      ['c.webp', await picture('webp', 100, 50)],
      ['d.avif', await picture('avif')],
    ]
    const answer = await add({ ...bowl, weight: '1.1 kg', stock: 3, unknown: 'dropped' }, files)
    expect(answer.json()).toMatchObject({ success: true, message: 'Blue Bowl is on sale' })
    expect(answer.statusCode).toBe(201)
    const { product } = answer.json()
    expect(product).toMatchObject({
      ...bowl,
      category: 'Pottery-Ceramics',
      weight: '1.1 kg',
      stock: 3,
      inStock: true,
      isArchived: false,
    })
    expect(product).not.toHaveProperty('unknown')
    expect(product.images.map(({ widths }: { widths: number[] }) => widths)).toEqual([
      [320, 480, 640, 800, 1000],
      [320, 480, 640],
      [100],
      [320, 480, 500],
    ])
    expect(await countIncoming()).toBe(0)
    const stored = path.join(shop.dataDir, 'media', product.images[0].key)
    expect(await readdir(stored)).toEqual(expect.arrayContaining(['320.webp', '640.webp', '800.webp', '1000.webp']))
    const { exif, width, height } = await sharp(path.join(stored, '1000.webp')).metadata()
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 1000, height: 900 })
    await vi.waitFor(
      async () => {
        const { product: shown } = await shopper.api(getProduct, { params: { id: product._id } })
        expect(shown.images.map(({ avif }) => avif)).toEqual([true, true, true, true])
      },
      { timeout: 30_000, interval: 200 },
    )
    expect(await readdir(stored)).toEqual(expect.arrayContaining(['800.avif', '1000.avif']))
  }, 60_000)

  it('needs no picture, and takes the description as text and markup as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const { product } = (await add({ ...bowl, name, description: ' One \r\n\n <b>Two</b> ' })).json()
    expect(product).toMatchObject({ name, description: ['One', '<b>Two</b>'], image: [], inStock: true, stock: null })
  })

  it('leaves out of a name what nobody sees or what turns it round, not the joiners of Indian scripts', async () => {
    const nameOf = async (name: string) => (await add({ ...bowl, name })).json().product.name
    expect(await nameOf('Blue\u202e\u200b Bowl\u2066')).toBe('Blue Bowl')
    expect(await nameOf('क्\u200dषेत्र कटोरा')).toBe('क्\u200dषेत्र कटोरा')
    expect((await add({ ...bowl, name: '\u200b\u2060' })).json().fields).toEqual({ name: 'Enter the product name' })
  })

  it('puts a product with 0 pieces out of stock', async () => {
    expect((await add({ ...bowl, stock: 0 })).json().product).toMatchObject({ inStock: false, stock: 0 })
  })

  it.each<[string, object, string, string]>([
    [
      'an offer price above the price',
      { offerPrice: 1600 },
      'offerPrice',
      'Offer price is higher than the price. Lower it',
    ],
    ['a price of 0', { price: 0, offerPrice: 0 }, 'price', 'The price must be more than ₹0'],
    ['a negative price', { offerPrice: -1 }, 'offerPrice', 'The offer price must be more than ₹0'],
    ['three decimals', { offerPrice: 10.123 }, 'offerPrice', 'Use at most 2 decimals for the offer price'],
    ['a price above a crore', { price: 1_00_00_000.01 }, 'price', 'The price can be at most ₹1,00,00,000'],
    ['a price in words', { price: '12' }, 'price', 'Enter the price as a number'],
    ['no name', { name: '  ' }, 'name', 'Enter the product name'],
    ['a name of 201 letters', { name: 'x'.repeat(201) }, 'name', 'Use at most 200 characters for the product name'],
    ['a wrong category', { category: 'Gadgets' }, 'category', 'There is no such category'],
    [
      '51 lines',
      { description: Array.from({ length: 51 }, () => 'x') },
      'description',
      'Use at most 50 lines for the description',
    ],
    ['a stock of a half', { stock: 0.5 }, 'stock', 'Enter the stock as a whole number'],
    ['a producer nobody approved', { producer: 'nobody' }, 'producer', 'Choose an approved producer'],
    ['a NUL byte', { name: 'a\0b' }, 'productData', 'That text has characters we cannot store'],
  ])('refuses %s, and keeps nothing', async (_, wrong, field, sentence) => {
    const before = [await countProducts(), await countPictures()]
    const answer = await add({ ...bowl, ...wrong }, [['a.jpg', await picture('jpeg')]])
    expect(answer.json()).toMatchObject({ success: false, message: sentence, fields: { [field]: sentence } })
    expect(answer.statusCode).toBe(400)
    expect([await countProducts(), await countPictures(), await countIncoming()]).toEqual([...before, 0])
  })

  it.each<[string, () => Promise<Upload[]> | Upload[], number]>([
    ['5 pictures', async () => Array.from({ length: 5 }, () => ['a.png', Buffer.from('x')] as Upload), 400],
    [
      'an SVG',
      () => [['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml']],
      400,
    ],
    ['HTML named .png', () => [['a.png', '<html><script>alert(1)</script></html>', 'image/png']], 400],
    [
      'a GIF',
      async () => [
        [
          'a.gif',
          await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .gif()
            .toBuffer(),
        ],
      ],
      400,
    ],
    ['a PNG of 30000x30000', () => [['a.png', hugePng(30_000, 30_000)]], 400],
    [
      'a picture that ends in the middle',
      async () => [['a.jpg', (await picture('jpeg', 900, 900)).subarray(0, 2000)]],
      400,
    ],
    ['an empty file', () => [['a.jpg', '']], 400],
    [
      'a good picture next to a bad one',
      async () => [
        ['a.jpg', await picture('jpeg')],
        ['b.jpg', 'no picture'],
      ],
      400,
    ],
    ['a file above 10 MB', () => [['a.jpg', Buffer.alloc(11 * 1024 * 1024)]], 413],
    ['50 MB', () => [['a.jpg', Buffer.alloc(50 * 1024 * 1024)]], 413],
  ])('refuses %s, and keeps nothing', async (_, files, status) => {
    const before = [await countProducts(), await countPictures()]
    const answer = await add(bowl, await files())
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
    expect(answer.statusCode).toBe(status)
    expect([await countProducts(), await countPictures(), await countIncoming()]).toEqual([...before, 0])
  })

  it.each([
    ['no productData', undefined],
    ['productData that is not JSON', '{"name":'],
    ['a list', []],
  ])('refuses %s', async (_, data) => {
    expect((await add(data)).statusCode).toBe(400)
  })

  it('wants multipart, and asks who it is before it reads', async () => {
    expect((await seller.send({ method: 'POST', url: '/api/product/add', payload: bowl })).statusCode).toBe(415)
    expect(
      (
        await seller.send({
          method: 'POST',
          url: '/api/product/add',
          headers: { 'content-type': 'image/png' },
          payload: 'x',
        })
      ).statusCode,
    ).toBe(415)
    const form = await productForm(bowl, [['a.jpg', Buffer.alloc(50 * 1024 * 1024)]])
    expect((await shopper.send({ method: 'POST', url: '/api/product/add', ...form })).statusCode).toBe(403)
  })

  it('keeps at most 2,000 px of its width', async () => {
    const { product } = (await add(bowl, [['a.jpg', await picture('jpeg', 2600, 1300)]])).json()
    expect(product.images[0]).toMatchObject({ width: 2000, height: 1000, widths: [320, 480, 640, 800, 2000] })
    expect(product.image[0]).toBe(`/media/${product.images[0].key}/640.webp`)
  })

  it('makes a very steep picture smaller', async () => {
    const { product } = (await add(bowl, [['a.png', await picture('png', 20, 18_000)]])).json()
    expect(product.images[0]).toMatchObject({ width: 4, height: 4000 })
  })
})

describe('editing a product', () => {
  it('changes what is given, keeps the rest, and orders the pictures as it is told', async () => {
    const { product } = (
      await add(bowl, [
        ['a.jpg', await picture('jpeg')],
        ['b.jpg', await picture('jpeg')],
      ])
    ).json()
    const [first, second] = product.images.map(({ key }: { key: string }) => key)
    const answer = await edit(product._id, { name: 'Green Bowl', images: [second, 'new:0'] }, [
      ['c.png', await picture('png')],
    ])
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'Green Bowl is saved',
      product: { name: 'Green Bowl', offerPrice: 1249.5, description: bowl.description },
    })
    const keys = answer.json().product.images.map(({ key }: { key: string }) => key)
    expect(keys).toEqual([second, expect.stringMatching(/^product-/)])
    // Its AVIF may be in the making, and goes with it.
    await vi.waitFor(async () => expect(await readdir(path.join(shop.dataDir, 'media'))).not.toContain(first), 20_000)
    expect((await shopper.api(listProducts, { query: { q: 'green bowl' } })).total).toBe(1)
  })

  it('keeps a picture that an order shows', async () => {
    const { product } = (await add(bowl, [['a.jpg', await picture('jpeg')]])).json()
    await shopper.send({
      method: 'POST',
      url: '/api/order/cod',
      payload: { items: [{ product: product._id, quantity: 1 }], address: shopper.address._id },
    })
    expect((await edit(product._id, { images: [] })).json().product.images).toEqual([])
    expect(await readdir(path.join(shop.dataDir, 'media'))).toContain(product.images[0].key)
  })

  it.each<[string, object, number, number]>([
    ['an offer price above the price that stays', { offerPrice: 2000 }, 0, 400],
    ['a picture of another product', { images: ['product-other'] }, 0, 400],
    ['a file without a place', { images: [] }, 1, 400],
    ['nothing', {}, 0, 400],
    ['too many pictures', {}, 5, 400],
  ])('refuses %s', async (_, change, files, status) => {
    const id = await shop.product()
    const before = await countPictures()
    const uploads = await Promise.all(
      Array.from({ length: files }, async (): Promise<Upload> => ['a.jpg', await picture('jpeg')]),
    )
    expect((await edit(id, change, uploads)).statusCode).toBe(status)
    expect(await countPictures()).toBe(before)
  })

  it('finds no product that is not there', async () => {
    expect((await edit('nothing', { name: 'X' })).statusCode).toBe(404)
  })
})
