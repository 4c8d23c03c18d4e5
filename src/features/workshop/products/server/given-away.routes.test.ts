import { afterAll, beforeAll, expect, it } from 'vitest'
import { decideChange, listChanges } from '#features/changes/changes.contract.ts'
import { endChangesOfGone } from '#features/changes/server/end-gone.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { maker } from '../../testing/maker.ts'
import { photosOf } from '../../testing/photos.ts'
import { changeOwnPiece, getOwnPiece, listOwnPieces } from '../products.contract.ts'

// The office gives a piece to another producer while its maker's change is open.

type Maker = Awaited<ReturnType<typeof maker>>

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
const makers: { savita: Maker; imran: Maker } = {} as never

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
  for (const who of ['savita', 'imran'] as const)
    makers[who] = await maker(shop, office, { producer: await producer(shop, `Workshop of ${who}`), name: who })
})
afterAll(() => shop.close())

const give = async (id: string, to: string) => {
  const form = await productForm({ producer: to })
  expect((await office.send({ method: 'PATCH', url: `/api/product/${id}`, ...form })).statusCode).toBe(200)
}
const change = (of: Maker, id: string, body: object) => of.api(changeOwnPiece, { params: { id }, body })
const statesOf = (subject: string) =>
  shop.db
    .selectFrom('maker_changes')
    .select(['producer_id', 'state', 'edition'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()

/** A piece of Savita's with an open change, which the office then gave to Imran. */
async function givenAway() {
  const { savita, imran } = makers
  const id = await shop.product({ name: 'Vase', producerId: savita.producer, offerPricePaise: 900_00, stock: 3 })
  const [key = ''] = await photosOf(savita)
  await change(savita, id, { name: 'Vase of Savita', pictures: [key] })
  await give(id, imran.producer)
  return { id, key }
}

it('the change of the former producer ends by itself, with its photos let go; one of an own piece stays', async () => {
  const { savita, imran } = makers
  const { id, key } = await givenAway()
  const kept = await shop.product({ name: 'Cup', producerId: savita.producer, offerPricePaise: 900_00 })
  await change(savita, kept, { name: 'Cup of Savita' })
  await endChangesOfGone(shop.deps)
  expect(await statesOf(id)).toMatchObject([{ producer_id: savita.producer, state: 'taken back' }])
  expect(await statesOf(kept)).toMatchObject([{ state: 'waiting' }])
  const photo = shop.db.selectFrom('workshop_pictures').select('change_id').where('key', '=', key)
  expect(await photo.executeTakeFirst()).toEqual({ change_id: null })
  await change(imran, id, { name: 'Vase of Imran' })
  await endChangesOfGone(shop.deps)
  expect((await statesOf(id)).map(({ state }) => state)).toEqual(['taken back', 'waiting'])
})

it('the new producer has the piece as it is in the shop, and counts it so', async () => {
  const { savita, imran } = makers
  const before = await imran.api(listOwnPieces)
  const { id } = await givenAway()
  const { pieces, counts, total } = await imran.api(listOwnPieces)
  expect(pieces.find(({ _id }) => _id === id)).toMatchObject({ name: 'Vase', state: 'on sale', change: null })
  expect([total - before.total, counts['on sale'] - before.counts['on sale']]).toEqual([1, 1])
  expect((await imran.api(getOwnPiece, { params: { id } })).piece).toMatchObject({ name: 'Vase', change: null })
  expect((await savita.api(listOwnPieces)).pieces.map(({ _id }) => _id)).not.toContain(id)
})

it('the new producer asks for a change of their own, and the former producer’s ends', async () => {
  const { savita, imran } = makers
  const { id } = await givenAway()
  const { piece } = await change(imran, id, { name: 'Vase of Imran' })
  expect(piece).toMatchObject({ name: 'Vase of Imran', state: 'looked at' })
  expect(await statesOf(id)).toEqual([
    { producer_id: savita.producer, state: 'taken back', edition: 1 },
    { producer_id: imran.producer, state: 'waiting', edition: 1 },
  ])
  const { changes } = await office.api(listChanges, { query: { producer: imran.producer } })
  const [waiting] = changes.filter((one) => one.kind === 'piece' && one.product === id)
  expect(waiting).toMatchObject({ askedBy: 'imran', edition: 1, wanted: { name: 'Vase of Imran' } })
  await office.api(decideChange, { params: { id: waiting?._id ?? '' }, body: { to: 'approved' } })
  expect((await imran.api(getOwnPiece, { params: { id } })).piece).toMatchObject({
    name: 'Vase of Imran',
    change: null,
  })
})

it.each(['approved', 'sent back'] as const)(
  'the office’s decision on the former producer’s, %s, ends it',
  async (to) => {
    const { savita } = makers
    const { id } = await givenAway()
    const open = shop.db.selectFrom('maker_changes').select('id').where('subject', '=', id)
    const params = { id: (await open.executeTakeFirstOrThrow()).id }
    await expect(office.api(decideChange, { params, body: { to, message: 'No' } })).rejects.toMatchObject({
      ...{ status: 404, code: 'PRODUCT_NOT_FOUND' },
    })
    expect(await statesOf(id)).toMatchObject([{ producer_id: savita.producer, state: 'taken back' }])
  },
)

it('a trusted producer’s price waits as their own change, too', async () => {
  const { savita, imran } = makers
  const { id } = await givenAway()
  await shop.db.updateTable('producers').set({ trusted: 1 }).where('id', '=', imran.producer).execute()
  await change(imran, id, { name: 'Vase at once', makerPrice: 500 })
  await shop.db.updateTable('producers').set({ trusted: 0 }).where('id', '=', imran.producer).execute()
  expect((await statesOf(id)).map(({ producer_id, state }) => [producer_id, state])).toEqual([
    [savita.producer, 'taken back'],
    [imran.producer, 'waiting'],
  ])
})
