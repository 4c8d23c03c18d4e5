import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { createRandom, type Random } from '#shared/random.ts'
import { randomTest, type TestShop, testShop } from '#testing/shop.ts'
import { categories, findCategory } from '../../catalog.categories.ts'
import { type Product, type ProductQuery, sorts } from '../../catalog.contract.ts'
import { listNewest, listProducts } from '../../list/server/product-lists.ts'
import { addFamily } from '../testing/add-family.ts'

/** No product here has a mark, whose end depends on the day. */
const TODAY = '2026-11-28'

const FAMILIES = 25
const SINGLES = 20
const ROUNDS = 60
const MOST = 1000
const kinds = ['Bowl', 'Vase', 'Throw', 'Tray']
const colours = ['Indigo', 'Rust', 'Sage', 'Ochre', 'Natural']
const some = categories.slice(0, 3).map(({ path }) => path)

const anyPrice = (random: Random) => {
  const pricePaise = random.whole(1, 20) * 10_000
  return { pricePaise, offerPricePaise: random.happens(0.4) ? Math.ceil(pricePaise / 2) : pricePaise }
}

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  const random = createRandom(randomTest.seed)
  const start = Date.now()
  const at = () => new Date(start + random.below(1_000_000))
  for (let family = 0; family < FAMILIES; family += 1) {
    const kind = random.pick(kinds)
    const category = random.pick(some)
    const members = Array.from({ length: random.whole(1, 6) }, (_, nth) => ({
      ...anyPrice(random),
      ...{ category, inStock: random.happens(0.6), name: `${random.pick(colours)} ${kind} ${family} ${nth}` },
      description: [random.pick([...kinds, ...colours])],
      facts: { colour: [random.pick(['blue', 'red', 'green'])] },
      axes: { Colour: random.pick(colours), Size: `${nth}` },
    }))
    await addFamily(shop.db, `${kind} ${family}`, members, at())
  }
  for (let one = 0; one < SINGLES; one += 1) {
    shop.setClock(at())
    const name = `${random.pick(colours)} ${random.pick(kinds)} alone ${one}`
    await shop.product({ ...anyPrice(random), name, category: random.pick(some), inStock: random.happens(0.6) })
  }
  shop.setClock(undefined)
  await shop.db.updateTable('products').set({ archived: 1 }).where('name', 'like', '%3').execute()
})
afterAll(() => shop.close())

function anyQuery(random: Random): ProductQuery {
  const from = random.below(15) * 10_000
  return {
    ...(random.happens(0.5) && { q: random.pick([...kinds, ...colours, 'indigo bowl', 'rust tra', '5']) }),
    ...(random.happens(0.5) && { category: random.pick(some) }),
    ...(random.happens(0.3) && { min: paise(from) }),
    ...(random.happens(0.3) && { max: paise(from + 60_000) }),
    ...(random.happens(0.3) && { offer: true }),
    ...(random.happens(0.5) && { sort: random.pick(sorts) }),
    ...(random.happens(0.2) && { facts: random.pick([['colour.blue'], ['colour.red', 'colour.green']]) }),
    ...(random.happens(0.6) && { inStock: random.happens(0.8) }),
  }
}

const familyNameOf = ({ _id, family }: Product) => family?.name ?? _id

/** Of each family the first in stock, else the first, where it stands among the products. */
function cardsAmong(products: readonly Product[]) {
  const families = Map.groupBy(products, familyNameOf)
  const stands = new Set([...families.values()].map((of) => (of.find(({ inStock }) => inStock) ?? of[0])?._id))
  return products.filter(({ _id }) => stands.has(_id))
}

const ofCategory = (query: ProductQuery, category: string) => ({ ...query, category: findCategory(category)?.path })

const namesOf = (products: readonly Product[]) => products.map(({ name }) => name)
const familiesIn = (products: readonly Product[]) => new Set(products.map(familyNameOf)).size

describe('a list of cards', () => {
  it('has what a naive list would have, in its order, with its counts, and no family twice', {
    timeout: 120_000,
  }, async () => {
    const random = createRandom(randomTest.seed + 1)
    const all = (query: ProductQuery) => listProducts(shop.db, { ...query, limit: MOST }, TODAY)
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = anyQuery(random)
      const products = await all(query)
      const cards = cardsAmong(products.products)
      const limit = random.whole(3, 12)
      const shown: Product[] = []
      for (let page = 1; page === 1 || shown.length < cards.length; page += 1) {
        const list = await listProducts(shop.db, { ...query, families: true, limit, page }, TODAY)
        expect(list.total, JSON.stringify(query)).toBe(cards.length)
        expect(list.pages).toBe(Math.max(1, Math.ceil(cards.length / limit)))
        shown.push(...list.products)
        if (list.products.length === 0) break
      }
      expect(namesOf(shown), JSON.stringify(query)).toEqual(namesOf(cards))

      const { facets, missing } = await listProducts(
        shop.db,
        {
          ...{ ...query, families: true, limit, countFacts: true },
        },
        TODAY,
      )
      // A search that left words out has left out others without its filters.
      if (missing) continue
      const { category, min: _, max: __, offer: ___, facts: ____, ...rest } = query
      const here = { ...rest, ...(category && { category }) }
      expect(facets?.all, JSON.stringify(query)).toBe(familiesIn((await all(here)).products))
      const priced = { ...query, offer: true }
      const onOffer = facets?.onOffer === 0 ? undefined : (await all(priced)).products
      if (onOffer) expect(facets?.onOffer, JSON.stringify(query)).toBe(familiesIn(onOffer))
      const { facts: _____, ...others } = query
      for (const { choice, count } of facets?.facts?.colour ?? [])
        expect(count, `${choice} ${JSON.stringify(query)}`).toBe(
          familiesIn((await all({ ...others, facts: [choice] })).products),
        )
      for (const { path, count } of facets?.categories ?? [])
        expect(count, `${path} ${JSON.stringify(query)}`).toBe(
          familiesIn((await all(ofCategory(query, path))).products),
        )
    }
  })

  it('begins with the newest in stock, one of each family', async () => {
    for (const category of [undefined, ...some]) {
      const asked = { category, limit: MOST }
      const cards = cardsAmong(await listNewest(shop.db, asked, TODAY))
      expect(namesOf(await listNewest(shop.db, { ...asked, families: true }, TODAY))).toEqual(namesOf(cards))
    }
  })

  it('is a list of products where it is not asked for, and names the families in it', async () => {
    const { total, products } = await listProducts(shop.db, {}, TODAY)
    expect(total).toBe(products.length)
    const [member] = products.filter(({ family }) => family && family.siblings.length > 1)
    expect(member?.family?.siblings.map(({ _id }) => _id)).toContain(member?._id)
    const archived = await shop.db.selectFrom('products').select('id').where('archived', '=', 1).execute()
    const shown = products.flatMap(({ family }) => family?.siblings.map(({ _id }) => _id) ?? [])
    expect(shown.filter((id) => archived.some((row) => row.id === id))).toEqual([])
  })
})

describe('a shop without families', () => {
  it('is asked for cards as it is for products, but for one look', async () => {
    const plain = await testShop()
    await plain.product()
    const readsOf = async (query: ProductQuery) =>
      (await plain.reads(() => listProducts(plain.db, query, TODAY))).filter((text) => text.includes('product'))
    const [look, ...cards] = await readsOf({ families: true, inStock: true })
    expect(look).toContain('"product_families"')
    expect(cards).toEqual(await readsOf({ inStock: true }))
    await plain.close()
  })
})
