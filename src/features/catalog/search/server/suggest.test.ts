import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../../catalog.contract.ts'
import { seedDemoCatalogue } from '../../server/demo-catalogue.ts'
import { suggest } from '../suggest.contract.ts'

describe('suggestions over the demo catalogue', () => {
  let shop: TestShop
  let browse: ReturnType<TestShop['browser']>['api']
  beforeAll(async () => {
    shop = await testShop({ ...sellerSettings, DEMO: '1' })
    await seedDemoCatalogue(shop.deps)
    browse = shop.browser().api
  })
  afterAll(() => shop.close())

  const ask = (q: string) => browse(suggest, { query: { q } })
  const names = async (q: string) => (await ask(q)).products.map(({ name }) => name)

  it.each([
    ['sca', 'scarf'],
    ['stone', 'stoneware'],
    ['indigo sc', 'indigo scarf'],
    ['The SCA', 'The scarf'],
    ['wild for', 'wild forest'],
    ['scar under 2000', 'scarf under 2000'],
    ['under 2000 scar', 'scarf under 2000'],
  ])('of %s may become %s', async (q, words) => {
    expect((await ask(q)).words).toContain(words)
  })

  it('finds something for each suggested word', async () => {
    const begun = [
      'bl',
      'co',
      'st',
      'pa',
      'ma',
      'ha',
      'te',
      'in',
      'wo',
      'ja',
      'gift bo',
      'black te',
      'blue ja',
      'madhu',
    ]
    for (const q of begun) {
      const { words } = await ask(q)
      for (const word of words) {
        const found = await browse(listProducts, { query: { q: word, inStock: '1' } })
        expect([found.total > 0, found.didYouMean, found.missing], `${q}: ${word}`).toEqual([
          true,
          undefined,
          undefined,
        ])
      }
    }
  })

  it('has one word for one and many, none that stands there already, and no small ones', async () => {
    expect((await ask('spoon')).words).toEqual([])
    expect((await ask('scarf')).words).toEqual([])
    expect((await ask('rug')).words).toEqual([])
    expect((await ask('wit')).words).not.toContain('with')
  })

  it('takes words of descriptions where names have none, of the trade alone', async () => {
    expect((await ask('woo')).words).toContain('wool')
    expect((await ask('oth')).words).toEqual([])
  })

  it.each([
    ['pott', 'Pottery & Ceramics'],
    ['blue pott', 'Pottery & Ceramics'],
    ['kaleen', 'Carpets & Rugs'],
  ])('names categories for %s', async (q, text) => {
    expect((await ask(q)).categories.map((category) => category.text)).toEqual([text])
  })

  it('finds products by the beginning of their names first, by other words for the same, and by their sound', async () => {
    expect((await names('hill'))[0]).toBe('Hill Garden Black Tea')
    expect(await names('rosewood')).toContain('Turned Sheesham Bowl')
    expect(await names('चाय')).toContain('Hill Garden Black Tea')
  })

  it('has no product that is out of stock or dearer than was said', async () => {
    expect(await names('ink moun')).not.toContain('Ink Mountains')
    expect(await names('mango under 300')).toEqual(['Sun-Cured Mango Pickle'])
  })

  it.each(['', ' ', 'a', '%', '"', '☃☃', 'zzzzqq'])('is quiet about %j', async (q) => {
    expect(await ask(q)).toMatchObject({ words: [], categories: [], producers: [], products: [] })
  })

  it('refuses a search that is too long', async () => {
    const answer = await shop.request({ method: 'GET', url: `/api/product/suggest?q=${'a'.repeat(201)}` })
    expect(answer.statusCode).toBe(400)
  })

  it('reads the database four times at most, and not again until the catalogue changes', async () => {
    expect((await shop.reads(() => ask('pot'))).length).toBeLessThanOrEqual(4)
    expect(await shop.reads(() => ask('pot'))).toEqual([])
    const id = await shop.product({ name: 'Potato Basket' })
    expect((await ask('pot')).products.map(({ _id }) => _id)).toContain(id)
  })

  it('finds numbers, and does not say how they go on', async () => {
    const id = await shop.product({ name: 'Ring 1742' })
    const { words, products } = await ask('17')
    expect(words).toEqual([])
    expect(products.map(({ _id }) => _id)).toEqual([id])
  })
})

it('suggests producers by name and place, as long as they are in the shop', async () => {
  const shop = await testShop(sellerSettings)
  const seller = await shop.seller()
  const id = await approvedProducer(shop, seller)
  const { api } = shop.browser()
  for (const q of ['bin', 'Bina hand', 'imph', 'bina imphal'])
    expect(
      (await api(suggest, { query: { q } })).producers.map(({ _id }) => _id),
      q,
    ).toEqual([id])
  await seller.api(suspendProducer, { params: { id } })
  expect((await api(suggest, { query: { q: 'bina' } })).producers).toEqual([])
  await shop.close()
})
