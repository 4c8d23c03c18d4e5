import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { productForm } from '#features/products/testing/product-form.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../../catalog.contract.ts'
import { seedDemoCatalogue } from '../../server/demo-catalogue.ts'
import { type SearchQuery, searchQueries } from './search-queries.ts'

const { products: demo } = z
  .object({ products: z.array(z.object({ slug: z.string(), name: z.string() })) })
  .parse(JSON.parse(readFileSync(new URL('../../../../../catalogue/catalogue.json', import.meta.url), 'utf8')))
const slugOf = new Map(demo.map(({ slug, name }) => [name, slug]))
const listed = (slugs = '') => slugs.split(' ').filter(Boolean)

describe('the search over the demo catalogue', () => {
  let shop: TestShop
  let browse: ReturnType<TestShop['browser']>['api']
  beforeAll(async () => {
    shop = await testShop({ ...sellerSettings, DEMO: '1' })
    await seedDemoCatalogue(shop.deps)
    browse = shop.browser().api
  })
  afterAll(() => shop.close())

  const slugs = (products: readonly { name: string }[] = []) => products.map(({ name }) => slugOf.get(name) ?? name)

  async function check({ q, finds, first, not, only, meant, none, names }: SearchQuery) {
    const answer = await browse(listProducts, { query: { q, limit: '48' } })
    const found = slugs(answer.products)
    if (meant !== undefined || none) expect(found).toEqual([])
    expect(answer.didYouMean).toBe(meant)
    const shown = meant === undefined ? found : slugs(answer.suggestions)
    // Eight at most are offered.
    if (meant === undefined) expect(shown).toEqual(expect.arrayContaining(listed(finds)))
    else expect(shown.some((slug) => listed(finds).includes(slug))).toBe(true)
    if (none) expect(answer.suggestions).toBeUndefined()
    if (only) expect(shown.toSorted()).toEqual(listed(finds).toSorted())
    if (first !== undefined) expect(shown.slice(0, listed(first).length).toSorted()).toEqual(listed(first).toSorted())
    for (const slug of listed(not)) expect(shown).not.toContain(slug)
    if (names !== undefined) expect(answer.categoryHits?.toSorted()).toEqual(listed(names).toSorted())
    expect(answer.total).toBe(found.length)
  }

  it('has 120 different queries', () => {
    const queries = Object.values(searchQueries).flat()
    expect(new Set(queries.map(({ q }) => q)).size).toBe(120)
  })

  describe.each(Object.entries(searchQueries))('%s', (_, queries) => {
    it.each(queries.map((query): [string, SearchQuery] => [query.q, query]))('%s', (_, query) => check(query))
  })

  it('says which words nothing has, and offers what has the others', async () => {
    for (const [q, missing, slug] of [
      ['vase bicycle', ['bicycle'], 'pottery-stoneware-vase'],
      ['shawl for grandmother', ['grandmother'], 'textile-khadi-shawl'],
      ['brass shawl', ['brass'], 'textile-khadi-shawl'],
    ] as const) {
      const answer = await browse(listProducts, { query: { q } })
      expect([answer.total, answer.didYouMean, answer.missing]).toEqual([0, undefined, missing])
      expect(slugs(answer.suggestions)).toContain(slug)
    }
  })

  it('has no need of small words, but where there are no others', async () => {
    const found = async (q: string) => slugs((await browse(listProducts, { query: { q } })).products)
    expect(await found('the shawl')).toEqual(await found('shawl'))
    expect(await found('with')).not.toEqual([])
  })

  it('finds sizes however they are written, and words that sound alike', async () => {
    const seller = await shop.seller()
    for (const name of ['Punja Dhurrie 6 x 9 ft', 'Grey Woollen Stole', 'Ikat Saree']) {
      const productData = { name, category: 'Pottery-Ceramics', price: 900, offerPrice: 900 }
      const { statusCode } = await seller.send({
        ...{ method: 'POST', url: '/api/product/add' },
        ...(await productForm(productData)),
      })
      expect(statusCode).toBe(201)
    }
    const names = async (q: string) => {
      const { products, suggestions = [] } = await browse(listProducts, { query: { q } })
      return [...products, ...suggestions].map(({ name }) => name)
    }
    for (const q of ['6x9', '6 x 9', '6×9', 'durrie', 'dari'])
      expect(await names(q), q).toContain('Punja Dhurrie 6 x 9 ft')
    expect(await names('woolen')).toContain('Grey Woollen Stole')
    expect(await names('sari')).toContain('Ikat Saree')
  })
})
