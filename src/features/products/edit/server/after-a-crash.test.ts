import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Selectable } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { stockAlertsJob } from '#features/stock-alerts/server/stock-alerts.ts'
import { createJobs, type Job } from '#kernel/background.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { nameWords } from '#kernel/search/search-words.ts'
import { newId } from '#shared/ids.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { getImport } from '../../import/server/import-rows.ts'
import { createProductImports } from '../../import/server/product-imports.ts'
import { createAvifQueue, storePictures } from './product-pictures.ts'

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
    const key = stored?.picture.key ?? ''
    const id = await shop.product({ images: stored ? [stored.picture] : [] })
    const folder = path.join(shop.dataDir, 'media', key)
    expect(await readdir(folder)).not.toContain('320.avif')

    const jobs = restarted((deps) => createAvifQueue(deps).job)
    await vi.waitFor(
      async () => {
        const { product } = await shop.browser().api(getProduct, { params: { id } })
        expect(product.images).toMatchObject([{ key, avif: true }])
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(await readdir(folder)).toContain('320.avif')
    await jobs.stop()
  })

  it('in the check of an import is given up', async () => {
    const id = await leftImport({ state: 'checking', done: 250, touched_at: Date.now() - HOUR_MS })
    await shop.db.insertInto('import_parts').values({ import_id: id, part: 0, lines: '[]' }).execute()
    const { import: found } = await getImport(shop.deps, id)
    expect(found).toMatchObject({ state: 'failed', message: 'The import was interrupted. Nothing was changed' })
    expect(await shop.db.selectFrom('import_parts').selectAll().where('import_id', '=', id).execute()).toEqual([])
  })

  it('in an import that was being written is written after the next start, and nothing twice', async () => {
    const known = await shop.product({ name: 'Known', stock: 5 })
    const line = {
      is_new: 1,
      category: 'Food-Spices',
      price_paise: 200,
      offer_price_paise: 100,
      description: '[]',
      description_words: '',
    }
    const rest = { weight: null, stock: null, in_stock: 1, producer_id: null, created_at: Date.now() }
    const named = (name: string, id = newId()) => ({
      ...{ ...line, ...rest, id, name },
      ...{ name_folded: name.toLowerCase(), name_words: nameWords(name) },
    })
    const written = named('Written')
    const parts = [[named('Second'), { ...named('Known anew', known), is_new: 0 }], [named('Third')]]
    const id = await leftImport({ lines: 4, done: 1, added: 1 })
    await shop.db
      .insertInto('import_parts')
      .values(parts.map((lines, at) => ({ import_id: id, part: at + 1, lines: JSON.stringify(lines) })))
      .execute()
    await shop.product({ name: written.name })

    // As two processes that start at once.
    const processes = [1, 2].map(() => restarted((deps) => createProductImports(deps, shop.deps.avif).job))
    await vi.waitFor(
      async () =>
        expect((await getImport(shop.deps, id)).import).toMatchObject({ state: 'done', added: 3, changed: 1 }),
      { timeout: 20_000, interval: 50 },
    )
    for (const jobs of processes) await jobs.stop()
    const rows = await shop.db.selectFrom('products').select(['name', 'stock']).orderBy('name').execute()
    expect(rows.filter(({ name }) => name !== 'Blue Pottery Bowl')).toEqual([
      { name: 'Known anew', stock: 5 },
      { name: 'Second', stock: null },
      { name: 'Third', stock: null },
      { name: 'Written', stock: null },
    ])
    expect(await shop.db.selectFrom('import_parts').selectAll().execute()).toEqual([])
    const [act] = await shop.db.selectFrom('audit_log').selectAll().where('subject', '=', id).execute()
    expect(act).toMatchObject({ action: 'product.imported', summary: 'Import: 3 added, 1 changed' })
  })
})

/** A job as it begins in a process that was started after the crash. */
function restarted(jobOf: (deps: Deps) => Job) {
  const jobs = createJobs(shop.deps.log)
  const deps = { ...shop.deps, jobs }
  jobs.add(jobOf(deps))
  // Woken by an import that ends.
  jobs.add(stockAlertsJob(deps))
  jobs.begin('ready')
  return jobs
}

/** An import as its process left it. */
async function leftImport(values: Partial<Selectable<Tables['product_imports']>>) {
  const id = newId()
  await shop.db
    .insertInto('product_imports')
    .values({
      ...{ id, state: 'saving', message: 'Saving the products', lines: 0, done: 0, errors: '[]', bad_lines: 0 },
      ...{ added: 0, changed: 0, started_at: Date.now(), touched_at: Date.now(), seller_id: '' },
      file_columns: JSON.stringify(['id', 'name', 'category', 'price', 'offerPrice']),
      ...values,
    })
    .execute()
  return id
}
