import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { HOUR_MS } from '#shared/time.ts'
import { anyProduct, onPostgres, type TestShop, testShop } from '#testing/shop.ts'
import { getProduct, listCategories, listNewest, listProducts } from '../catalog.contract.ts'
import { listProducts as listRows } from '../list/server/product-lists.ts'
import { createProducts } from './products.ts'

/** No product here has a mark, whose end depends on the day. */
const TODAY = '2026-11-28'

describe('the product list', () => {
  let shop: TestShop
  let browse: ReturnType<TestShop['browser']>['api']
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    shop = await testShop()
    browse = shop.browser().api
    const start = Date.now()
    const names = [
      'Indigo Shibori Scarf',
      'Scarf',
      'Scarf Ring',
      'Headscarf',
      'Lotus Block-Print 100% Throw',
      'Café Mug',
    ]
    for (const [at, name] of names.entries()) {
      shop.setClock(new Date(start + at * 1000))
      ids[name] = await shop.product({
        name,
        pricePaise: (at + 2) * 10000,
        offerPricePaise: (at + 1) * 10000,
        category: at < 4 ? 'Textiles-and-clothing' : 'Pottery-Ceramics',
        inStock: name !== 'Headscarf',
      })
    }
    shop.setClock(undefined)
  })
  afterAll(() => shop.close())

  it('has its newest in stock, of a category or of all, as a list of their own', async () => {
    const newest = async (query: { category?: string; limit?: string }) =>
      (await browse(listNewest, { query })).products.map((product) => product.name)
    expect(await newest({ limit: '3' })).toEqual(['Café Mug', 'Lotus Block-Print 100% Throw', 'Scarf Ring'])
    expect(await newest({ category: 'Textiles-and-clothing' })).toEqual(['Scarf Ring', 'Scarf', 'Indigo Shibori Scarf'])
  })

  const names = async (query: Parameters<typeof browse<typeof listProducts>>[1]) =>
    (await browse(listProducts, query)).products.map((product) => product.name)

  it('has everything, newest first, in the shape of the specification', async () => {
    const answer = await shop.request({ method: 'GET', url: '/api/product/list' })
    const { success, products, total } = answer.json()
    expect({ success, total }).toEqual({ success: true, total: 6 })
    expect(products[0]).toMatchObject({
      _id: ids['Café Mug'],
      name: 'Café Mug',
      category: 'Pottery-Ceramics',
      price: 700,
      offerPrice: 600,
      image: [],
      description: ['Thrown in Jaipur', 'Rinse by hand'],
      inStock: true,
    })
    expect(products.map((product: { name: string }) => product.name)).toEqual([
      'Café Mug',
      'Lotus Block-Print 100% Throw',
      'Headscarf',
      'Scarf Ring',
      'Scarf',
      'Indigo Shibori Scarf',
    ])
  })

  it('finds the exact name first, then names and words that begin so, then the rest', async () => {
    expect(await names({ query: { q: ' SCARF ' } })).toEqual([
      'Scarf',
      'Scarf Ring',
      'Indigo Shibori Scarf',
      'Headscarf',
    ])
  })

  it('goes on with what has the word elsewhere, newest first, from page to page; in a category what is out of stock comes last', async () => {
    const pages = (query: Record<string, string>) =>
      Promise.all(['1', '2', '3'].map((page) => names({ query: { q: 'throw', limit: '2', page, ...query } })))
    expect(await pages({})).toEqual([
      ['Lotus Block-Print 100% Throw', 'Café Mug'],
      ['Headscarf', 'Scarf Ring'],
      ['Scarf', 'Indigo Shibori Scarf'],
    ])
    expect(await pages({ category: 'Textiles-and-clothing' })).toEqual([
      ['Scarf Ring', 'Scarf'],
      ['Indigo Shibori Scarf', 'Headscarf'],
      [],
    ])
    expect(await names({ query: { q: 's', category: 'Textiles-and-clothing' } })).toEqual([
      ...['Scarf Ring', 'Scarf', 'Indigo Shibori Scarf'],
    ])
  })

  it.each([
    ['every word, in any order', 'scarf indigo', ['Indigo Shibori Scarf']],
    ['a part of a word', 'hibo', ['Indigo Shibori Scarf']],
    ['a short part', 'ug', ['Café Mug']],
    ['letters without their accents', 'cafe', ['Café Mug']],
    ['signs that mean something to the database', '100%', ['Lotus Block-Print 100% Throw']],
    ['a word no name has', 'charkha', []],
  ])('searches for %s', async (_, q, found) => {
    expect(await names({ query: { q } })).toEqual(found)
  })

  it.each([['"'], ["'; drop table products; --"], ['%'], ['_'], ['a AND b OR'], ['*'], ['\\']])(
    'takes %s as text',
    async (q) => {
      const answer = await shop.request({ method: 'GET', url: `/api/product/list?q=${encodeURIComponent(q)}` })
      expect(answer.statusCode).toBe(200)
    },
  )

  it('takes another spelling only when nothing is called so', async () => {
    const misspelt = await browse(listProducts, { query: { q: 'indgo scraf' } })
    expect(misspelt.didYouMean).toBe('indigo scarf')
    expect(misspelt.products.map((product) => product.name)).toEqual(['Indigo Shibori Scarf'])
    expect(await browse(listProducts, { query: { q: 'scarf' } })).not.toHaveProperty('didYouMean')
  })

  it.each([
    ['category by slug in any case', { category: 'pottery-ceramics' }, ['Café Mug', 'Lotus Block-Print 100% Throw']],
    ['category by label', { category: 'Pottery & Ceramics' }, ['Café Mug', 'Lotus Block-Print 100% Throw']],
    [
      'out of stock last in a category',
      { category: 'Textiles-and-clothing' },
      ['Scarf Ring', 'Scarf', 'Indigo Shibori Scarf', 'Headscarf'],
    ],
    [
      'in stock',
      { inStock: 'true', category: 'Textiles-and-clothing' },
      ['Scarf Ring', 'Scarf', 'Indigo Shibori Scarf'],
    ],
    ['price range', { min: '200', max: '300.00' }, ['Scarf Ring', 'Scarf']],
    ['price, low to high', { sort: 'price-asc', max: '200' }, ['Indigo Shibori Scarf', 'Scarf']],
    ['price, high to low', { sort: 'price-desc', min: '500' }, ['Café Mug', 'Lotus Block-Print 100% Throw']],
    ['biggest saving', { sort: 'saving', max: '200' }, ['Indigo Shibori Scarf', 'Scarf']],
    ['name', { sort: 'name', max: '300' }, ['Indigo Shibori Scarf', 'Scarf', 'Scarf Ring']],
    ['page', { page: '2', limit: '4' }, ['Scarf', 'Indigo Shibori Scarf']],
    ['a page past the end', { page: '9', limit: '4' }, []],
    ['the last page that can be asked for', { q: 'scarf', page: '999999999', limit: '100' }, []],
  ] as const)('filters and sorts by %s', async (_, query, expected) => {
    expect(await names({ query })).toEqual(expected)
  })

  it('counts what is beside the list under all filters', async () => {
    const textiles = 'Textiles-and-clothing'
    const pottery = 'Pottery-Ceramics'
    const facets = async (query: Parameters<typeof names>[0]) => (await browse(listProducts, query)).facets
    expect(await facets({ query: { q: 'scarf' } })).toEqual({
      ...{ all: 4, onOffer: 4, categories: [{ path: textiles, count: 4 }] },
    })
    expect(await facets({ query: { q: 'scarf', inStock: 'true', max: '200' } })).toEqual({
      ...{ all: 3, onOffer: 2, categories: [{ path: textiles, count: 2 }] },
    })
    // Of another category than the one that is shown, too; also where the page is empty.
    expect(await facets({ query: { category: pottery, max: '300' } })).toEqual({
      ...{ all: 2, onOffer: 0, categories: [{ path: textiles, count: 3 }] },
    })
    expect(await facets({ query: { page: '9', limit: '4' } })).toEqual({
      all: 6,
      onOffer: 6,
      categories: [
        { path: textiles, count: 4 },
        { path: pottery, count: 2 },
      ],
    })
    expect(await browse(listProducts)).not.toHaveProperty('facets')
  })

  it('reads rows and counts in one statement', async () => {
    const list = () => listRows(shop.db, { category: 'Textiles-and-clothing', limit: 4 }, TODAY)
    expect(await shop.reads(list)).toHaveLength(1)
  })

  it('counts pages', async () => {
    expect(await browse(listProducts, { query: { page: '9', limit: '4' } })).toMatchObject({
      total: 6,
      page: 9,
      pages: 2,
    })
  })

  it('gives products by id, for the cart of a visitor', async () => {
    expect(await names({ query: { ids: `${ids.Scarf},${newId()},nonsense` } })).toEqual(['Scarf'])
    expect(await names({ query: { ids: ',' } })).toEqual([])
  })

  it.each([
    'category=shoes',
    'page=0',
    'page=-1',
    'page=x',
    'limit=101',
    'limit=0',
    'sort=random',
    'min=-5',
    'max=1e9',
    'offer=maybe',
    `q=${'x'.repeat(201)}`,
  ])('refuses ?%s', async (query) => {
    const answer = await shop.request({ method: 'GET', url: `/api/product/list?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      message: expect.any(String),
      fields: { [query.split('=')[0] ?? '']: expect.any(String) },
    })
  })

  it('counts what each category has in stock', async () => {
    const { categories } = await browse(listCategories)
    expect(categories).toHaveLength(8)
    expect(categories.slice(0, 2).map(({ path, count }) => ({ path, count }))).toEqual([
      { path: 'Textiles-and-clothing', count: 3 },
      { path: 'Pottery-Ceramics', count: 2 },
    ])
  })

  it('answers one product, or 404', async () => {
    const { product } = await browse(getProduct, { params: { id: ids.Scarf ?? '' } })
    expect(product).toMatchObject({ name: 'Scarf', price: 30000, offerPrice: 20000 })
    await expect(browse(getProduct, { params: { id: newId() } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the whole catalogue', () => {
  it('comes without parameters: the newest 1,000, with how many there are and a message', async () => {
    const shop = await testShop()
    const { api } = shop.browser()
    expect(await api(listProducts)).toMatchObject({ message: '0 products', products: [], total: 0 })
    await shop.product()
    expect(await api(listProducts)).toMatchObject({ message: '1 product', total: 1 })
    const many = Array.from({ length: 1001 }, (_, at) => ({ ...anyProduct, name: `Bowl ${at}` }))
    await createProducts(shop.db, many, new Date(Date.now() + HOUR_MS))
    const { message, products, total, pages } = await api(listProducts)
    expect({ message, total, pages }).toEqual({ message: '1,000 of 1,002 products', total: 1002, pages: 2 })
    expect(products.map(({ name }) => name)).toEqual(
      many
        .map(({ name }) => name)
        .reverse()
        .slice(0, 1000),
    )
    await shop.close()
  })
})

describe('the demo catalogue', () => {
  it('gives an empty shop 42 products without stock counts, once', async () => {
    const { seedDemoCatalogue } = await import('./demo-catalogue.ts')
    const shop = await testShop({ DEMO: '1' })
    expect(await seedDemoCatalogue(shop.deps)).toBe(42)
    expect(await seedDemoCatalogue(shop.deps)).toBe(0)
    const { products } = await shop.browser().api(listProducts)
    expect(products).toHaveLength(42)
    expect(products.every((product) => product.image.length > 0 && product.offerPrice <= product.price)).toBe(true)
    await shop.close()
  })

  it('is filled once when several processes start at the same moment, without a seller too', async () => {
    const { seedDemoCatalogue } = await import('./demo-catalogue.ts')
    const shop = await testShop()
    const others = onPostgres ? [await shop.anotherProcess(), await shop.anotherProcess()] : []
    const starting = [shop.app, shop.app, ...others.map(({ app }) => app)]
    const added = await Promise.all(starting.map(({ deps }) => seedDemoCatalogue(deps)))
    expect(added.toSorted()).toEqual([...starting.slice(1).map(() => 0), 42])
    expect((await shop.browser().api(listProducts)).total).toBe(42)
    for (const other of others) await other.close()
    await shop.close()
  })
})

describe('for search engines', () => {
  it('robots.txt names the sitemap, which has the pages, the categories and the products', async () => {
    const shop = await testShop({ PUBLIC_URL: 'https://haat.example/' })
    const id = await shop.product()
    const robots = await shop.request({ method: 'GET', url: '/robots.txt' })
    expect(robots.body).toContain('Sitemap: https://haat.example/sitemap.xml')
    const { body } = await shop.request({ method: 'GET', url: '/sitemap.xml' })
    expect(body).toContain('<loc>https://haat.example/products/food-spices</loc>')
    expect(body).toContain(`<loc>https://haat.example/products/pottery-ceramics/${id}</loc>`)
    expect((await shop.request({ method: 'GET', url: '/sitemap/products-1.xml' })).body).toContain(id)
    expect((await shop.request({ method: 'GET', url: '/sitemap/products-2.xml' })).statusCode).toBe(404)
    await shop.close()
  })
})
