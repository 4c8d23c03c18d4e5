import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { updateCart } from '#features/cart/cart.contract.ts'
import { getProduct, listCategories, listProducts } from '#features/catalog/catalog.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { archiveProduct, getSellerProduct, unarchiveProduct } from '#features/products/seller-products.contract.ts'
import { productForm } from '#features/products/testing/product-form.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  editProducer,
  getApplication,
  getProducer,
  listApplications,
  listProducers,
  searchProducers,
  suspendProducer,
  unsuspendProducer,
} from '../producers.contract.ts'
import { approvedProducer } from '../testing/approved-producer.ts'
import { toColumns } from './producers.service.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const anyone = () => shop.browser()
const details = { ...application, yearsInBusiness: 12, specialties: ['eri silk'] }

/** Approved, the last one newest. Returns their ids. */
async function approved(...names: string[]) {
  const rows = names.map((name, at) => ({
    ...toColumns({ ...details, name, email: `${newId()}@example.com` }),
    ...{ id: newId(), application_id: null, created_at: Date.now() + at, approved_at: 1 },
  }))
  await shop.db.insertInto('producers').values(rows).execute()
  return rows.map(({ id }) => id)
}
const suspend = (id: string) => seller.api(suspendProducer, { params: { id } })
const takeBack = (id: string) => seller.api(unsuspendProducer, { params: { id } })
const read = async (id: string) => (await seller.api(getSellerProduct, { params: { id } })).product
const edit = async (id: string, change: object) =>
  seller.send({ method: 'PATCH', url: `/api/product/${id}`, ...(await productForm(change)) })

describe('suspending a producer', () => {
  it('takes page and products out of the shop, and taking back restores all as it was', async () => {
    const [producer = '', other = ''] = await approved('Bina Handloom', 'Other')
    const shawl = await shop.product({ name: 'Eri Shawl', producerId: producer, stock: 3 })
    const old = await shop.product({ name: 'Old Eri Shawl', producerId: producer })
    const bowl = await shop.product({ name: 'Eri Bowl', producerId: other })
    await seller.api(archiveProduct, { params: { id: old } })
    const shopper = await shop.shopper()
    await shopper.api(updateCart, { body: { cartItems: { [shawl]: 1, [bowl]: 1 } } })
    const order = { items: [{ product: shawl, quantity: 1 }], address: shopper.address._id }
    const buy = () => shopper.send({ method: 'POST', url: '/api/order/cod', payload: order })
    const text = async (url: string) => (await shop.request({ method: 'GET', url })).body
    const seen = async () => ({
      all: (await anyone().api(listProducts)).products.map(({ name }) => name).toSorted(),
      search: (await anyone().api(listProducts, { query: { q: 'eri' } })).total,
      ofProducer: (await anyone().api(listProducts, { query: { producer } })).total,
      inCart: (await anyone().api(listProducts, { query: { ids: `${shawl},${bowl}` } })).products.length,
      inCategory: (await anyone().api(listCategories)).categories.reduce((sum, { count }) => sum + count, 0),
      producers: (await anyone().api(listProducers)).producers.map(({ name }) => name),
      choosable: (await seller.api(searchProducers)).producers.map(({ name }) => name),
      inSitemap: await text('/sitemap.xml').then((xml) => [shawl, old, bowl, producer].map((id) => xml.includes(id))),
    })
    const before = await seen()
    expect(before).toMatchObject({ all: ['Eri Bowl', 'Eri Shawl'], producers: ['Other', 'Bina Handloom'] })
    expect(before.inSitemap).toEqual([true, false, true, true])

    expect(await suspend(producer)).toMatchObject({
      message: 'Bina Handloom is suspended',
      application: { _id: producer, status: 'approved', isSuspended: true },
    })
    expect(await seen()).toMatchObject({
      ...{ all: ['Eri Bowl'], search: 1, ofProducer: 0, inCart: 1, inCategory: 1 },
      ...{ producers: ['Other'], choosable: ['Other'], inSitemap: [false, false, true, false] },
    })
    await expect(anyone().api(getProducer, { params: { id: producer } })).rejects.toMatchObject({ status: 404 })
    await expect(anyone().api(getProduct, { params: { id: shawl } })).rejects.toMatchObject({ status: 404 })
    expect((await buy()).json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
    expect(await read(shawl)).toMatchObject({ isArchived: true, isSuspended: true, stock: 3, producer })
    expect(await read(old)).toMatchObject({ isArchived: true, isSuspended: false })
    // The same again changes nothing.
    await suspend(producer)

    expect(await takeBack(producer)).toMatchObject({
      message: 'Bina Handloom is back in the shop',
      application: { isSuspended: false },
    })
    await takeBack(producer)
    expect(await seen()).toEqual(before)
    expect(await read(old)).toMatchObject({ isArchived: true, isSuspended: false })
    expect((await buy()).statusCode).toBe(200)
    const acts = (await seller.api(listAudit)).entries.filter(({ subject }) => subject === producer)
    expect(acts.map(({ action, summary, seller: who }) => [action, summary, who])).toEqual([
      ['producer.unsuspended', 'Bina Handloom taken back', 'seller@example.com'],
      ['producer.suspended', 'Bina Handloom suspended', 'seller@example.com'],
    ])
  })

  it('of many products changes a few at a time, and all before it is answered', async () => {
    const [producer = ''] = await approved('Bina Handloom')
    await Promise.all(Array.from({ length: 130 }, () => shop.product({ producerId: producer })))
    const mine = async () => (await anyone().api(listProducts, { query: { producer } })).total
    await suspend(producer)
    expect(await mine()).toBe(0)
    await takeBack(producer)
    expect(await mine()).toBe(130)
  })

  it('goes on after a crash in between', async () => {
    const [producer = '', back = ''] = await approved('Bina Handloom', 'Came Back')
    const shown = await shop.product({ producerId: producer })
    const hidden = await shop.product({ producerId: back })
    await shop.db.updateTable('producers').set({ suspended_at: 1 }).where('id', '=', producer).execute()
    await shop.db.updateTable('products').set({ archived: 1, suspended: 1 }).where('id', '=', hidden).execute()
    await shop.deps.jobs.run('products of suspended producers')
    expect(await read(shown)).toMatchObject({ isArchived: true, isSuspended: true })
    expect(await read(hidden)).toMatchObject({ isArchived: false, isSuspended: false })
  })

  it('holds for products that are archived, brought back, moved and imported meanwhile', async () => {
    const [producer = '', other = ''] = await approved('Bina Handloom', 'Other')
    const ids = await Promise.all([0, 1, 2].map((at) => shop.product({ name: `Bowl ${at}`, producerId: producer })))
    const [one = '', two = '', three = ''] = ids
    await suspend(producer)
    const archived = await seller.api(archiveProduct, { params: { id: one } })
    expect(archived.product).toMatchObject({ isArchived: true, isSuspended: false })
    const broughtBack = await seller.api(unarchiveProduct, { params: { id: one } })
    expect(broughtBack).toMatchObject({
      message: 'Bowl 0 comes back with its producer',
      product: { isArchived: true, isSuspended: true },
    })
    // What it has it keeps; more it does not get.
    expect((await edit(two, { producer, weight: '1 kg' })).json().product).toMatchObject({ isSuspended: true })
    const elsewhere = await shop.product({ name: 'Elsewhere' })
    const refused = await edit(elsewhere, { producer })
    expect(refused.json().fields.producer).toMatch(/^Bina Handloom is suspended/)
    expect((await edit(two, { producer: other })).json().product).toMatchObject({
      isArchived: false,
      isSuspended: false,
    })

    const row = (id: string, name: string, of: string) => `${id},${name},Pottery-Ceramics,20,10,${of}`
    const importCsv = async (...rows: string[]) => {
      const payload = ['id,name,category,price,offerPrice,producer', ...rows].join('\n')
      const headers = { 'content-type': 'text/csv' }
      const answer = await seller.send({ method: 'POST', url: '/api/product/import', headers, payload })
      const url = `/api/product/import/${answer.json().import._id}`
      return vi.waitFor(
        async () => {
          const { import: found } = (await seller.send({ method: 'GET', url })).json()
          expect(['done', 'refused']).toContain(found.state)
          return found
        },
        { timeout: 20_000 },
      )
    }
    expect(await importCsv(row('', 'New', producer), row(elsewhere, 'Elsewhere', producer))).toMatchObject({
      badLines: 2,
      errors: [
        { row: 2, product: 'New', column: 'producer', message: 'This producer is suspended' },
        { row: 3, product: 'Elsewhere', column: 'producer', message: 'This producer is suspended' },
      ],
    })
    expect(await importCsv(row(one, 'Bowl A', producer), row(three, 'Bowl C', ''))).toMatchObject({ changed: 2 })
    expect(await read(one)).toMatchObject({ name: 'Bowl A', isSuspended: true })
    expect(await read(three)).toMatchObject({ name: 'Bowl C', isArchived: false })
    await takeBack(producer)
    expect(await read(one)).toMatchObject({ isArchived: false, isSuspended: false })
  })

  it('and linking products to it at the same moment leaves none of them in the shop', async () => {
    const [producer = ''] = await approved('Bina Handloom')
    const ids = await Promise.all(Array.from({ length: 8 }, () => shop.product()))
    await Promise.all([...ids.map((id) => edit(id, { producer })), suspend(producer)])
    expect((await anyone().api(listProducts, { query: { producer } })).total).toBe(0)
    const linked = await Promise.all(ids.map(read))
    for (const { producer: of, isSuspended } of linked) expect(isSuspended).toBe(of === producer)
  })

  it('is for approved ones only', async () => {
    await shop.request({ method: 'POST', url: '/api/producer/submit', payload: application })
    const [{ _id } = { _id: '' }] = (await seller.api(listApplications)).applications
    await expect(suspend(_id)).rejects.toMatchObject({ status: 409, code: 'NOT_APPROVED' })
    await expect(suspend(newId())).rejects.toMatchObject({ status: 404 })
  })
})

describe('editing a producer', () => {
  it('has its products found by its name, by the new one once it is renamed, and by none while it is suspended', async () => {
    const id = await approvedProducer(shop, seller, 'Pending Weavers')
    await shop.product({ name: 'Eri Shawl', producerId: id })
    const finds = async (q: string) => (await anyone().api(listProducts, { query: { q } })).total
    expect([await finds('weaver'), await finds('eri pend'), await finds('endin')]).toEqual([1, 1, 1])
    await seller.api(editProducer, { params: { id }, body: { name: 'Bina Looms' } })
    expect([await finds('bina'), await finds('loom'), await finds('pending')]).toEqual([1, 1, 0])
    await suspend(id)
    expect(await finds('bina')).toBe(0)
    await takeBack(id)
    expect(await finds('bina')).toBe(1)
  })

  it('changes what is given, in the shop too, and keeps who did it', async () => {
    const [id = ''] = await approved('Bina Handloom')
    const body = { name: 'Bina Silk', country: 'Nepal', specialties: 'muga silk, wool' }
    const { message, application: changed } = await seller.api(editProducer, { params: { id }, body })
    expect(message).toBe('Bina Silk is saved')
    expect(changed).toMatchObject({ ...body, specialties: ['muga silk', 'wool'], story: application.story })
    const { producer } = await anyone().api(getProducer, { params: { id } })
    expect(producer).toMatchObject({ name: 'Bina Silk', country: 'Nepal' })
    expect((await seller.api(getApplication, { params: { id } })).application).toEqual(changed)
    expect((await seller.api(searchProducers, { query: { q: 'nepal silk' } })).producers).toMatchObject([{ _id: id }])
    const [act] = (await seller.api(listAudit)).entries
    expect(act).toMatchObject({
      action: 'producer.changed',
      subject: id,
      summary: 'Bina Silk changed',
      changes: [
        { field: 'Name', old: 'Bina Handloom', new: 'Bina Silk' },
        { field: 'Country', old: 'India', new: 'Nepal' },
        { field: 'Specialties', old: 'eri silk', new: 'muga silk, wool' },
      ],
    })
  })

  it.each([
    ['nothing', {}, 400],
    ['an empty name', { name: ' ' }, 400],
    ['a link with a password', { coverImageUrl: 'https://a:b@photos.example/a.jpg' }, 400],
    ['a picture that is gone', { coverImageUrl: '/media/producer-00/960.webp' }, 400],
  ])('refuses %s', async (_, change, status) => {
    const [id = ''] = await approved('Bina Handloom')
    const answer = await seller.send({ method: 'PATCH', url: `/api/producer/${id}`, payload: change })
    expect(answer.statusCode).toBe(status)
    expect((await seller.api(getApplication, { params: { id } })).application.name).toBe('Bina Handloom')
  })
})

describe('searching producers', () => {
  it('finds each of 230 by parts of name and place, in pages by name, and none that products cannot be linked to', async () => {
    const names = Array.from({ length: 230 }, (_, at) => `Weaver ${String(at).padStart(3, '0')}`)
    const ids = await approved(...names)
    await shop.request({
      method: 'POST',
      url: '/api/producer/submit',
      payload: { ...application, name: 'Weaver pending' },
    })
    await suspend(ids[7] ?? '')
    const search = (query: Record<string, string>) => seller.api(searchProducers, { query })
    const first = await search({ q: 'weaver' })
    expect(first).toMatchObject({ total: 229, page: 1, pages: 5 })
    expect(first.producers.slice(0, 2).map(({ name }) => name)).toEqual(['Weaver 000', 'Weaver 001'])
    const found = await Promise.all(Array.from({ length: 5 }, (_, at) => search({ q: 'WEAVER', page: String(at + 1) })))
    expect(new Set(found.flatMap(({ producers }) => producers.map(({ _id }) => _id))).size).toBe(229)
    expect((await search({ q: 'imph 12', limit: '100' })).producers.map(({ name }) => name)).toContain('Weaver 123')
    expect((await search({ q: 'weaver 007' })).producers).toEqual([])
    expect((await search({ q: '%' })).total).toBe(0)
  })

  it('is the seller’s', async () => {
    await expect(anyone().api(searchProducers)).rejects.toMatchObject({ status: 401 })
  })
})

describe('a producer who sends by themselves', () => {
  const sendsFrom = {
    street: '4 Weavers Lane',
    city: 'Imphal',
    state: 'Manipur',
    zipcode: '795001',
    phone: '9845054321',
  }
  const put = (id: string, change: unknown) =>
    seller.send({ method: 'PATCH', url: `/api/producer/${id}`, payload: { sendsFrom: change } })

  it('has an address and a phone number that only the seller sees', async () => {
    const [id = ''] = await approved('Bina Handloom')
    const { application: before } = await seller.api(getApplication, { params: { id } })
    expect(before.sendsFrom).toBeNull()
    const typed = { ...sendsFrom, zipcode: '795 001', phone: '98450 54321' }
    const { application: after } = await seller.api(editProducer, { params: { id }, body: { sendsFrom: typed } })
    expect(after).toEqual({ ...before, sendsFrom })

    // Another edit leaves it as it is.
    await seller.api(editProducer, { params: { id }, body: { country: 'Bhutan' } })
    expect((await seller.api(getApplication, { params: { id } })).application).toMatchObject({ sendsFrom })
    await shop.product({ name: 'Eri Shawl', producerId: id })
    const pages = [`/api/producer/${id}`, '/api/producer/list', '/api/product/list', '/api/producer/search?q=bina']
    for (const url of pages) {
      const { body } = await seller.send({ method: 'GET', url })
      expect(body).toMatch(/Bina|Shawl/)
      expect(body, url).not.toMatch(/Weavers Lane|795001|9845054321/)
    }

    await seller.api(editProducer, { params: { id }, body: { sendsFrom: null } })
    expect((await seller.api(getApplication, { params: { id } })).application.sendsFrom).toBeNull()
  })

  it.each([
    ['street', '', 'Enter their street'],
    ['city', ' ', 'Enter their city'],
    ['state', undefined, 'Enter their state'],
    ['zipcode', '012345', 'PIN code must be 6 digits, like 560038'],
    ['zipcode', '79500', 'PIN code must be 6 digits, like 560038'],
    ['phone', '12345', 'Enter a 10-digit mobile number'],
  ])('needs all of it: %s %s', async (field, value, message) => {
    const [id = ''] = await approved('Bina Handloom')
    const answer = await put(id, { ...sendsFrom, [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [`sendsFrom.${field}`]: message })
    expect((await seller.api(getApplication, { params: { id } })).application.sendsFrom).toBeNull()
  })

  it('is told to carts, which say how many parcels will come, and to nothing else', async () => {
    const [id = '', other = ''] = await approved('Bina Handloom', 'Other')
    const theirs = await shop.product({ name: 'Eri Shawl', producerId: id })
    const ours = await shop.product({ name: 'Eri Bowl', producerId: other })
    const cart = async () => {
      const { products } = await anyone().api(listProducts, { query: { ids: [theirs, ours].join(',') } })
      return Object.fromEntries(products.map((product) => [product._id, product.sentBy]))
    }
    expect(await cart()).toEqual({ [theirs]: undefined, [ours]: undefined })
    await seller.api(editProducer, { params: { id }, body: { sendsFrom } })
    expect(await cart()).toEqual({ [theirs]: id, [ours]: undefined })
    expect((await anyone().api(getProduct, { params: { id: theirs } })).product).not.toHaveProperty('sentBy')
    await seller.api(editProducer, { params: { id }, body: { sendsFrom: null } })
    expect(await cart()).toEqual({ [theirs]: undefined, [ours]: undefined })
  })
})
