import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenToStatements } from '#kernel/db/database.ts'
import { anyProduct, type TestShop, testShop } from '#testing/shop.ts'
import { createProducts, toRow } from './products.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop({ PUBLIC_URL: 'https://haat.example/' })
})
afterEach(() => shop.close())

const read = async (url: string) => (await shop.request({ method: 'GET', url })).body
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')

describe('the sitemap', () => {
  it('has each product once, and reads them in parts of bounded size', async () => {
    for (let part = 0; part < 3; part++) await createProducts(shop.db, new Array(700).fill(anyProduct), new Date())
    const limits: unknown[] = []
    const stop = listenToStatements(shop.db, ({ sql, parameters }) => {
      if (sql.includes('"number" <= ')) limits.push(parameters.at(-1))
    })
    const found = locations(await read('/sitemap.xml')).filter((address) =>
      address.includes('/products/pottery-ceramics/'),
    )
    stop()
    expect(found).toHaveLength(2100)
    expect(new Set(found).size).toBe(2100)
    expect(limits).toEqual([1000, 1000, 1000])
  })

  it('says when a product changed and which pictures it has', async () => {
    const images = ['vase & bowl', 'b'].map((key) => ({
      key,
      alt: '',
      width: 900,
      height: 900,
      widths: [320, 640],
      avif: true,
    }))
    shop.setClock(new Date('2026-03-01T06:30:00Z'))
    const id = await shop.product({ name: 'Vase', images })
    shop.setClock(undefined)
    const line = async () => (await read('/sitemap.xml')).split('\n').find((entry) => entry.includes(id)) ?? ''
    expect(await line()).toBe(
      `<url><loc>https://haat.example/products/pottery-ceramics/${id}</loc><lastmod>2026-03-01T06:30:00.000Z</lastmod>${[
        'vase &amp; bowl',
        'b',
      ]
        .map((key) => `<image:image><image:loc>https://haat.example/media/${key}/640.webp</image:loc></image:image>`)
        .join('')}</url>`,
    )
    const before = Date.now()
    await shop.db.updateTable('products').set({ stock: 3, version: 2 }).where('id', '=', id).execute()
    expect(await line()).toContain('<lastmod>2026-03-01T06:30:00.000Z</lastmod>')
    await shop.db.updateTable('products').set({ name: 'Vase of clay' }).where('id', '=', id).execute()
    const changed = Date.parse(/<lastmod>(.*)<\/lastmod>/.exec(await line())?.[1] ?? '')
    // The database counts thousandths of a second too, but may round them down.
    expect(changed).toBeGreaterThanOrEqual(before - 1)
    expect(changed).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('of a large shop is an index of the files that have products in them', async () => {
    const at = (number: number) => ({ ...toRow(anyProduct, Date.now()), number })
    const rows = [at(10_000), at(10_001), at(35_000)]
    await shop.db.insertInto('products').values(rows).execute()
    expect(locations(await read('/sitemap.xml'))).toEqual([
      'https://haat.example/sitemap/pages.xml',
      'https://haat.example/sitemap/products-1.xml',
      'https://haat.example/sitemap/products-2.xml',
      'https://haat.example/sitemap/products-4.xml',
    ])
    expect(await read('/sitemap/pages.xml')).toContain('<loc>https://haat.example/mission</loc>')
    expect(await read('/sitemap/pages.xml')).toContain('<loc>https://haat.example/ledger</loc>')
    for (const [at, file] of [1, 2, 4].entries())
      expect(locations(await read(`/sitemap/products-${file}.xml`))).toEqual([
        `https://haat.example/products/pottery-ceramics/${rows[at]?.id}`,
      ])
    expect((await shop.request({ method: 'GET', url: '/sitemap/products-3.xml' })).statusCode).toBe(404)
  })
})
