import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startNotes } from '#app/start-notes.ts'
import { ensureDemoShopper } from '#features/account/server/demo-shopper.ts'
import { ensureSeller } from '#features/auth/server/auth.service.ts'
import { unarchiveProduct } from '#features/products/seller-products.contract.ts'
import { demoSeller } from '#kernel/config.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../catalog.contract.ts'
import { seedDemoCatalogue } from './demo-catalogue.ts'
import { endDemo } from './end-demo.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const DEMO_PRODUCTS = 42

let shop: TestShop
afterEach(() => shop.close())

async function openDemo(parts = {}) {
  shop = await testShop({ DEMO: '1' }, parts)
  await seedDemoCatalogue(shop.deps)
  return shop
}
const namesForSale = async () => (await shop.browser().api(listProducts)).products.map(({ name }) => name)
const sellerLogsIn = async () =>
  (await shop.browser().send({ method: 'POST', url: '/api/seller/login', payload: demoSeller })).statusCode

describe('the end of the demo', () => {
  it('takes the demo products out of the shop, and nothing else', async () => {
    await openDemo()
    await shop.product({ name: 'A pot of our own' })
    expect(await namesForSale()).toHaveLength(DEMO_PRODUCTS + 1)
    expect(await endDemo(shop.deps)).toMatchObject({ products: DEMO_PRODUCTS })
    expect(await namesForSale()).toEqual(['A pot of our own'])
  })

  it('leaves a demo product that got a picture of the shop', async () => {
    await openDemo()
    const own = {
      key: 'product-0123456789abcdef01234567',
      alt: '',
      width: 800,
      height: 800,
      widths: [320],
      avif: false,
    }
    const { id, name } = await shop.db.selectFrom('products').select(['id', 'name']).executeTakeFirstOrThrow()
    await shop.db
      .updateTable('products')
      .set({ images: JSON.stringify([own]) })
      .where('id', '=', id)
      .execute()
    expect(await endDemo(shop.deps)).toMatchObject({ products: DEMO_PRODUCTS - 1 })
    expect(await namesForSale()).toEqual([name])
  })

  it('removes the login of the demo seller, also of those who are logged in', async () => {
    await openDemo()
    const seller = await shop.seller()
    expect(await endDemo(shop.deps)).toMatchObject({ isSellerRemoved: true, hasSeller: false })
    expect((await seller.send({ method: 'GET', url: '/api/seller/is-auth' })).statusCode).toBe(401)
    expect(await sellerLogsIn()).toBe(401)
  })

  it('can be said again: what the seller brought back since goes once more, everything else stays as it is', async () => {
    await openDemo()
    await endDemo(shop.deps)
    expect(await endDemo(shop.deps)).toMatchObject({ products: 0, isSellerRemoved: false })
    await ensureSeller(shop.deps)
    const seller = await shop.seller()
    const { id } = await shop.db.selectFrom('products').select('id').executeTakeFirstOrThrow()
    await seller.api(unarchiveProduct, { params: { id } })
    expect(await endDemo(shop.deps)).toMatchObject({ products: 1, isSellerRemoved: true })
  })

  it('does nothing in a shop that never was a demo', async () => {
    shop = await testShop(sellerSettings)
    await shop.product()
    expect(await endDemo(shop.deps)).toEqual({
      products: 0,
      isSellerRemoved: false,
      hasSeller: true,
    })
    expect(await namesForSale()).toHaveLength(1)
  })
})

describe('at the start', () => {
  const as = (settings: object) => startNotes({ ...shop.deps, config: { ...shop.deps.config, ...settings } })
  const real = { demo: false, seller: undefined }

  it('a real shop that still sells the demo is told how to end it', async () => {
    await openDemo()
    expect((await as({})).join()).not.toContain('DEMO=0')
    expect(await as(real)).toEqual([expect.stringMatching(/^DEMO=0, and 42 products .* npm run demo:end /)])
    await endDemo(shop.deps)
    expect((await as(real)).join()).not.toContain('DEMO=0')
  })

  it('the seller area is said to be closed only while there is no seller, whatever the settings name', async () => {
    shop = await testShop(sellerSettings)
    expect(await as(real)).toEqual([])
    await shop.db.deleteFrom('sellers').execute()
    expect(await as(real)).toEqual([expect.stringMatching(/^The seller area is closed\. Set SELLER_EMAIL/)])
  })
})

describe.skipIf(onPostgres)('npm run demo:end', () => {
  it('ends the demo of a shop that is running, and says what it did', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'haat-demo-'))
    try {
      await openDemo({ dataDir })
      await ensureDemoShopper(shop.deps)
      const end = async () => {
        const env = { DATA_DIR: dataDir }
        return (await promisify(execFile)(process.execPath, ['scripts/end-demo.ts'], { cwd: root, env })).stdout
      }
      expect(await namesForSale()).toHaveLength(DEMO_PRODUCTS)
      const printed = await end()
      expect(printed).toContain('42 products of the demo are archived')
      expect(printed).toContain('The login of the demo seller is removed')
      expect(printed).toContain('The login of the demo shopper is removed')
      expect(printed).toContain('Nobody can log in as the seller: set SELLER_EMAIL and SELLER_PASSWORD')
      expect(printed).toContain('Set DEMO=0 before the next start')
      await vi.waitFor(async () => expect(await namesForSale()).toEqual([]), { timeout: 5000 })
      expect(await sellerLogsIn()).toBe(401)
      expect(await end()).toContain('No product of the demo is in the shop')
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })
})
