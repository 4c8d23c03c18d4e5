import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestShop, testShop } from '#server/test-shop.ts'
import { newId } from '#shared/ids.ts'
import { HOUR_MS } from '#shared/time.ts'
import { getProduct, listProducts } from '../catalog.contract.ts'
import { endDeadImports } from './import-products.ts'
import { startAvifQueue, storePictures } from './product-pictures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.close())

describe('what a crash left undone', () => {
  it('in a picture is made after the next start: its AVIF', async () => {
    const file = path.join(shop.dataDir, 'picture.jpg')
    await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } }).toFile(file)
    const [stored] = await storePictures(shop.deps, [file], 'A bowl')
    const key = stored?.image.key ?? ''
    const id = await shop.product({ images: stored ? [stored.image] : [] })
    const folder = path.join(shop.dataDir, 'media', key)
    expect(await readdir(folder)).not.toContain('320.avif')

    const queue = startAvifQueue(shop.deps)
    queue.resume()
    await vi.waitFor(
      async () => {
        const { product } = await shop.browser().api(getProduct, { params: { id } })
        expect(product.images).toMatchObject([{ key, avif: true }])
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(await readdir(folder)).toContain('320.avif')
    await queue.stop()
  })

  it('in an import goes, with every product that it had prepared', async () => {
    const importId = newId()
    const long = Date.now() - HOUR_MS
    await shop.db
      .insertInto('product_imports')
      .values({
        ...{ id: importId, state: 'saving', message: 'Saving the products', lines: 2, done: 1, errors: '[]' },
        ...{ bad_lines: 0, added: 0, changed: 0, started_at: long, touched_at: long },
      })
      .execute()
    const id = await shop.product({ name: 'Half imported' })
    await shop.db.updateTable('products').set({ archived: 1, import_id: importId }).where('id', '=', id).execute()

    await endDeadImports(shop.deps)
    const row = await shop.db.selectFrom('product_imports').selectAll().where('id', '=', importId).executeTakeFirst()
    expect(row).toMatchObject({ state: 'failed', message: 'The import broke off. Nothing was added' })
    expect((await shop.browser().api(listProducts, { query: { ids: id } })).products).toEqual([])
    expect(await shop.db.selectFrom('products').select('id').where('id', '=', id).execute()).toEqual([])
  })
})
