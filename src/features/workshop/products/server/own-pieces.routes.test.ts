import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { removeOldPhotos } from '#features/changes/server/sent-photos.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { editProduct } from '#features/products/edit/server/product-edits.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { workshopLogout } from '../../door/door.contract.ts'
import { maker } from '../../testing/maker.ts'
import { photosOf, sendAPhoto } from '../../testing/photos.ts'
import * as contract from '../products.contract.ts'

const { addOwnPiece, changeOwnPiece, getOwnPiece, listOwnPieces, setOwnStock, takeOwnChangeBack } = contract

type Maker = Awaited<ReturnType<typeof maker>>

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
const makers: { savita: Maker; imran: Maker } = {} as never

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
  for (const who of ['savita', 'imran'] as const) {
    const id = await producer(shop, `Workshop of ${who}`)
    makers[who] = await maker(shop, office, { producer: id, name: who })
  }
})
afterAll(() => shop.close())

const bowl = { name: 'Celadon Bowl', category: 'Pottery-Ceramics', makerPrice: 640, stock: 6 }
const facts = { material: [{ what: 'stoneware' }], height: 6, place: 'Kutch' }

const add = async (of: Maker, more: object = {}) =>
  (await of.api(addOwnPiece, { body: { ...bowl, facts, pictures: await photosOf(of), ...more } })).piece
const read = async (of: Maker, id: string) => (await of.api(getOwnPiece, { params: { id } })).piece
const change = (of: Maker, id: string, body: object) => of.api(changeOwnPiece, { params: { id }, body })
const changeRow = (subject: string) =>
  shop.db.selectFrom('maker_changes').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow()
const sendBack = (subject: string) =>
  shop.db
    .updateTable('maker_changes')
    .set({
      state: 'sent back',
      message: 'एक ही बोतल दिखाइए।',
      decided_by_name: 'Meera',
      decided_at: shop.deps.now().getTime(),
    })
    .where('subject', '=', subject)
    .execute()
const inShop = (of: Maker, more: object = {}) =>
  shop.product({ name: 'Vase', producerId: of.producer, offerPricePaise: 900_00, stock: 3, ...more })
const there = (key: string) => existsSync(path.join(shop.dataDir, 'media', key))

describe('a new piece', () => {
  it('waits for the office as it was sent, and is seen by its own producer alone', async () => {
    const { savita, imran } = makers
    const piece = await add(savita, { description: 'Thrown on the wheel\nFor tea' })
    expect(piece).toMatchObject({
      ...{ state: 'looked at', isNew: true, name: bowl.name, category: bowl.category, makerPrice: 640_00, stock: 6 },
      ...{ facts, description: ['Thrown on the wheel', 'For tea'], version: null, change: { sentBack: null } },
    })
    expect(piece.pictures[0]).toMatchObject({ alt: bowl.name, key: expect.stringMatching(/^product-/) })
    expect(await read(savita, piece._id)).toEqual(piece)
    const params = { id: piece._id }
    for (const call of [
      () => imran.api(getOwnPiece, { params }),
      () => change(imran, piece._id, { name: 'Mine' }),
      () => imran.api(setOwnStock, { params, body: { stock: 1 } }),
      () => imran.api(takeOwnChangeBack, { params }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND' })
    expect((await imran.api(listOwnPieces)).pieces).toEqual([])
    const acts = await shop.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('subject', '=', piece._id)
      .execute()
    expect(acts).toEqual([{ action: 'change.asked', actor_name: 'savita of Workshop of savita' }])
  })

  it('is there once with an Idempotency-Key, which another producer may use for their own', async () => {
    const { savita, imran } = makers
    const body = { ...bowl, pictures: await photosOf(savita) }
    const headers = { 'idempotency-key': 'one piece' }
    const first = await savita.api(addOwnPiece, { body, headers })
    expect((await savita.api(addOwnPiece, { body, headers })).piece).toEqual(first.piece)
    await expect(savita.api(addOwnPiece, { body: { ...body, name: 'Cup' }, headers })).rejects.toMatchObject({
      ...{ status: 409, code: 'KEY_REUSED' },
    })
    const other = await imran.api(addOwnPiece, { body: { ...bowl, pictures: await photosOf(imran) }, headers })
    expect(other.piece._id).not.toBe(first.piece._id)
  })

  it('is not made of photos that are another producer’s, in another piece, or gone', async () => {
    const { savita, imran } = makers
    const [foreign = ''] = await photosOf(imran)
    const used = (await add(savita)).pictures.map(({ key }) => key)
    const own = await photosOf(savita)
    for (const [pictures, photos] of [
      [[foreign], [foreign]],
      [used, used],
      [
        ['product-0', ...own, foreign, foreign],
        ['product-0', foreign],
      ],
    ] as const)
      await expect(savita.api(addOwnPiece, { body: { ...bowl, pictures: [...pictures] } })).rejects.toMatchObject({
        ...{ status: 400, code: 'WORKSHOP_PHOTO_GONE', details: { photos } },
      })
    for (const wrong of [{ pictures: [] }, { makerPrice: 0 }, { category: 'Gadgets' }, { stock: -1 }])
      await expect(add(savita, wrong)).rejects.toMatchObject({ status: 400 })
  })

  it('that was sent back comes with the sentence, is mended and waits again, as another edition', async () => {
    const { savita } = makers
    const { _id, pictures } = await add(savita)
    await sendBack(_id)
    const { pieces, counts } = await savita.api(listOwnPieces, { query: { state: 'sent back' } })
    expect(counts['sent back']).toBe(1)
    expect(pieces).toMatchObject([
      { _id, state: 'sent back', change: { sentBack: { message: 'एक ही बोतल दिखाइए।', by: 'Meera' } } },
    ])
    const [fresh = ''] = await photosOf(savita)
    const { piece } = await change(savita, _id, { pictures: [fresh], name: 'Small Bottle' })
    expect(piece).toMatchObject({
      ...{ state: 'looked at', name: 'Small Bottle', makerPrice: 640_00, facts, change: { sentBack: null } },
      pictures: [{ key: fresh, alt: 'Small Bottle' }],
    })
    expect(await changeRow(_id)).toMatchObject({ edition: 2, state: 'waiting', message: '', decided_by_name: null })
    const [old] = pictures
    const photos = await shop.db
      .selectFrom('workshop_pictures')
      .select('change_id')
      .where('key', '=', old?.key ?? '')
      .execute()
    expect(photos).toEqual([{ change_id: null }])
  })

  it('has its number of pieces changed at once, and is gone when it is taken back', async () => {
    const { savita } = makers
    const { _id } = await add(savita)
    const params = { id: _id }
    expect((await savita.api(setOwnStock, { params, body: { stock: 2 } })).piece.stock).toBe(2)
    expect(await changeRow(_id)).toMatchObject({ edition: 1 })
    await savita.api(takeOwnChangeBack, { params })
    await expect(read(savita, _id)).rejects.toMatchObject({ status: 404 })
    await expect(savita.api(takeOwnChangeBack, { params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a piece of the shop', () => {
  it('stays as it is there while its change waits, which holds only what is different', async () => {
    const { savita } = makers
    const id = await inShop(savita)
    const { version } = await read(savita, id)
    const { piece } = await change(savita, id, {
      name: 'Tall Vase',
      makerPrice: 700,
      category: 'Pottery-Ceramics',
      version,
    })
    expect(piece).toMatchObject({ state: 'looked at', isNew: false, name: 'Tall Vase', makerPrice: 700_00, stock: 3 })
    const row = await changeRow(id)
    expect([row.kind, row.version, JSON.parse(row.wanted)]).toMatchObject([
      'piece',
      version,
      { name: 'Tall Vase', makerPrice: 700_00 },
    ])
    expect(JSON.parse(row.wanted)).not.toHaveProperty('category')
    expect((await shop.browser().api(getProduct, { params: { id } })).product.name).toBe('Vase')
    // Sent again it takes the place of what waited; what is as in the shop waits no more.
    await change(savita, id, { name: 'Vase' })
    expect(JSON.parse((await changeRow(id)).wanted)).toEqual({ makerPrice: 700_00 })
    await savita.api(takeOwnChangeBack, { params: { id } })
    expect(await read(savita, id)).toMatchObject({ state: 'on sale', name: 'Vase', change: null })
    await expect(savita.api(takeOwnChangeBack, { params: { id } })).rejects.toMatchObject({
      code: 'WORKSHOP_NO_CHANGE',
    })
  })

  it('of an older version is not changed', async () => {
    const { savita } = makers
    const id = await inShop(savita)
    const { version } = await read(savita, id)
    const person = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
    const who = { kind: 'seller', id: person.id, rights: [] } as const
    await editProduct({ deps: shop.deps, who }, id, { name: 'Vase of the office' }, [])
    await expect(change(savita, id, { name: 'Mine', version: version ?? 0 })).rejects.toMatchObject({
      ...{ status: 409, code: 'WORKSHOP_PIECE_CHANGED' },
    })
  })

  it('has its number of pieces changed at once, by name', async () => {
    const { savita, imran } = makers
    const id = await inShop(savita)
    const params = { id }
    expect((await savita.api(setOwnStock, { params, body: { stock: 0 } })).piece).toMatchObject({
      state: 'sold out',
      stock: 0,
    })
    expect((await savita.api(setOwnStock, { params, body: { stock: 4 } })).piece).toMatchObject({
      state: 'on sale',
      stock: 4,
    })
    await expect(imran.api(setOwnStock, { params, body: { stock: 9 } })).rejects.toMatchObject({ status: 404 })
    const acts = await shop.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_name'])
      .where('subject', '=', id)
      .execute()
    expect(acts).toEqual(
      Array.from({ length: 2 }, () => ({
        action: 'product.stock',
        actor_kind: 'producer',
        actor_name: 'savita of Workshop of savita',
      })),
    )
  })

  it('of a trusted producer is changed at once, but for the maker’s price', async () => {
    const own = await maker(shop, office, { producer: await producer(shop, 'Trusted Workshop') })
    await shop.db.updateTable('producers').set({ trusted: 1 }).where('id', '=', own.producer).execute()
    const id = await inShop(own)
    const [key = ''] = await photosOf(own)
    const { piece } = await change(own, id, { name: 'Tall Vase', facts, pictures: [key], makerPrice: 700 })
    expect(piece).toMatchObject({
      state: 'looked at',
      name: 'Tall Vase',
      makerPrice: 700_00,
      pictures: [{ key, alt: 'Tall Vase' }],
    })
    const { product } = await shop.browser().api(getProduct, { params: { id } })
    expect(product).toMatchObject({ name: 'Tall Vase', facts, images: [{ key }] })
    const row = await changeRow(id)
    expect([row.version, JSON.parse(row.wanted)]).toEqual([piece.version, { makerPrice: 700_00 }])
    expect(await shop.db.selectFrom('workshop_pictures').selectAll().where('key', '=', key).execute()).toEqual([])
    // Without a price nothing waits.
    const { piece: after } = await change(own, id, { description: ['Blue'], facts: { height: null } })
    expect(after.facts).not.toHaveProperty('height')
    // The photos of what waited since before they were trusted come into the shop with it.
    const trust = (trusted: 0 | 1) =>
      shop.db.updateTable('producers').set({ trusted }).where('id', '=', own.producer).execute()
    const shown = await photosOf(own)
    await trust(0)
    await change(own, id, { pictures: shown })
    await trust(1)
    expect((await change(own, id, { name: 'Vase' })).piece).toMatchObject({ pictures: [{ key: shown[0] }] })
    // Another new piece waits all the same: the office sets its prices.
    expect((await add(own)).state).toBe('looked at')
  })
})

describe('who may', () => {
  it('a helper sends and changes pieces, and it is said for whom', async () => {
    const helper = await maker(shop, office, { producer: makers.imran.producer, name: 'Sunita', helper: true })
    const { _id } = await add(helper)
    const act = await shop.db.selectFrom('audit_log').select('actor_name').where('subject', '=', _id).executeTakeFirst()
    expect(act?.actor_name).toBe('Sunita for Workshop of imran')
    expect((await read(makers.imran, _id)).state).toBe('looked at')
  })

  it('a suspended producer reads, counts pieces and takes back, and sends nothing', async () => {
    const own = await maker(shop, office, { producer: await producer(shop, 'Suspended Workshop') })
    const id = await inShop(own)
    const [key = ''] = await photosOf(own)
    const waiting = await add(own)
    await office.api(suspendProducer, { params: { id: own.producer } })
    const refused = { status: 409, code: 'CHANGE_PRODUCER_SUSPENDED' }
    await expect(own.api(addOwnPiece, { body: { ...bowl, pictures: [key] } })).rejects.toMatchObject(refused)
    await expect(change(own, id, { name: 'Cup' })).rejects.toMatchObject(refused)
    expect((await sendAPhoto(own)).json()).toMatchObject({ code: refused.code })
    await own.api(setOwnStock, { params: { id }, body: { stock: 1 } })
    await own.api(takeOwnChangeBack, { params: { id: waiting._id } })
    expect((await own.api(listOwnPieces)).pieces).toMatchObject([{ _id: id, state: 'off sale', stock: 1 }])
  })

  it('nobody after the session has ended, nor a shopper or the office', async () => {
    const own = await maker(shop, office, { producer: makers.imran.producer, name: 'Gone' })
    await own.api(workshopLogout)
    for (const [who, status] of [
      [own, 401],
      [shop.browser(), 401],
      [await shop.shopper(), 403],
      [office, 403],
    ] as const) {
      expect((await who.send({ method: 'GET', url: '/api/workshop/products' })).statusCode).toBe(status)
      expect((await sendAPhoto(who)).statusCode).toBe(status)
    }
  })
})

describe('photos', () => {
  it('are real ones, at most 40 of a producer waiting, and go after a day unless a piece shows them', async () => {
    const own = await maker(shop, office, { producer: await producer(shop, 'Workshop of Photos') })
    expect((await sendAPhoto(own, ['a.jpg', '<svg/>', 'image/svg+xml'])).statusCode).toBe(400)
    const [kept = '', left = ''] = await photosOf(own, 2)
    const piece = await add(own, { pictures: [kept] })
    expect(there(left)).toBe(true)
    const dayAfter = new Date(shop.deps.now().getTime() + DAY_MS + 1)
    const later = { ...shop.deps, now: () => dayAfter }
    await removeOldPhotos(later)
    expect([there(kept), there(left)]).toEqual([true, false])
    await expect(change(own, piece._id, { pictures: [kept, left] })).rejects.toMatchObject({
      code: 'WORKSHOP_PHOTO_GONE',
    })
    // The day of a photo counts from when it was sent, not from when the piece was taken back.
    await own.api(takeOwnChangeBack, { params: { id: piece._id } })
    await removeOldPhotos(later)
    expect(there(kept)).toBe(false)
    const row = { producer_id: own.producer, picture: '{}', created_at: shop.deps.now().getTime(), change_id: null }
    await shop.db
      .insertInto('workshop_pictures')
      .values(Array.from({ length: 40 }, (_, at) => ({ ...row, key: `product-filler-${at}` })))
      .execute()
    expect((await sendAPhoto(own)).json()).toMatchObject({ code: 'WORKSHOP_TOO_MANY_PHOTOS' })
  })
})

it('the list has sent back ones first, then those that wait, then the shop’s newest, in pages, with counts of all', async () => {
  const own = await maker(shop, office, { producer: await producer(shop, 'Workshop of Many') })
  const waiting = await add(own, { name: 'Waiting' })
  const back = await add(own, { name: 'Back' })
  await sendBack(back._id)
  for (let at = 0; at < 25; at += 1) await inShop(own, { name: `Vase ${at}` })
  await inShop(own, { name: 'Sold out', stock: 0 })
  const gone = await inShop(own, { name: 'Off sale' })
  await shop.db.updateTable('products').set({ archived: 1 }).where('id', '=', gone).execute()
  const draft = await inShop(own, { name: 'Draft of the office' })
  await shop.db.updateTable('products').set({ archived: 1, draft: 1 }).where('id', '=', draft).execute()
  const lastOne = await inShop(own, { name: 'Last one', stock: 1 })
  const low = await own.api(listOwnPieces, { query: { low: '1' } })
  expect([low.total, low.pieces.map(({ name }) => name)]).toEqual([1, ['Last one']])
  // A change that is open takes a piece neither out of what runs low nor out of what is on sale.
  await change(own, lastOne, { name: 'Last one, renamed' })
  const still = await own.api(listOwnPieces, { query: { low: '1' } })
  expect(still).toMatchObject({ total: 1, onSale: 26, pieces: [{ name: 'Last one, renamed', state: 'looked at' }] })
  await own.api(takeOwnChangeBack, { params: { id: lastOne } })
  expect((await own.api(listOwnPieces, { query: { low: '1' } })).pieces).toMatchObject([{ state: 'on sale' }])
  await shop.db.deleteFrom('products').where('name', '=', 'Last one').execute()
  const first = await own.api(listOwnPieces)
  expect(first.counts).toEqual({
    'sent back': 1,
    'looked at': 1,
    'on sale': 25,
    'sold out': 1,
    'on holiday': 0,
    'off sale': 1,
  })
  expect(first.pieces.slice(0, 4).map(({ name }) => name)).toEqual(['Back', 'Waiting', 'Off sale', 'Sold out'])
  expect([first.total, first.pages, first.pieces.length]).toEqual([29, 2, 24])
  const second = await own.api(listOwnPieces, { query: { page: '2' } })
  expect(second.pieces.map(({ name }) => name)).toEqual(['Vase 4', 'Vase 3', 'Vase 2', 'Vase 1', 'Vase 0'])
  const onSale = await own.api(listOwnPieces, { query: { state: 'on sale' } })
  expect([onSale.total, onSale.pieces[0]?.name]).toEqual([25, 'Vase 24'])
  expect((await own.api(listOwnPieces, { query: { state: 'looked at' } })).pieces).toMatchObject([{ _id: waiting._id }])
})

it('the list reads as often for many pieces with photos as for one', async () => {
  const own = await maker(shop, office, { producer: await producer(shop, 'Workshop of Photographers') })
  const first = await add(own)
  const one = await shop.reads(() => own.api(listOwnPieces))
  for (let at = 0; at < 3; at += 1) await add(own)
  const many = await shop.reads(() => own.api(listOwnPieces))
  expect(many.length).toBe(one.length)
  const { pieces } = await own.api(listOwnPieces)
  expect(new Set(pieces.map(({ pictures: [picture] }) => picture?.key)).size).toBe(4)
  expect(pieces.at(-1)?.pictures).toEqual(first.pictures)
})
