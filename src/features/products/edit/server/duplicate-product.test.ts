import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { duplicateProduct, getSellerProduct } from '../../seller-products.contract.ts'
import { productForm, type Upload } from '../../testing/product-form.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

const bowl = {
  name: 'Blue Bowl',
  category: 'Pottery-Ceramics',
  price: 1599,
  offerPrice: 1249.5,
  description: ['Thrown in Jaipur', 'Rinse by hand'],
  weight: '1 kg',
  deliveryDays: '4-8',
}
const picture = async (): Promise<Upload> => [
  'a.jpg',
  await sharp({ create: { width: 500, height: 400, channels: 3, background: '#2a5d84' } })
    .jpeg()
    .toBuffer(),
]
const duplicate = (id: string) => seller.api(duplicateProduct, { params: { id } })
const filesOf = (key: string) => readdir(path.join(shop.dataDir, 'media', key)).catch(() => [])

describe('a duplicate', () => {
  it('is a draft with the same words, and pictures that stay when those of the original go', async () => {
    const form = await productForm({ ...bowl, stock: 3 }, [await picture(), await picture()])
    const { product } = (await seller.send({ method: 'POST', url: '/api/product/add', ...form })).json()
    const keys: string[] = product.images.map(({ key }: { key: string }) => key)
    const { message, product: copy } = await duplicate(product._id)
    expect(message).toBe('Blue Bowl (copy) is there as a draft')
    const { createdAt, version, price, offerPrice, ...same } = copy
    expect(same).toMatchObject({
      ...{ name: 'Blue Bowl (copy)', category: bowl.category, description: bowl.description },
      ...{ weight: '1 kg', deliveryDays: '4-8', isDraft: true, isArchived: true },
      // Pieces are not copied: each is sold once.
      ...{ stock: 0, inStock: false },
    })
    expect([price, offerPrice, version]).toEqual([159_900, 124_950, 0])
    const own = copy.images.map(({ key }) => key)
    expect(own).toHaveLength(2)
    expect(own.some((key) => keys.includes(key))).toBe(false)
    expect(copy.images[0]?.alt).toBe('Blue Bowl (copy)')
    expect((await seller.api(listAudit)).entries[0]).toMatchObject({
      ...{ action: 'product.copied', subject: copy._id, summary: 'Blue Bowl duplicated as a draft' },
    })

    const emptied = await productForm({ images: [] })
    await seller.send({ method: 'PATCH', url: `/api/product/${product._id}`, ...emptied })
    await vi.waitFor(async () => expect(await filesOf(keys[0] ?? '')).toEqual([]), { timeout: 20_000 })
    for (const { key, widths } of copy.images)
      expect(await filesOf(key)).toEqual(expect.arrayContaining(widths.map((width) => `${width}.webp`)))
    // What the original had no AVIF of yet is made for the copy.
    await vi.waitFor(
      async () => {
        const { product: now } = await seller.api(getSellerProduct, { params: { id: copy._id } })
        expect(now.images.map(({ avif }) => avif)).toEqual([true, true])
      },
      { timeout: 30_000, interval: 200 },
    )
  }, 60_000)

  it('of one that is not counted is not counted; a long name is cut', async () => {
    const id = await shop.product({ name: 'x'.repeat(200), inStock: false })
    const { product } = await duplicate(id)
    expect(product).toMatchObject({ name: `${'x'.repeat(193)} (copy)`, stock: null, inStock: true })
  })

  it('leaves out a picture whose files are gone', async () => {
    const form = await productForm(bowl, [await picture()])
    const { product } = (await seller.send({ method: 'POST', url: '/api/product/add', ...form })).json()
    await shop.deps.storage.remove(product.images[0].key)
    expect((await duplicate(product._id)).product.images).toEqual([])
  })

  it('of nothing is not found', async () => {
    await expect(duplicate('nothing')).rejects.toMatchObject({ status: 404 })
  })
})
