import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productForm } from '#features/products/testing/product-form.ts'
import { fromRupees } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../../catalog.contract.ts'
import { seedDemoCatalogue } from '../../server/demo-catalogue.ts'
import { judgedQueries, scoreSearch } from '../testing/judge-search.ts'

/** Points of 100 below which the search is worse than it was. */
const FEWEST_POINTS = 96

describe('the search over the demo catalogue', () => {
  let shop: TestShop
  let browse: ReturnType<TestShop['browser']>['api']
  beforeAll(async () => {
    shop = await testShop({ ...sellerSettings, DEMO: '1' })
    await seedDemoCatalogue(shop.deps)
    browse = shop.browser().api
  })
  afterAll(() => shop.close())

  const search = (q: string, more: Record<string, string> = {}) =>
    browse(listProducts, { query: { q, limit: '48', inStock: '1', ...more } })
  const names = async (q: string) => (await search(q)).products.map(({ name }) => name)

  it('earns its points for 200 different queries', async () => {
    expect(new Set(judgedQueries.map(({ q }) => q)).size).toBe(200)
    const { score, judged } = await scoreSearch(search)
    expect(score, judged.flatMap(({ q, points }) => (points < 2 ? q : [])).join(', ')).toBeGreaterThanOrEqual(
      FEWEST_POINTS,
    )
  })

  it('shows whole words before parts, and names before descriptions', async () => {
    expect((await names('tea')).slice(0, 3)).toEqual([
      'Hill Garden Black Tea',
      'Celadon Tea Set, Pot and Three Bowls',
      'Cinnamon Quills',
    ])
    expect((await names('river lines'))[0]).toBe('River Lines')
  })

  it.each([
    ['scraf', 'scarf'],
    ['bwol', 'bowl'],
    ['indgo scraf', 'indigo scarf'],
    ['blockprint', 'block print'],
    ['charka', 'charkha'],
    ['cusion under 1500', 'cushion under 1500'],
  ])('takes %s for %s', async (q, meant) => {
    const answer = await search(q)
    expect(answer.didYouMean).toBe(meant)
    expect(answer.products.length).toBeGreaterThan(0)
    expect(answer.products).toEqual((await search(meant)).products)
  })

  it.each(['gift', 'stand', 'shirt', 'pants', 'lamp', 'basket', 'zzzzqqqq', 'x1y2z3', '%', '☃'])(
    'takes %s for no other word',
    async (q) => expect((await search(q)).didYouMean).toBeUndefined(),
  )

  it.each([
    ['vase bicycle', ['vase'], ['bicycle'], 'Dip-Glazed Stoneware Vase'],
    ['shawl for grandmother', ['shawl'], ['grandmother'], 'Handwoven Khadi Shawl'],
    ['brass shawl', ['shawl'], ['brass'], 'Handwoven Khadi Shawl'],
    ['नीली साड़ी शॉल', ['शॉल'], ['नीली', 'साड़ी'], 'Handwoven Khadi Shawl'],
    ['elephant under 1000', ['elephant'], ['under 1000'], 'Soapstone Elephant'],
    ['gift for mother', [], ['gift', 'mother'], 'Dip-Glazed Stoneware Vase'],
  ])('says of %s what it searched instead and what is missing', async (q, searched, missing, found) => {
    const answer = await search(q)
    expect([answer.searched, answer.missing]).toEqual([searched, missing])
    expect(answer.products.map(({ name }) => name)).toContain(found)
    expect(answer.total).toBe(answer.products.length)
  })

  it('takes a price in the words as a filter, and says so', async () => {
    const answer = await search('painting under 6,000')
    expect(answer.bound).toEqual({ text: 'under 6,000', rest: 'painting', max: fromRupees(6000) })
    expect(answer.products.length).toBeGreaterThan(0)
    expect(answer.products.every(({ offerPrice }) => offerPrice <= fromRupees(6000))).toBe(true)
    expect(answer.facets?.all).toBe((await search('painting')).total)
    const both = await search('painting under 6,000', { min: '5000', max: '5600' })
    expect(
      both.products.every(({ offerPrice }) => offerPrice >= fromRupees(5000) && offerPrice <= fromRupees(5600)),
    ).toBe(true)
    expect(both.total).toBeLessThan(answer.total)
  })

  it.each([
    ['paintings', ['Traditional-Paintings', 'Modern-Paintings']],
    ['kaleen', ['Carpets-Rugs']],
    ['lakdi', ['Wood-Furniture']],
    ['vase', []],
  ])('%s names categories', async (q, categories) => {
    expect((await search(q)).categoryHits).toEqual(categories)
  })

  it('has no need of small words, but where there are no others', async () => {
    expect(await names('the shawl')).toEqual(await names('shawl'))
    expect(await names('with')).not.toEqual([])
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
    for (const q of ['6x9', '6 x 9', '6×9', '6 by 9', '6x9ft', 'durrie', 'dari'])
      expect(await names(q), q).toContain('Punja Dhurrie 6 x 9 ft')
    expect(await names('woolen')).toContain('Grey Woollen Stole')
    expect(await names('sari')).toContain('Ikat Saree')
  })
})
