import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { makeKey } from '#features/keys/keys.contract.ts'
import {
  editProducer,
  getProducer,
  suspendProducer,
  unsuspendProducer,
} from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { archiveProduct, getSellerProduct } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { transact } from '#kernel/background.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { decideChange, listChanges } from '../changes.contract.ts'
import { asked, photoOf } from '../testing/asked.ts'
import { setWantedStock } from './ask-for-change.ts'
import { decideChange as decideNow } from './decide-change.ts'
import { endChangesOfGone } from './end-gone.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let producer: string
/** A key with `catalogue` alone. */
let key: string

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller({ staysProved: true })
  producer = await approvedProducer(shop, seller, 'Charkha Weavers')
  key = (await seller.api(makeKey, { body: { name: 'Catalogue alone', rights: ['catalogue'] } })).key
})
afterAll(() => shop.close())

type Body = Parameters<typeof seller.api<typeof decideChange>>[1]['body']
const decide = (id: string, body: object) =>
  seller.send({ method: 'POST', url: `/api/change/${id}`, payload: { to: 'approved', ...body } })
const decideWithKey = (id: string, body: object) =>
  shop.request({
    ...{ method: 'POST', url: `/api/change/${id}`, headers: { authorization: `Bearer ${key}` } },
    payload: { to: 'approved', ...body },
  })
const waiting = async () => (await seller.api(listChanges, { query: { producer } })).changes
const stateOf = async (id: string) =>
  (await shop.db.selectFrom('maker_changes').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const lastAct = async () => (await seller.api(listAudit)).entries[0]
const scarf = (product: object = {}) =>
  shop.product({
    ...{ name: 'Indigo Scarf', category: 'Textiles-and-clothing', producerId: producer, makerPricePaise: 760_00 },
    ...{ pricePaise: 1600_00, offerPricePaise: 1490_00, costsPaise: 150_00, description: ['Silk', 'Three dips'] },
    ...product,
  } as never)
const wantsOf = (subject: string, wanted: object, rest: object = {}) =>
  asked(shop, { producer, kind: 'piece', subject, wanted, version: 0, ...rest })
const edit = async (id: string, change: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change)) })
const bowls = {
  ...{ name: 'सेलाडॉन कटोरी', category: 'Pottery-Ceramics', description: ['चाक पर बनी'] },
  ...{ makerPrice: 640_00, stock: 6 },
}
const prices = { price: 1390, offerPrice: 1250, costs: 180 }

describe('the queue', () => {
  it('is empty, or says since when the oldest waits, with both sides of each', async () => {
    expect(await seller.api(listChanges)).toMatchObject({ changes: [], total: 0, waitingSince: null, sentBack: [] })
    const id = await scarf()
    const since = Date.now() - 86_400_000
    await wantsOf(id, { makerPrice: 820_00, description: ['Silk', 'Seven dips'] }, { at: since })
    await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    const { changes, languages, percentages, ...list } = await seller.api(listChanges)
    expect(list).toMatchObject({ total: 2, waitingSince: new Date(since) })
    expect(changes).toMatchObject([
      {
        ...{ kind: 'piece', name: 'Indigo Scarf', askedBy: 'Lata Bai', overtakenBy: null, version: 0, edition: 1 },
        ...{ isOutOfShop: false, prices: { offerPrice: 1490_00, costs: 150_00 } },
        now: { makerPrice: 760_00, description: ['Silk', 'Three dips'] },
        wanted: { name: 'Indigo Scarf', makerPrice: 820_00, description: ['Silk', 'Seven dips'] },
      },
      { kind: 'new piece', name: bowls.name, wanted: { makerPrice: 640_00, stock: 6, pictures: [] } },
    ])
    expect([languages, percentages]).toMatchObject([{ [producer]: 'en' }, { producer: 85, community: 5, shop: 10 }])
    for (const { _id } of changes) await decide(_id, { to: 'sent back', message: 'Not now' })
    expect(await seller.api(listChanges)).toMatchObject({
      ...{ changes: [], waitingSince: null },
      sentBack: [{ message: 'Not now' }, { message: 'Not now' }],
    })
  })

  it('is for who has the right catalogue', async () => {
    const { key: other } = await seller.api(makeKey, { body: { name: 'Orders', rights: ['orders'] } })
    const headers = { authorization: `Bearer ${other}` }
    expect((await shop.request({ url: '/api/change', headers })).json()).toMatchObject({ code: 'NO_RIGHT' })
    expect((await shop.browser().send({ url: '/api/change' })).statusCode).toBe(401)
  })

  it.each(['approved', 'sent back'])('leaves out what is about a piece that is gone; %s, it ends', async (to) => {
    const id = await scarf()
    const { id: change } = await wantsOf(id, { name: 'Other' })
    await shop.db.deleteFrom('products').where('id', '=', id).execute()
    expect(await waiting()).toEqual([])
    const mails = (await shop.mailsTo(application.email.toLowerCase())).length
    expect((await decide(change, { to, message: 'No' })).json()).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    expect(await stateOf(change)).toBe('taken back')
    expect(await shop.mailsTo(application.email.toLowerCase())).toHaveLength(mails)
  })
})

it('what is about a piece that is gone ends by itself', async () => {
  const id = await scarf()
  const { id: change } = await wantsOf(id, { name: 'Other' })
  const { id: other } = await wantsOf(await scarf(), { name: 'Stays' })
  await shop.db.deleteFrom('products').where('id', '=', id).execute()
  await endChangesOfGone(shop.deps)
  expect([await stateOf(change), await stateOf(other)]).toEqual(['taken back', 'waiting'])
  await decide(other, {})
})

describe('a change of a piece', () => {
  it('is in the shop when it is approved, with its photos in their order, and the activity names both', async () => {
    const id = await scarf({ images: [{ key: 'demo-a', alt: '', width: 320, height: 320, widths: [320], avif: true }] })
    const { id: change } = await wantsOf(id, {})
    const photo = await photoOf(shop, producer, change)
    const wanted = {
      ...{ name: 'Shibori Scarf', description: ['Silk', 'Seven dips'], facts: { width: 55 } },
      pictures: [photo, { ...photo, key: 'demo-a' }],
    }
    await shop.db
      .updateTable('maker_changes')
      .set({ wanted: JSON.stringify(wanted) })
      .where('id', '=', change)
      .execute()
    expect((await decide(change, {})).json()).toMatchObject({ success: true, message: 'Shibori Scarf: approved' })
    const { product } = await shop.browser().api(getProduct, { params: { id } })
    expect(product).toMatchObject({ name: 'Shibori Scarf', description: wanted.description, facts: { width: 55 } })
    expect(product.images.map(({ key: one }) => one)).toEqual([photo.key, 'demo-a'])
    expect(await shop.db.selectFrom('workshop_pictures').selectAll().execute()).toEqual([])
    expect(await lastAct()).toMatchObject({
      ...{ action: 'product.changed', seller: 'seller@example.com' },
      summary: 'Shibori Scarf changed, as Lata Bai wanted',
    })
    expect((await decide(change, {})).json()).toMatchObject({ code: 'CHANGE_DECIDED' })
  })

  it('takes away what its maker does not state any more', async () => {
    const id = await scarf({ facts: { width: 55, length: 180 } })
    const { id: change } = await wantsOf(id, { facts: { width: 60 } })
    await decide(change, {})
    expect((await seller.api(getSellerProduct, { params: { id } })).product.facts).toEqual({ width: 60 })
  })

  it('above what offer price less costs leave needs the right money, too; at it does not', async () => {
    const above = await wantsOf(await scarf(), { makerPrice: 1340_01 })
    expect((await decideWithKey(above.id, {})).json()).toMatchObject({ code: 'NO_RIGHT', rights: ['money'] })
    expect(await stateOf(above.id)).toBe('waiting')
    const at = await wantsOf(await scarf(), { makerPrice: 1340_00 })
    expect((await decideWithKey(at.id, {})).statusCode).toBe(200)
    expect((await decide(above.id, {})).statusCode).toBe(200)
    const { product } = await seller.api(getSellerProduct, { params: { id: above.subject } })
    expect(product.makerPrice).toBe(1340_01)
  })

  it('is not written over an edit of the office, unless that was looked at', async () => {
    const id = await scarf()
    const { id: change } = await wantsOf(id, { description: ['Seven dips'] }, { at: Date.now() - 1000 })
    await edit(id, { description: ['By the office'] })
    expect((await waiting()).find(({ _id }) => _id === change)).toMatchObject({
      ...{ overtakenBy: 'seller@example.com', version: 1, now: { description: ['By the office'] } },
    })
    const late = await decide(change, {})
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: 'CHANGE_OVERTAKEN', message: expect.stringContaining('seller@example.com changed this') },
    ])
    expect((await decide(change, { version: 0 })).json()).toMatchObject({ code: 'CHANGE_OVERTAKEN' })
    expect((await decide(change, { version: 1 })).statusCode).toBe(200)
    const { product } = await shop.browser().api(getProduct, { params: { id } })
    expect(product.description).toEqual(['Seven dips'])
  })

  it('is not decided by who looked at it before it was sent anew', async () => {
    const { id: change } = await wantsOf(await scarf(), { name: 'First wish' })
    await shop.db.updateTable('maker_changes').set({ edition: 2 }).where('id', '=', change).execute()
    for (const to of ['approved', 'sent back'])
      expect((await decide(change, { to, message: 'No', edition: 1 })).json()).toMatchObject({
        ...{ code: 'CHANGE_SENT_ANEW' },
      })
    expect((await decide(change, { edition: 2 })).statusCode).toBe(200)
  })

  it('that two people approve at one moment is approved once', async () => {
    const id = await scarf()
    const { id: change } = await wantsOf(id, { name: 'Once' })
    const answers = await Promise.all([decide(change, {}), decide(change, {}), decide(change, {})])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const lost = answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().code)
    expect(lost).toEqual(['CHANGE_DECIDED', 'CHANGE_DECIDED'])
    expect((await seller.api(getSellerProduct, { params: { id } })).product.version).toBe(1)
  })

  it('of an archived piece leaves it out of the shop', async () => {
    const id = await scarf()
    await seller.api(archiveProduct, { params: { id } })
    const { version } = (await seller.api(getSellerProduct, { params: { id } })).product
    const { id: change } = await wantsOf(id, { name: 'Archived Scarf' }, { version })
    expect((await waiting()).find(({ _id }) => _id === change)).toMatchObject({ isOutOfShop: true })
    expect((await decide(change, {})).statusCode).toBe(200)
    const { product } = await seller.api(getSellerProduct, { params: { id } })
    expect(product).toMatchObject({ isArchived: true, name: 'Archived Scarf' })
  })

  it('takes no prices of the office', async () => {
    const { id: change } = await wantsOf(await scarf(), { name: 'Priced' })
    expect((await decide(change, { product: prices })).json()).toMatchObject({ code: 'BAD_INPUT' })
    expect(await stateOf(change)).toBe('waiting')
  })
})

describe('a new piece', () => {
  it('comes into the shop under the id that it has, with the prices of the office', async () => {
    const { id: change, subject } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    const photo = await photoOf(shop, producer, change)
    await shop.db
      .updateTable('maker_changes')
      .set({ wanted: JSON.stringify({ ...bowls, pictures: [photo] }) })
      .where('id', '=', change)
      .execute()
    expect((await decide(change, {})).json()).toMatchObject({ code: 'CHANGE_NEEDS_PRICES' })
    const answer = await decide(change, { product: { ...prices, name: 'Celadon Bowls' } })
    expect(answer.json()).toMatchObject({ message: 'Celadon Bowls: approved' })
    const { product } = await seller.api(getSellerProduct, { params: { id: subject } })
    expect(product).toMatchObject({
      ...{ name: 'Celadon Bowls', price: 1390_00, offerPrice: 1250_00, costs: 180_00, makerPrice: 640_00, stock: 6 },
      ...{ description: bowls.description, isArchived: false, images: [{ key: photo.key }] },
    })
    expect((await shop.browser().api(getProduct, { params: { id: subject } })).product.name).toBe('Celadon Bowls')
    expect(await lastAct()).toMatchObject({
      ...{ action: 'product.added', subject, summary: 'Celadon Bowls added, as Lata Bai wanted' },
    })
  })

  it('is added once, whoever presses at one moment', async () => {
    const { id: change } = await asked(shop, { producer, kind: 'new piece', wanted: { ...bowls, name: 'Twice' } })
    const answers = await Promise.all([decide(change, { product: prices }), decide(change, { product: prices })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'CHANGE_DECIDED' })
  })

  it('comes into the shop with as many pieces as its maker said last, at that moment too', async () => {
    const { id, subject } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    let said: Promise<boolean> | undefined
    const now = () => {
      // The decision has read the change, and has not locked it yet.
      said ??= transact(shop.deps, (tx) => setWantedStock(tx, producer, subject, 2))
      return new Date()
    }
    const { id: person } = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    const who = { kind: 'seller', id: person, rights: ['catalogue', 'money'], tokenHash: '' } as const
    const body = { to: 'approved', product: { price: paise(1390_00), offerPrice: paise(1250_00) } } as const
    const early = await decideNow({ ...shop.deps, now }, who, id, body).catch((error) => error.code)
    // On PostgreSQL the decision may be the quicker one; then there is nothing to set any more.
    expect(early).toEqual((await said) ? 'CHANGE_SENT_ANEW' : { message: expect.anything() })
    if (!(await said)) return
    expect(await stateOf(id)).toBe('waiting')
    expect((await decide(id, { product: prices, edition: 1 })).statusCode).toBe(200)
    expect((await seller.api(getSellerProduct, { params: { id: subject } })).product.stock).toBe(2)
  })

  it.each([
    [{ ...prices, offerPrice: 1391 }, 'BAD_INPUT'],
    [{ ...prices, price: 0 }, 'BAD_INPUT'],
    [{ price: 1390 }, 'BAD_INPUT'],
  ])('with %j is refused, and goes on waiting', async (product, code) => {
    const { id: change } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    expect((await decide(change, { product })).json()).toMatchObject({ code })
    expect(await stateOf(change)).toBe('waiting')
  })

  it('at a loss needs the right money, too', async () => {
    const { id: change } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    const atLoss = { product: { price: 700, offerPrice: 700, costs: 60.01 } }
    expect((await decideWithKey(change, atLoss)).json()).toMatchObject({ code: 'NO_RIGHT', rights: ['money'] })
    expect((await decideWithKey(change, { product: { ...atLoss.product, costs: 60 } })).statusCode).toBe(200)
  })

  it('of a producer who is out of the shop waits until they are back', async () => {
    const { id: change } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    await seller.api(suspendProducer, { params: { id: producer } })
    expect((await decide(change, { product: prices })).json()).toMatchObject({
      ...{ code: 'CHANGE_OF_SUSPENDED', message: expect.stringContaining('Charkha Weavers is out of the shop') },
    })
    await seller.api(unsuspendProducer, { params: { id: producer } })
    expect((await decide(change, { product: prices })).statusCode).toBe(200)
  })

  it('that lacks what its category asks for goes on waiting', async () => {
    const strict = await testShop({ ...sellerSettings, FACTS_REQUIRED: '1' })
    const office = await strict.seller()
    const of = await approvedProducer(strict, office)
    const wanted = { name: 'Honey', category: 'Food-Spices', makerPrice: 100_00 }
    const { id } = await asked(strict, { producer: of, kind: 'new piece', wanted })
    const answer = office.api(decideChange, { params: { id }, body: { to: 'approved', product: prices } as Body })
    await expect(answer).rejects.toMatchObject({ code: 'FACTS_MISSING' })
    expect(decideChange.errors?.map(({ code }) => code)).toContain('FACTS_MISSING')
    expect((await office.api(listChanges)).total).toBe(1)
    await strict.close()
  })
})

describe('a page', () => {
  const read = async () => (await shop.browser().api(getProducer, { params: { id: producer } })).producer

  it('is in the shop when it is approved', async () => {
    const { story, specialties } = await read()
    const wanted = { story: 'हम चार कुम्हार।', specialties: ['Shibori'] }
    const before = { story, specialties }
    const { id: change } = await asked(shop, { producer, kind: 'page', wanted, before })
    expect((await waiting()).find(({ _id }) => _id === change)).toMatchObject({
      ...{ kind: 'page', name: 'Charkha Weavers', now: { story }, wanted },
    })
    const answers = await Promise.all([decide(change, {}), decide(change, {})])
    expect(answers.map((answer) => answer.json().code).toSorted()).toEqual(['CHANGE_DECIDED', undefined])
    expect(await read()).toMatchObject(wanted)
    expect(await lastAct()).toMatchObject({
      ...{ action: 'producer.changed', summary: 'Charkha Weavers changed, as Lata Bai wanted' },
    })
  })

  it('is not written over an edit of the office, unless that was looked at', async () => {
    const { story } = await read()
    const at = Date.now() - 1000
    const { id: change } = await asked(shop, {
      ...{ producer, kind: 'page', wanted: { story: 'Theirs' }, before: { story }, at },
    })
    await seller.api(editProducer, { params: { id: producer }, body: { story: 'The office’s' } })
    const seen = (await waiting()).find(({ _id }) => _id === change)
    expect(seen).toMatchObject({ _id: change, overtakenBy: 'seller@example.com', now: { story: 'The office’s' } })
    expect((await decide(change, {})).json()).toMatchObject({ code: 'CHANGE_OVERTAKEN' })
    const version = seen?.kind === 'page' ? seen.version : 0
    expect((await decide(change, { version: version + 1 })).json()).toMatchObject({ code: 'CHANGE_OVERTAKEN' })
    expect((await decide(change, { version })).statusCode).toBe(200)
    expect((await read()).story).toBe('Theirs')
  })
})

describe('what is sent back', () => {
  it('is a page or a new piece as well, which are about no product', async () => {
    const { id: page } = await asked(shop, { producer, kind: 'page', wanted: { story: 'Ours' } })
    const { id: piece } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    for (const [id, name] of [
      [page, 'Charkha Weavers'],
      [piece, bowls.name],
    ] as const) {
      const answer = await decide(id, { to: 'sent back', message: 'Not now' })
      expect(answer.json()).toMatchObject({ message: `${name}: sent back` })
      expect(await stateOf(id)).toBe('sent back')
    }
  })

  it('needs a sentence, which its maker reads', async () => {
    const { id: change, subject } = await wantsOf(await scarf(), { name: 'Dark photo' })
    expect((await decide(change, { to: 'sent back' })).json()).toMatchObject({
      ...{ code: 'BAD_INPUT', fields: { message: 'Write a sentence for the maker' } },
    })
    const sentence = 'फ़ोटो अँधेरी है, दिन में लीजिए।'
    const answer = await decide(change, { to: 'sent back', message: sentence })
    expect(answer.json()).toMatchObject({ message: 'Indigo Scarf: sent back' })
    const row = await shop.db.selectFrom('maker_changes').selectAll().where('id', '=', change).executeTakeFirst()
    expect(row).toMatchObject({ state: 'sent back', message: sentence, decided_by_name: '' })
    const mail = (await shop.mailsTo(application.email.toLowerCase())).at(-1)
    expect(mail).toMatchObject({ kind: 'change sent back', text_body: expect.stringContaining(sentence) })
    expect(await lastAct()).toMatchObject({
      ...{ action: 'change.sent-back', subject, summary: 'Indigo Scarf: sent back to Lata Bai' },
    })
    expect((await decide(change, {})).json()).toMatchObject({ code: 'CHANGE_DECIDED' })
  })

  it('and what is approved is told in the language of the producer', async () => {
    await seller.api(editProducer, { params: { id: producer }, body: { language: 'hi', isTrusted: true } })
    expect(await lastAct()).toMatchObject({
      changes: [
        { field: 'Trusted', old: 'no', new: 'yes' },
        { field: 'Reads', old: 'English', new: 'हिन्दी' },
      ],
    })
    const { id } = await asked(shop, { producer, kind: 'new piece', wanted: bowls })
    await decide(id, { product: prices })
    const mail = (await shop.mailsTo(application.email.toLowerCase())).at(-1)
    expect(mail).toMatchObject({ kind: 'change approved', text_body: expect.stringContaining('आपका सामान दुकान में है') })
  })

  it('is not there under another id', async () => {
    expect((await decide('nothing', {})).json()).toMatchObject({ code: 'CHANGE_NOT_FOUND' })
  })
})
