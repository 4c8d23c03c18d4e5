import { afterEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { categories } from '#features/catalog/catalog.categories.ts'
import { factsOfCategory } from '#features/catalog/facts/facts.fields.ts'
import { missingFacts } from '#features/catalog/facts/facts.missing.ts'
import { parseFacts } from '#features/catalog/server/catalog.service.ts'
import { tellSeller } from '#features/mails/server/shop-mails.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { changeProducts, getSellerProduct, unarchiveProduct } from '../../seller-products.contract.ts'
import { dryRun, imported, write } from '../../testing/imports.ts'
import { productForm } from '../../testing/product-form.ts'
import { getToMend } from '../../to-mend.contract.ts'
import { listLacking } from '../facts.contract.ts'
import { lacksFacts } from './lacking.ts'
import { leaveShop } from './leave-shop.ts'

/** Noon in India. */
const noon = new Date('2026-12-13T06:30:00Z')

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
afterEach(() => shop.close())

async function open(settings: Record<string, string> = {}) {
  shop = await testShop({ ...sellerSettings, ...settings })
  await moveTo(noon)
}
/** Sets the clock; who was logged in is no more, so the seller logs in again. */
async function moveTo(time: Date) {
  shop.setClock(time)
  seller = await shop.seller()
}

const painting = {
  ...{ material: [{ what: 'paper' }], technique: ['warli'], length: 30, width: 40, colour: ['white'] },
  ...{ handmade: 'by-hand', place: 'Dahanu, Maharashtra' },
}
const { place: _, ...placeless } = painting
const art = (name: string, facts: object, more: object = {}) => ({
  ...{ name, category: 'Modern-Paintings', price: 2600, offerPrice: 2400, facts },
  ...more,
})
const add = async (productData: object) =>
  seller.send({ method: 'POST', url: '/api/product/add', ...(await productForm(productData)) })
const edit = async (id: string, productData: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(productData)) })
const isOnSale = async (id: string) => !(await seller.api(getSellerProduct, { params: { id } })).product.isArchived
const lacking = async (q?: string) =>
  (await seller.api(listLacking, { query: { q } })).products.map(({ name, missing }) => [name, ...missing])

const refusal = {
  ...{ code: 'FACTS_MISSING', message: 'Warli Village cannot be on sale: its category asks for Place made' },
  fields: { 'facts.place': 'What is on sale in this category must state it' },
}

describe('products that lack what their category must state', () => {
  it('are listed with what is missing, product by product, whatever the setting, and sold as before', async () => {
    await open()
    const whole = await add(art('Whole Village', painting))
    expect(whole.statusCode, whole.body).toBe(201)
    for (const answer of [
      await add(art('Warli Village', placeless)),
      await add(art('Empty Village', {})),
      await add(art('Draft Village', placeless, { draft: true })),
    ])
      expect(answer.statusCode, answer.body).toBe(201)
    expect(await lacking()).toEqual([
      ['Draft Village', 'place'],
      ['Empty Village', ...factsOfCategory['Modern-Paintings'].must],
      ['Warli Village', 'place'],
    ])
    expect(await lacking('draft vil')).toEqual([['Draft Village', 'place']])
    expect(await seller.api(getToMend)).toMatchObject({ lacking: 2, leaveOn: null })
    await leaveShop(shop.deps)
    await moveTo(new Date(noon.getTime() + 31 * DAY_MS))
    await leaveShop(shop.deps)
    expect(await seller.api(getToMend)).toMatchObject({ lacking: 2, leaveOn: null })
  })

  it('are found by the database as by the rule', async () => {
    await open()
    const { must } = factsOfCategory['Food-Spices']
    const all = {
      ingredients: 'Mango, "place":, salt',
      allergens: ['mustard'],
      diet: 'vegetarian',
      netQuantity: '400 g',
    }
    const food = { ...all, fssai: '10012345678901', packer: 'Asha Foods', shelfLife: 12, storage: 'Cool' }
    for (const left of ['', ...must]) {
      const facts = Object.fromEntries(Object.entries(food).filter(([name]) => name !== left))
      await add({ ...art(`Pickle ${left}`, facts), category: 'Food-Spices' })
    }
    for (const { path } of categories) await add({ ...art(`Plain ${path}`, {}), category: path })
    const rows = await shop.db.selectFrom('products').selectAll().execute()
    const found = await shop.db.selectFrom('products').select('id').where(lacksFacts).execute()
    const wanted = rows.filter(
      ({ category, facts }) =>
        missingFacts(categories.find(({ path }) => path === category)?.path ?? 'Food-Spices', parseFacts(facts))
          .length > 0,
    )
    expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
    expect(wanted).toHaveLength(must.length + categories.length)
  })
})

describe('with FACTS_REQUIRED=1', () => {
  const required = { FACTS_REQUIRED: '1' }

  it('a product cannot be put on sale without its facts, and is told what is missing; off sale it can be kept', async () => {
    await open(required)
    const refused = await add(art('Warli Village', placeless))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject(refusal)
    const { product } = (await add(art('Warli Village', placeless, { draft: true }))).json()
    const published = await edit(product._id, { draft: false })
    expect([published.statusCode, published.json().code]).toEqual([400, 'FACTS_MISSING'])
    await expect(seller.api(unarchiveProduct, { params: { id: product._id } })).rejects.toMatchObject({
      ...{ code: 'FACTS_MISSING', status: 400 },
    })
    const { results } = await seller.api(changeProducts, { body: { products: [product._id], to: 'unarchive' } })
    expect(results).toEqual([{ _id: product._id, ok: false, message: refusal.message }])
    expect(await isOnSale(product._id)).toBe(false)
    const whole = await edit(product._id, { draft: false, facts: { place: 'Dahanu' } })
    expect([whole.statusCode, await isOnSale(product._id)]).toEqual([200, true])
    const taken = await edit(product._id, { facts: { place: null } })
    expect([taken.statusCode, taken.json().code]).toEqual([400, 'FACTS_MISSING'])
    const moved = await edit(product._id, { category: 'Carpets-Rugs' })
    expect(moved.json().fields).toEqual({ 'facts.care': refusal.fields['facts.place'] })
  })

  it('a row of a file is refused in the same way', async () => {
    await open(required)
    const heading = 'sku,name,category,price,offerPrice,material,technique,length,width,colour,handmade,place'
    const row = (place: string) =>
      `W1,Warli Village,Modern-Paintings,2600,2400,Paper,Warli,30,40,White,By hand,${place}`
    const bad = await dryRun(seller, `${heading}\n${row('')}\n`)
    expect(bad.errors).toEqual([
      { row: 2, product: 'Warli Village', column: 'place', message: refusal.fields['facts.place'] },
    ])
    const good = await imported(seller, `${heading}\n${row('Dahanu')}\n`)
    expect(good).toMatchObject({ state: 'done', added: 1 })
    const { id } = await shop.db.selectFrom('products').select('id').where('sku', '=', 'W1').executeTakeFirstOrThrow()
    await edit(id, { draft: true })
    const checked = await dryRun(seller, 'sku,place\nW1,\n')
    expect(checked.errors).toEqual([])
    // It is on sale again before the file is written.
    await edit(id, { draft: false })
    const written = await write(seller, checked._id)
    expect(written).toMatchObject({ changed: 0, errors: [{ message: refusal.fields['facts.place'] }] })
    const emptied = await dryRun(seller, 'sku,place\nW1,\n')
    expect(emptied.errors.map(({ column }) => column)).toEqual(['place'])
  })

  it('what was on sale before stays 30 days, which are announced, and then becomes a draft, once', async () => {
    await open(required)
    const old = await shop.product({ name: 'Old Village', category: 'Modern-Paintings', facts: placelessStored })
    const mended = await shop.product({ name: 'Mended Village', category: 'Modern-Paintings', facts: placelessStored })
    await leaveShop(shop.deps)
    expect(await seller.api(getToMend)).toMatchObject({ lacking: 2, leaveOn: '2027-01-12' })
    expect(await seller.api(listLacking)).toMatchObject({ leaveOn: '2027-01-12' })
    await tellSeller(shop.deps)
    shop.setClock(new Date(noon.getTime() + 2 * MINUTE_MS))
    await tellSeller(shop.deps)
    const mails = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '2 products leave the shop on 12 January 2027 unless they state what their category asks for',
    ])
    expect(mails[0]?.text_body).toContain('Mended Village')
    // Its price may still change, and it may come nearer to being whole.
    expect((await edit(old, { price: 3000 })).statusCode).toBe(200)
    expect((await edit(old, { facts: { colour: null } })).json().fields).toHaveProperty(['facts.colour'])
    expect((await edit(mended, { facts: { place: 'Dahanu' } })).statusCode).toBe(200)

    await moveTo(new Date('2027-01-11T23:59:00+05:30'))
    await leaveShop(shop.deps)
    expect(await isOnSale(old)).toBe(true)
    await moveTo(new Date('2027-01-12T00:00:00+05:30'))
    const other = onPostgres ? await shop.anotherProcess() : undefined
    await Promise.all([leaveShop(shop.deps), leaveShop(other?.app.deps ?? shop.deps)])
    await other?.close()
    expect([await isOnSale(old), await isOnSale(mended)]).toEqual([false, true])
    const { entries } = await seller.api(listAudit)
    const left = entries.filter(({ summary }) => summary.includes('left the shop'))
    expect(left).toMatchObject([
      {
        ...{ subject: old, seller: '', summary: 'Old Village left the shop: its category asks for Place made' },
        changes: [{ field: 'Status', old: 'in the shop', new: 'draft' }],
      },
    ])
    expect(await seller.api(getToMend)).toMatchObject({ lacking: 0, leaveOn: null })
    expect(await lacking()).toEqual([['Old Village', 'place']])
  })

  it('the 30 days count from the first start with it, and anew after a start without it', async () => {
    await open(required)
    await leaveShop(shop.deps)
    shop.setClock(new Date(noon.getTime() + 5 * DAY_MS))
    await leaveShop(shop.deps)
    const day = async () => {
      seller = await shop.seller()
      return (await seller.api(getToMend)).leaveOn
    }
    expect(await day()).toBe('2027-01-12')
    await leaveShop({ ...shop.deps, config: { ...shop.deps.config, factsRequired: false } })
    await leaveShop(shop.deps)
    expect(await day()).toBe('2027-01-17')
  })
})

const placelessStored = {
  ...{ material: [{ what: 'paper' }], technique: ['warli'], length: 30, width: 40, colour: ['white'] },
  handmade: 'by-hand',
}
