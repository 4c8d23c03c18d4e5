import { afterEach, describe, expect, it, vi } from 'vitest'
import { shareLine } from '#features/prices/prices.shares.ts'
import {
  decideApplication,
  editProducer,
  getApplication,
  getProducer,
  listApplications,
  listProducers,
  listSamples,
  searchProducers,
  suspendProducer,
  unsuspendProducer,
} from '#features/producers/producers.contract.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { takeNewApplications } from '#features/producers/server/new-applications.ts'
import { application } from '#features/producers/testing/application.ts'
import { findUnsettledProducers } from '#features/products/bulk/server/suspended-products.ts'
import { knownProducers } from '#features/products/import/server/known-products.ts'
import { archiveProduct, getSellerProduct, unarchiveProduct } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { paise, plus, wholePercentOf } from '#shared/money.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../catalog.contract.ts'
import { catalog } from '../feature.ts'
import { endDemo } from './end-demo.ts'
import { toRow } from './products.ts'

const [potters, weavers] = sampleProducers
const id = potters._id
/** Products of the demo catalogue that are theirs. */
const MADE = 4
const percentages = { producer: 85, community: 5, shop: 10 }
const demo = { DEMO: '1', ...sellerSettings }

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
afterEach(() => shop.close())

/** What a start does before the shop opens. */
const start = (settings = {}) => catalog.prepare({ ...shop.deps, config: { ...shop.deps.config, ...settings } })
async function open(settings: Record<string, string> = demo, parts = {}) {
  shop = await testShop(settings, parts)
  seller = await shop.seller()
  await start()
}
const rows = () => shop.db.selectFrom('producers').selectAll().where('demo', '=', 1).orderBy('id').execute()
const names = async () => (await rows()).map(({ name }) => name)
const all = sampleProducers.map(({ name }) => name)
const inOrder = sampleProducers.toSorted((one, other) => (one._id < other._id ? -1 : 1)).map(({ name }) => name)
const anyone = () => shop.browser()
const status = async (url: string) => (await shop.request({ method: 'GET', url })).statusCode
const fromThem = async () =>
  (await shop.db.selectFrom('products').select('id').where('producer_id', '=', id).orderBy('id').execute()).map(
    (product) => product.id,
  )

describe('the sample producers of a demo', () => {
  it('are approved producers like others, marked as the demo’s', async () => {
    await open()
    const { applications } = await seller.api(listApplications, { query: { status: 'approved' } })
    expect(applications.map(({ name, isDemo }) => [name, isDemo])).toEqual(all.map((name) => [name, true]))
    const { total } = await seller.api(listApplications, { query: { status: 'approved', page: '1', limit: '1' } })
    expect(total).toBe(all.length)
    expect((await anyone().api(listProducers)).producers).toHaveLength(all.length)
    expect((await anyone().api(listSamples)).producers.map(({ name }) => name)).toEqual(all.toReversed())
    const { producer } = await anyone().api(getProducer, { params: { id } })
    const { profileImageUrl, coverImageUrl } = potters
    expect(producer).toEqual({
      ...potters,
      specialties: [...potters.specialties],
      profileImageUrl,
      coverImageUrl,
      isDemo: true,
    })
    expect((await rows()).map(({ ledger_consent }) => ledger_consent)).toEqual(all.map(() => 1))
    expect((await shop.request({ method: 'GET', url: '/sitemap.xml' })).body).toContain(`/producers/${id}`)
  })

  it('are found by their names, and so is what they make', async () => {
    await open()
    const search = (q: string) => seller.api(searchProducers, { query: { q } })
    expect((await search('khurja')).producers.map(({ _id }) => _id)).toEqual([id])
    expect((await search('')).total).toBe(all.length)
    const theirs = await fromThem()
    expect(theirs).toHaveLength(MADE)
    for (const q of ['matti', 'Matti Pottery Collective', 'atti'])
      expect((await anyone().api(listProducts, { query: { q } })).products.map(({ _id }) => _id).toSorted()).toEqual(
        expect.arrayContaining(theirs),
      )
  })

  it('can be linked by form, and named in a file', async () => {
    await open()
    const bowl = await shop.product({ name: 'Bowl' })
    const form = await productForm({ producer: id })
    expect((await seller.send({ method: 'PATCH', url: `/api/product/${bowl}`, ...form })).statusCode).toBe(200)
    const { product } = await seller.api(getSellerProduct, { params: { id: bowl } })
    expect(product.producer).toBe(id)
    expect((await knownProducers(shop.db)).get(id)).toBe(false)
  })

  it('are nobody: no mail goes to them nor tells of them, and none can be made to', async () => {
    await open()
    expect((await rows()).map(({ email, mobile_number }) => email + mobile_number)).toEqual(all.map(() => ''))
    expect(await shop.db.transaction().execute((tx) => takeNewApplications(tx, 10))).toEqual([])
    const params = { id }
    await seller.api(decideApplication, { params, body: { status: 'approved' } })
    await seller.api(suspendProducer, { params })
    await seller.api(unsuspendProducer, { params })
    for (const change of [{ email: 'maker@example.com' }, { mobileNumber: '+91 98640 55210' }])
      await expect(seller.api(editProducer, { params, body: change })).rejects.toMatchObject({
        status: 400,
        fields: { [Object.keys(change)[0] ?? '']: expect.stringContaining('sample') },
      })
    expect(await shop.mailsTo()).toEqual([])
  })

  it('are edited and suspended like others, and a restart leaves that', async () => {
    await open()
    const params = { id }
    const changed = await seller.api(editProducer, {
      params,
      body: { name: 'Khurja Kiln', profileImageUrl: potters.profileImageUrl },
    })
    expect(changed.application).toMatchObject({ name: 'Khurja Kiln', isDemo: true })
    expect((await anyone().api(listProducts, { query: { q: 'khurja kiln' } })).total).toBe(MADE)
    await seller.api(suspendProducer, { params })
    await start()
    expect(await status(`/api/producer/${id}`)).toBe(404)
    expect((await anyone().api(listProducts, { query: { producer: id } })).total).toBe(0)
    expect((await anyone().api(listSamples)).producers.map(({ name }) => name)).toEqual(all.slice(1).toReversed())
    await seller.api(unsuspendProducer, { params })
    expect((await anyone().api(listProducts, { query: { producer: id } })).total).toBe(MADE)
    expect((await seller.api(getApplication, { params })).application.name).toBe('Khurja Kiln')
  })

  it('are added once when several processes start at the same moment', async () => {
    shop = await testShop(demo)
    const others = onPostgres ? [await shop.anotherProcess(), await shop.anotherProcess()] : []
    await Promise.all([shop.app, shop.app, ...others.map(({ app }) => app)].map(({ deps }) => catalog.prepare(deps)))
    expect(await names()).toEqual(inOrder)
    for (const other of others) await other.close()
  })
})

describe('all that a demo sells', () => {
  it('has a maker with a price, of which the sale leaves most', async () => {
    await open()
    const products = await shop.db
      .selectFrom('products')
      .select(['name', 'producer_id', 'offer_price_paise', 'maker_price_paise', 'costs_paise'])
      .execute()
    const unstated = products.filter(({ producer_id, maker_price_paise }) => !producer_id || !maker_price_paise)
    expect(unstated).toEqual([])
    const toMaker = products.map(({ name, offer_price_paise: offerPricePaise, maker_price_paise, costs_paise }) => {
      const price = { makerPaise: maker_price_paise ?? paise(0), costsPaise: costs_paise ?? paise(0) }
      const { maker, producer } = shareLine({ offerPricePaise, quantity: 1 }, price, percentages)
      return { name, percent: wholePercentOf(plus(maker, producer), offerPricePaise) }
    })
    expect(toMaker.filter(({ percent }) => percent < 70 || percent > 90)).toEqual([])
  })
})

describe('an older shop', () => {
  const vase = { name: 'Vase', category: 'Pottery-Ceramics', pricePaise: paise(500_00), offerPricePaise: paise(450_00) }
  const older = (producerId: string | null) => ({
    async before(db: TestShop['db']) {
      await migrate(db, '0026-drafts')
      const { maker_price_paise, costs_paise, facts, fact_choices, family, family_id, family_key, ...row } = toRow(
        {
          ...vase,
          category: 'Pottery-Ceramics',
          description: [],
          images: [],
          weight: null,
          inStock: true,
          stock: null,
          producerId,
        },
        1,
      )
      await db.insertInto('products').values(row).execute()
    },
  })

  it('that is a demo gets them at its next start: its products have a maker as before', async () => {
    await open(demo, older(id))
    expect(await names()).toEqual(inOrder)
    expect((await anyone().api(listProducts)).total).toBe(1)
    expect((await anyone().api(listProducts, { query: { q: 'matti' } })).total).toBe(1)
    const shopper = await shop.shopper()
    const [product = ''] = await fromThem()
    const payload = { items: [{ product, quantity: 1 }], address: shopper.address._id }
    await shopper.send({ method: 'POST', url: '/api/order/cod', payload })
    const line = await shop.db
      .selectFrom('order_lines')
      .select(['producer_id', 'producer_name'])
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ producer_id: id, producer_name: potters.name })
  })

  it('that is a real one gets none', async () => {
    await open(sellerSettings, older(null))
    expect(await names()).toEqual([])
    expect(await anyone().api(listSamples)).toMatchObject({ producers: [], storiesOnly: true })
    expect(await status(`/api/producer/${id}`)).toBe(404)
  })
})

describe('a real shop', () => {
  it('tells the sample stories until it has approved a producer', async () => {
    await open(sellerSettings)
    const told = async () => (await anyone().api(listSamples)).storiesOnly
    expect(await told()).toBe(true)
    await anyone().send({ method: 'POST', url: '/api/producer/submit', payload: application })
    expect(await told()).toBe(true)
    const [{ _id } = { _id: '' }] = (await seller.api(listApplications)).applications
    await seller.api(decideApplication, { params: { id: _id }, body: { status: 'approved' } })
    expect(await told()).toBe(false)
    await seller.api(suspendProducer, { params: { id: _id } })
    expect(await told()).toBe(false)
  })

  it('that was a demo has no sample producers from its next start on', async () => {
    await open()
    const own = await shop.product({ name: 'Our own pot', producerId: id })
    await seller.api(archiveProduct, { params: { id: own } })
    await seller.api(suspendProducer, { params: { id } })
    await start({ demo: false })
    expect(await names()).toEqual([])
    expect(await fromThem()).toEqual([])
    expect(await findUnsettledProducers(shop.db)).toEqual([])
    expect((await anyone().api(listProducts, { query: { q: 'woodturners' } })).products).toEqual([])
    // Nobody's now: it comes back without its maker.
    await seller.api(unarchiveProduct, { params: { id: own } })
    expect((await seller.api(getSellerProduct, { params: { id: own } })).product.producer).toBeUndefined()
  })
})

describe('the end of the demo', () => {
  it('removes them, and no start brings them back', async () => {
    await open()
    const shopper = await shop.shopper()
    const [product = ''] = await fromThem()
    const payload = { items: [{ product, quantity: 1 }], address: shopper.address._id }
    await shopper.send({ method: 'POST', url: '/api/order/cod', payload })
    await seller.api(suspendProducer, { params: { id: weavers._id } })
    await endDemo(shop.deps)
    await vi.waitFor(async () => expect(await status(`/api/producer/${id}`)).toBe(404), { timeout: 20_000 })
    expect(await names()).toEqual([])
    expect(await findUnsettledProducers(shop.db)).toEqual([])
    await start()
    expect(await names()).toEqual([])
    const line = await shop.db.selectFrom('order_lines').select('producer_name').executeTakeFirstOrThrow()
    expect(line.producer_name).toBe(potters.name)
    expect((await anyone().api(listSamples)).producers).toEqual([])
  })
})
