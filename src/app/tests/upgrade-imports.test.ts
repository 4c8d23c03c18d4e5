import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { listProducts } from '#features/catalog/catalog.contract.ts'
import { getImport } from '#features/products/product-imports.contract.ts'
import type { Db } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// An import of products was under way when the shop was stopped, and it is a newer version that starts.

/** The newest schema without words that products are found by. */
const WITHOUT_WORDS = '0014-refund-amounts'
/** The newest schema in which an import wrote its products out of sight, and had no parts. */
const WITHOUT_PARTS = '0009-accounts'

let shop: TestShop
afterEach(() => shop.close())

/** What that version wrote of a product. */
const bowl = {
  ...{ id: 'bowl', name: 'Plain Bowl', name_folded: 'plain bowl', category: 'Pottery-Ceramics' },
  ...{ price_paise: 1000_00, offer_price_paise: 900_00, description: '[]', images: '[]' },
  ...{ weight: null, in_stock: 1, stock: null, producer_id: null, created_at: 1 },
}

async function insert(db: Db, table: string, row: object) {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

const running = (state: 'checking' | 'saving') => ({
  ...{ id: 'import', state, message: 'Under way', lines: 3, done: 0, errors: '[]', bad_lines: 0 },
  ...{ added: 0, changed: 0, started_at: 1, touched_at: 1 },
})

/** A shop of an older version, stopped in the middle of an import. */
async function stopped(version: string, inImport: (db: Db) => Promise<void>) {
  shop = await testShop(sellerSettings, {
    async before(db) {
      await migrate(db, version)
      await insert(db, 'products', bowl)
      await inImport(db)
    },
  })
}

async function ended() {
  const seller = await shop.seller()
  return vi.waitFor(
    async () => {
      const { import: found } = await seller.api(getImport, { params: { id: 'import' } })
      expect(['checking', 'saving']).not.toContain(found.state)
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
}

const found = async (q: string) =>
  (await shop.browser().api(listProducts, { query: { q } })).products.map(({ name }) => name)

it('goes on where it was, and what it writes then is found by its words', async () => {
  await stopped(WITHOUT_WORDS, async (db) => {
    const columns = JSON.stringify(['id', 'name', 'category', 'price', 'offerPrice', 'description'])
    await insert(db, 'product_imports', { ...running('saving'), seller_id: '', file_columns: columns })
    const { images: _, ...line } = bowl
    const lamp = { ...line, id: 'lamp', name: 'Terracotta Lamp', name_folded: 'terracotta lamp', is_new: 1 }
    const parts = [
      [
        { ...lamp, description: '["Fired in Molela"]' },
        { ...line, is_new: 0, name: 'Carved Bowl', name_folded: 'carved bowl' },
      ],
      [{ ...lamp, id: 'rug', name: 'Felt Rug', name_folded: 'felt rug', producer_id: null, stock: 4 }],
    ]
    for (const [part, lines] of parts.entries())
      await insert(db, 'import_parts', { import_id: 'import', part, lines: JSON.stringify(lines) })
  })
  expect(await ended()).toMatchObject({ state: 'done', message: '2 added, 1 changed', done: 3 })
  expect(await found('lamps')).toEqual(['Terracotta Lamp'])
  expect(await found('molela')).toEqual(['Terracotta Lamp'])
  expect(await found('rugs')).toEqual(['Felt Rug'])
  expect(await found('carved')).toEqual(['Carved Bowl'])
  expect(await found('plain')).toEqual([])
  // The next import is not kept waiting.
  const seller = await shop.seller()
  const payload = 'name,category,price,offerPrice\nBrass Bell,Statues-Sculptures,100,90'
  const headers = { 'content-type': 'text/csv' }
  expect((await seller.send({ method: 'POST', url: '/api/product/import', headers, payload })).statusCode).toBe(202)
  await vi.waitFor(async () => expect(await found('bells')).toEqual(['Brass Bell']), { timeout: 20_000 })
})

it('is ended while its file was being checked, and says that nothing was changed', async () => {
  await stopped(WITHOUT_WORDS, async (db) => {
    await insert(db, 'product_imports', { ...running('checking'), seller_id: '', file_columns: '[]' })
    const { images: _, ...line } = bowl
    const lines = JSON.stringify([{ ...line, id: 'lamp', name: 'Lamp', is_new: 1 }])
    await insert(db, 'import_parts', { import_id: 'import', part: 0, lines })
  })
  expect(await ended()).toMatchObject({
    state: 'failed',
    message: 'The import was interrupted. Nothing was changed',
  })
  expect(await found('bowls')).toEqual(['Plain Bowl'])
  expect(await found('lamp')).toEqual([])
  expect(await shop.db.selectFrom('import_parts').select('part').execute()).toEqual([])
})

it('is ended in a version that kept no parts, and says that nothing was added', async () => {
  await stopped(WITHOUT_PARTS, async (db) => {
    await insert(db, 'product_imports', running('saving'))
    await insert(db, 'products', { ...bowl, id: 'lamp', name: 'Lamp', name_folded: 'lamp', import_id: 'import' })
  })
  expect(await ended()).toMatchObject({ state: 'failed', message: 'The import was interrupted. Nothing was added' })
  expect(await found('bowls')).toEqual(['Plain Bowl'])
  expect(await found('lamp')).toEqual([])
})
