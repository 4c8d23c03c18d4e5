import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { setHoliday } from '#features/producers/holidays/holidays.contract.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { workshopLogout } from '#features/workshop/door/door.contract.ts'
import { listOwnParcels } from '#features/workshop/parcels/parcels.contract.ts'
import { inviteOwnPerson, listOwnPeople } from '#features/workshop/people/people.contract.ts'
import { addOwnPiece } from '#features/workshop/products/products.contract.ts'
import { maker } from '#features/workshop/testing/maker.ts'
import { photosOf } from '#features/workshop/testing/photos.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
let office: Awaited<ReturnType<TestShop['seller']>>
type Maker = Awaited<ReturnType<typeof maker>>

beforeAll(async () => {
  shop = await testShop(sellerSettings)
  office = await shop.seller({ staysProved: true })
})
afterAll(() => shop.close())

/** A producer who sends by themselves, with everything that the workshop shows by an id. */
async function workshopOf(name: string) {
  const own = await maker(shop, office, { producer: await producer(shop, `Workshop of ${name}`), name })
  const shopper = await shop.shopper()
  const product = await shop.product({ name: `Vase of ${name}`, producerId: own.producer, stock: 9 })
  const { orderId } = await shopper.api(placeCodOrder, {
    headers: { 'idempotency-key': newId() },
    body: { items: [{ product, quantity: 1 }], address: shopper.address._id },
  })
  await office.api(moveParcels, { body: { orders: [orderId], to: 'Confirmed' } })
  const [parcel] = (await own.api(listOwnParcels)).parcels
  const piece = { name: `Bowl of ${name}`, category: 'Pottery-Ceramics', makerPrice: 640, stock: 3 }
  const { piece: wanted } = await own.api(addOwnPiece, { body: { ...piece, pictures: await photosOf(own) } })
  const invited = await own.api(inviteOwnPerson, { body: { name: 'Sunita' } })
  const { devices } = await own.api(listOwnPeople)
  return {
    own,
    ids: {
      ...{ product, parcel: parcel?._id ?? '', piece: wanted._id, invitation: invited._id },
      ...{ person: own._id, device: devices[0]?._id ?? '', payout: newId() },
    },
  }
}
type Ids = Awaited<ReturnType<typeof workshopOf>>['ids']

/** Each call of the workshop whose address names something, and something that it may name. */
const named: Record<string, (ids: Ids) => [url: string, payload?: object]> = {
  'DELETE /api/workshop/people/device/:device': ({ device }) => [`people/device/${device}`],
  'DELETE /api/workshop/people/invitation/:invitation': ({ invitation }) => [`people/invitation/${invitation}`],
  'DELETE /api/workshop/people/:person': ({ person }) => [`people/${person}`],
  'DELETE /api/workshop/product/:id/change': ({ piece }) => [`product/${piece}/change`],
  'GET /api/workshop/money/:id/statement.csv': ({ payout }) => [`money/${payout}/statement.csv`],
  'GET /api/workshop/money/:id/statement.pdf': ({ payout }) => [`money/${payout}/statement.pdf`],
  'GET /api/workshop/parcel/:id': ({ parcel }) => [`parcel/${parcel}`],
  'GET /api/workshop/parcel/:id/label.pdf': ({ parcel }) => [`parcel/${parcel}/label.pdf`],
  'GET /api/workshop/parcel/:id/slip.pdf': ({ parcel }) => [`parcel/${parcel}/slip.pdf`],
  'GET /api/workshop/product/:id': ({ piece }) => [`product/${piece}`],
  'PATCH /api/workshop/product/:id': ({ product }) => [`product/${product}`, { name: 'Another name' }],
  'PATCH /api/workshop/product/:id/stock': ({ product }) => [`product/${product}/stock`, { stock: 1 }],
  'POST /api/workshop/parcel/:id/packed': ({ parcel }) => [`parcel/${parcel}/packed`],
  'POST /api/workshop/parcel/:id/sent': ({ parcel }) => [`parcel/${parcel}/sent`, { courier: 'India Post' }],
}

const ownCalls = () => shop.app.endpoints.filter(({ access }) => access === 'producer')
const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** What a caller answers to each call of the workshop: its status, or the code of its refusal. */
async function answersOf(caller: Pick<Maker, 'send'>, ids: Ids) {
  const answers: Record<string, string | number> = {}
  for (const { method, path } of ownCalls()) {
    const [url, payload] = named[routeOf({ method, path })]?.(ids) ?? [path.replace('/api/workshop/', '')]
    const sent = method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }
    const answer = await caller.send({ method: method as 'GET', url: `/api/workshop/${url}`, ...sent })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    answers[routeOf({ method, path })] =
      answer.statusCode < 300 || !isJson ? answer.statusCode : answer.json().code || answer.statusCode
  }
  return answers
}

const all = (answers: Record<string, string | number>) => new Set(Object.values(answers))

describe('the calls of the workshop', () => {
  it('are listed here, those that name something', () => {
    const naming = ownCalls()
      .map(routeOf)
      .filter((route) => route.includes(':'))
    expect(naming.toSorted()).toEqual(Object.keys(named).toSorted())
  })

  it('find nothing of another producer’s, and change nothing there', async () => {
    const [savita, imran] = [await workshopOf('savita'), await workshopOf('imran')]
    const kept = async () =>
      Promise.all(
        (
          [
            'products',
            'parcels',
            'maker_changes',
            'producer_people',
            'workshop_devices',
            'producer_invitations',
          ] as const
        ).map((table) => shop.db.selectFrom(table).selectAll().where('id', 'in', Object.values(savita.ids)).execute()),
      )
    const before = await kept()
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 0, 1, 1, 1])
    for (const [route, call] of Object.entries(named)) {
      const [method = ''] = route.split(' ')
      const [url, payload] = call(savita.ids)
      const answer = await imran.own.send({
        ...{ method: method as 'GET', url: `/api/workshop/${url}` },
        ...(method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }),
      })
      expect([route, answer.statusCode]).toEqual([route, 404])
      expect(answer.body).not.toContain('savita')
    }
    expect(await kept()).toEqual(before)
  })

  it('open to nobody else: not to a shopper, the office, an ended session, or another device', async () => {
    const { own, ids } = await workshopOf('rekha')
    expect(all(await answersOf(await shop.shopper(), ids))).toEqual(new Set(['NOT_ALLOWED']))
    expect(all(await answersOf(office, ids))).toEqual(new Set(['NOT_ALLOWED']))
    const other = shop.browser()
    other.cookies.set('haat-workshop-device', own.cookies.get('haat-workshop-device') ?? '')
    expect(all(await answersOf(other, ids))).toEqual(new Set(['NOT_LOGGED_IN']))
    expect(all(await answersOf(shop.browser(), ids))).toEqual(new Set(['NOT_LOGGED_IN']))
    const session = own.cookies.get('haat-workshop') ?? ''
    await own.api(workshopLogout)
    own.cookies.set('haat-workshop', session)
    expect(all(await answersOf(own, ids))).toEqual(new Set(['NOT_LOGGED_IN']))
  })

  it('are shut to a helper where money, people, consent or papers are', async () => {
    const { own, ids } = await workshopOf('lata')
    const helper = await maker(shop, office, { producer: own.producer, name: 'Helper of lata', helper: true })
    const answers = await answersOf(helper, { ...ids, person: newId(), device: newId(), invitation: newId() })
    const shut = Object.entries(answers).flatMap(([route, answer]) => (answer === 'NOT_FOR_HELPERS' ? [route] : []))
    expect(shut.toSorted()).toMatchInlineSnapshot(`
      [
        "DELETE /api/workshop/people/:person",
        "DELETE /api/workshop/people/device/:device",
        "DELETE /api/workshop/people/invitation/:invitation",
        "GET /api/workshop/money",
        "GET /api/workshop/money/:id/statement.csv",
        "GET /api/workshop/money/:id/statement.pdf",
        "GET /api/workshop/people",
        "POST /api/workshop/people",
      ]
    `)
  })

  it('go on for a producer who is suspended or on holiday, but for what would come into the shop', async () => {
    const { own, ids } = await workshopOf('noor')
    const today = indianDay(shop.deps.now())
    await office.api(setHoliday, { params: { id: own.producer }, body: { from: today, to: today } })
    const reads = Object.entries(await answersOf(own, { ...ids, person: newId(), device: newId() }))
    expect(reads.filter(([route, answer]) => route.startsWith('GET') && answer !== 200)).toEqual([
      ['GET /api/workshop/money/:id/statement.pdf', 'WORKSHOP_STATEMENT_GONE'],
      ['GET /api/workshop/money/:id/statement.csv', 'WORKSHOP_STATEMENT_GONE'],
    ])
    const other = await workshopOf('asha')
    await office.api(suspendProducer, { params: { id: other.own.producer } })
    const answers = await answersOf(other.own, { ...other.ids, person: newId(), device: newId() })
    expect(answers['GET /api/workshop/today']).toBe(200)
    expect(answers['POST /api/workshop/parcel/:id/packed']).toBe(200)
    const { product } = other.ids
    await expect(shop.browser().api(getProduct, { params: { id: product } })).rejects.toMatchObject({ status: 404 })
    const shut = Object.entries(answers).flatMap(([route, answer]) =>
      typeof answer === 'string' && answer.includes('SUSPENDED') ? [route] : [],
    )
    expect(shut.toSorted()).toMatchInlineSnapshot(`
      [
        "PATCH /api/workshop/product/:id",
      ]
    `)
  })
})
