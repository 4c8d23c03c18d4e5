import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { addFamily } from '../../families/testing/add-family.ts'
import { listRefused } from '../feeds.contract.ts'

const picture = (key: string, width = 1200, height = 900) => ({
  ...{ key, alt: '', width, height, widths: [320, 640, width], avif: true },
})
const rupee = 100

let shop: TestShop
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: 'https://haat.example', STORE_NAME: 'Haat & Co' })
  const producerId = await approvedProducer(shop, await shop.seller())
  const add = async (name: string, more: Parameters<TestShop['product']>[0] = {}) => {
    ids[name] = await shop.product({
      ...{ name, category: 'Pottery-Ceramics', pricePaise: 2000 * rupee, offerPricePaise: 1590.5 * rupee },
      ...{ description: ['Thrown in "Khurja"', 'Rinse by hand'], images: [picture('a'), picture('b'), picture('c')] },
      ...more,
    })
  }
  const facts = { material: [{ what: 'cotton', percent: 60 }, { what: 'silk' }], colour: ['blue', 'sage'], across: 26 }
  await add('Vase', { producerId, facts })
  await add('=Bowl <blue> & "old"\u0007', { inStock: false, pricePaise: 1590.5 * rupee, deliveryDays: '10-14' })
  await add('Without a picture', { images: [] })
  await add('Small', { images: [picture('small', 400, 900)] })
  await add('Tiny', { images: [picture('tiny', 90, 90)] })
  await add('Untold', { description: [] })
  await add('x'.repeat(151), { images: [] })
  await add('y'.repeat(150))
  await add('Out of the shop', { images: [] })
  await shop.db.updateTable('products').set({ archived: 1 }).where('name', '=', 'Out of the shop').execute()
})
afterAll(() => shop.close())

const read = (url: string) => shop.request({ method: 'GET', url })
const items = (xml: string) => [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => item)
const itemOf = (xml: string, name: string) =>
  items(xml).find((item) => item.includes(`<g:id>${ids[name]}</g:id>`)) ?? ''
const field = (item: string, name: string) =>
  [...item.matchAll(new RegExp(`<g:${name}>(.*?)</g:${name}>`, 'gs'))].map(([, value]) => value)

describe('the feed for Google', () => {
  it('may be kept by anybody, and is RSS with the name space of the fields', async () => {
    const { statusCode, headers, body } = await read('/feeds/google.xml')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base.google.com\/ns\/1.0">/,
    )
    expect(body).toContain('<title>Haat &amp; Co</title>')
    expect(body.trimEnd().endsWith('</channel>\n</rss>')).toBe(true)
  })

  it('has the price that is paid, tax in it, and the list price where there is an offer', async () => {
    const { body } = await read('/feeds/google.xml')
    const vase = itemOf(body, 'Vase')
    expect(field(vase, 'price').at(0)).toBe('2040.00 INR')
    expect(field(vase, 'sale_price')).toEqual(['1622.31 INR'])
    const bowl = itemOf(body, '=Bowl <blue> & "old"\u0007')
    expect(field(bowl, 'price').at(0)).toBe('1622.31 INR')
    expect(field(bowl, 'sale_price')).toEqual([])
  })

  it('has pictures, brand, availability and free shipping with its days', async () => {
    const { body } = await read('/feeds/google.xml')
    const vase = itemOf(body, 'Vase')
    expect(field(vase, 'link')).toEqual([`https://haat.example/products/pottery-ceramics/${ids.Vase}`])
    expect(field(vase, 'image_link')).toEqual(['https://haat.example/media/a/1200.webp'])
    expect(field(vase, 'additional_image_link')).toEqual(
      ['b', 'c'].map((key) => `https://haat.example/media/${key}/1200.webp`),
    )
    expect(['color', 'material', 'size'].map((name) => field(vase, name))).toEqual([
      ['Blue/Sage'],
      ['Cotton/Silk'],
      ['26 cm across'],
    ])
    expect(field(vase, 'brand')).toEqual(['Bina Handloom Collective'])
    expect(field(vase, 'availability')).toEqual(['in_stock'])
    expect(field(vase, 'identifier_exists')).toEqual(['no'])
    expect(field(vase, 'product_type')).toEqual(['Pottery &amp; Ceramics'])
    expect(vase).toContain(
      '<g:shipping><g:country>IN</g:country><g:service>Standard</g:service><g:price>0.00 INR</g:price><g:min_handling_time>0</g:min_handling_time><g:max_handling_time>0</g:max_handling_time><g:min_transit_time>4</g:min_transit_time><g:max_transit_time>8</g:max_transit_time></g:shipping>',
    )
    const bowl = itemOf(body, '=Bowl <blue> & "old"\u0007')
    expect(field(bowl, 'availability')).toEqual(['out_of_stock'])
    expect(field(bowl, 'max_transit_time')).toEqual(['14'])
    expect(field(bowl, 'brand')).toEqual(['Haat &amp; Co'])
  })

  it('escapes what XML needs escaped, and leaves out what it cannot hold', async () => {
    const { body } = await read('/feeds/google.xml')
    expect(field(itemOf(body, '=Bowl <blue> & "old"\u0007'), 'title')).toEqual([
      '=Bowl &lt;blue&gt; &amp; &quot;old&quot;',
    ])
  })

  it('leaves out what Google would refuse, and what is not in the shop', async () => {
    const { body } = await read('/feeds/google.xml')
    const names = items(body).map((item) => field(item, 'title')[0])
    expect(names).toEqual(['Vase', '=Bowl &lt;blue&gt; &amp; &quot;old&quot;', 'Small', 'y'.repeat(150)])
  })
})

describe('the feed for Meta', () => {
  const rows = async (): Promise<Record<string, string>[]> =>
    parse((await read('/feeds/meta.csv')).body, { columns: true })

  it('is a CSV that anybody may keep, without a mark before its first field', async () => {
    const { headers, body } = await read('/feeds/meta.csv')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(body.startsWith('"id",')).toBe(true)
  })

  it('has its own words for availability and shipping', async () => {
    const [vase, bowl] = await rows()
    expect(vase).toEqual({
      id: ids.Vase,
      title: 'Vase',
      description: 'Thrown in "Khurja". Rinse by hand',
      link: `https://haat.example/products/pottery-ceramics/${ids.Vase}`,
      image_link: 'https://haat.example/media/a/1200.webp',
      additional_image_link: 'https://haat.example/media/b/1200.webp,https://haat.example/media/c/1200.webp',
      availability: 'in stock',
      price: '2040.00 INR',
      sale_price: '1622.31 INR',
      condition: 'new',
      brand: 'Bina Handloom Collective',
      product_type: 'Pottery & Ceramics',
      color: 'Blue/Sage',
      material: 'Cotton/Silk',
      size: '26 cm across',
      item_group_id: '',
      pattern: '',
      shipping: 'IN::Standard:0.00 INR',
    })
    expect(bowl).toMatchObject({ availability: 'out of stock', sale_price: '' })
  })

  it('keeps spreadsheets from taking a name for a formula', async () => {
    expect((await rows())[1]?.title).toMatch(/^'=Bowl/)
  })

  it('asks for larger pictures than Google', async () => {
    const names = (await rows()).map(({ title }) => title)
    expect(names).not.toContain('Small')
    expect(names).toContain('y'.repeat(150))
  })
})

describe('the office', () => {
  it('has a line for each product that a platform would refuse, and why', async () => {
    const { products, total } = await (await shop.seller()).api(listRefused)
    expect(products.map(({ name, problems }) => [name, problems])).toEqual([
      ['x'.repeat(151), ['It has no picture', 'Its name has 151 characters, at most 150 are taken']],
      ['Untold', ['It has no description']],
      [
        'Tiny',
        [
          'Its first picture has 90 × 90 pixels, Google asks for 100 × 100',
          'Its first picture has 90 × 90 pixels, Facebook and Instagram ask for 500 × 500',
        ],
      ],
      ['Small', ['Its first picture has 400 × 900 pixels, Facebook and Instagram ask for 500 × 500']],
      ['Without a picture', ['It has no picture']],
    ])
    expect(total).toBe(5)
  })

  it('is for the seller alone', async () => {
    expect((await read('/api/product/feeds')).statusCode).toBe(401)
  })
})

it('says which products are one thing in several sizes and colours', async () => {
  const own = await testShop()
  const images = [picture('a')]
  const ids = await addFamily(own.db, 'Throw', [
    { images, axes: { Size: 'Single', Colour: 'Indigo' } },
    { images, axes: { Size: 'Double', Colour: 'Indigo' } },
  ])
  const { body } = await own.request({ method: 'GET', url: '/feeds/google.xml' })
  const found = ids.map((id) => items(body).find((item) => item.includes(`<g:id>${id}</g:id>`)) ?? '')
  expect(found.map((item) => [field(item, 'size'), field(item, 'color')])).toEqual([
    [['Single'], ['Indigo']],
    [['Double'], ['Indigo']],
  ])
  const [groups, others] = found.map((item) => field(item, 'item_group_id'))
  expect(groups).toHaveLength(1)
  expect(others).toEqual(groups)
  await own.close()
})

it('reads many products in parts', async () => {
  const large = await testShop()
  for (let at = 0; at < 501; at += 1) await large.product({ images: [picture('a')] })
  const sent = await large.reads(async () => {
    expect(items((await large.request({ method: 'GET', url: '/feeds/google.xml' })).body)).toHaveLength(501)
  })
  expect(sent).toHaveLength(2)
  await large.close()
})
