import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { getProduct } from '#features/catalog/catalog.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  addProducer,
  editProducer,
  getApplication,
  getProducer,
  listApplications,
  listProducers,
  searchProducers,
  submitApplication,
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

const add = (body: object) => seller.send({ method: 'POST', url: '/api/producer', payload: body })
const papers = {
  pan: 'ABCDE1234F',
  gstStatus: 'registered',
  gstNumber: '14ABCDE1234F1Z5',
  pehchan: 'MN/2031-77',
} as const

describe('a producer who is added by hand', () => {
  it('needs a name and a place; what nobody knows yet is empty, and is edited later', async () => {
    const added = await seller.api(addProducer, { body: { name: 'Zoya', location: 'Kutch' } })
    const { _id } = added.application
    expect(added).toMatchObject({
      message: 'Zoya is added',
      application: {
        status: 'approved',
        country: 'India',
        story: '',
        email: '',
        mobileNumber: '',
        specialties: [],
        isAdded: true,
      },
    })
    expect((await shop.browser().api(getProducer, { params: { id: _id } })).producer.name).toBe('Zoya')
    const product = await shop.product({ producerId: _id })
    expect((await shop.browser().api(getProduct, { params: { id: product } })).product.maker).toBe('Zoya')
    const change = { story: 'She embroiders.', email: 'Zoya@Example.com', yearsInBusiness: '3' }
    const edited = await seller.send({ method: 'PATCH', url: `/api/producer/${_id}`, payload: change })
    expect(edited.json().application).toMatchObject({ ...change, email: 'zoya@example.com', yearsInBusiness: 3 })
    expect(await shop.mailsTo()).toEqual([])
    const acts = (await seller.api(listAudit)).entries.filter(({ subject }) => subject === _id)
    expect(acts.map(({ action }) => action)).toEqual(['producer.changed', 'producer.added'])
  })

  it.each([
    [{ location: 'Kutch' }, 'name'],
    [{ name: 'Zoya' }, 'location'],
    [{ name: ' ', location: 'Kutch' }, 'name'],
    [{ name: 'Zoya', location: 'Kutch', email: 'zoya' }, 'email'],
    [{ name: 'Zoya', location: 'Kutch', story: 7 }, 'story'],
    [{ name: 'Zoya', location: 'Kutch', mobileNumber: 'x' }, 'mobileNumber'],
    [{ name: 'Zoya', location: 'Kutch', profileImageUrl: 'javascript:alert(1)' }, 'profileImageUrl'],
    [{ name: 'Zoya', location: 'Kutch', yearsInBusiness: 'many' }, 'yearsInBusiness'],
  ])('is refused: %j', async (body, field) => {
    const refused = await add(body)
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().fields)).toEqual([field])
    expect(refused.json().fields[field]).not.toMatch(/invalid|expected|_/i)
    expect((await shop.browser().api(listProducers)).total).toBe(0)
  })

  it('is the seller’s to add', async () => {
    await expect(shop.browser().api(addProducer, { body: { name: 'Zoya', location: 'Kutch' } })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('cannot be had by the public form, which asks for all', async () => {
    const body = { ...application, story: '' }
    await expect(shop.browser().api(submitApplication, { body })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the papers of a producer', () => {
  it('are cleaned, kept and told to the shop alone; the activity has their ends', async () => {
    const id = await approvedProducer(shop, seller)
    const read = async () => (await seller.api(getApplication, { params: { id } })).papers
    expect(await read()).toEqual({ pan: '', gstStatus: 'unregistered', gstNumber: '', pehchan: '' })
    const typed = { ...papers, pan: ' abcde 1234f', gstNumber: '14abcde1234f1z5' }
    await seller.api(editProducer, { params: { id }, body: { papers: typed } })
    expect(await read()).toEqual(papers)
    // Another edit leaves them.
    await seller.api(editProducer, { params: { id }, body: { location: 'Kohima' } })
    expect(await read()).toEqual(papers)
    await shop.product({ producerId: id })
    for (const url of [`/api/producer/${id}`, '/api/producer/list', '/api/product/list'])
      expect((await shop.request({ method: 'GET', url })).body).not.toMatch(/ABCDE1234F|MN\/2031/)
    const log = JSON.stringify((await seller.api(listAudit)).entries)
    expect(log).toContain('ends in 234F')
    expect(log).not.toMatch(/ABCDE1234F|MN\/2031-77/)
    const none = { pan: '', gstStatus: 'unregistered', gstNumber: 'x', pehchan: '' } as const
    await seller.api(editProducer, { params: { id }, body: { papers: none } })
    expect(await read()).toEqual({ ...none, gstNumber: '' })
  })

  it.each([
    [{ pan: 'ABCDE12345' }, 'papers.pan'],
    [{ gstNumber: '' }, 'papers.gstNumber'],
    [{ gstStatus: 'enrolled', gstNumber: '1234' }, 'papers.gstNumber'],
    [{ gstStatus: 'maybe' }, 'papers.gstStatus'],
    [{ pehchan: 'a b!' }, 'papers.pehchan'],
  ])('are refused: %j', async (wrong, field) => {
    const id = await approvedProducer(shop, seller)
    const payload = { papers: { ...papers, ...wrong } }
    const refused = await seller.send({ method: 'PATCH', url: `/api/producer/${id}`, payload })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  })
})

it('of 201 producers the oldest is found by name and place, listed on the last page, and can be chosen', async () => {
  const rows = Array.from({ length: 201 }, (_, at) => ({
    ...toColumns({
      ...application,
      specialties: ['silk'],
      name: `Group ${at}`,
      location: at === 0 ? 'Ziro' : 'Imphal',
    }),
    ...{ id: newId(), application_id: null, created_at: at, approved_at: at },
  }))
  await shop.db.insertInto('producers').values(rows).execute()
  const oldest = rows[0]?.id
  const list = (query: object) => seller.api(listApplications, { query: { status: 'approved', ...query } })
  const paged = { page: '1', limit: '25' } as const
  for (const q of ['ziro', 'ZIRO Group 0'])
    expect((await list({ ...paged, q })).applications.map(({ _id }) => _id)).toContain(oldest)
  expect((await list({ ...paged, q: 'ziro' })).total).toBe(1)
  expect((await list({ ...paged, q: '%' })).total).toBe(0)
  const last = await list({ page: '9', limit: '25' })
  expect([last.pages, last.applications.at(-1)?._id]).toEqual([9, oldest])
  expect((await seller.api(searchProducers, { query: { q: 'ziro' } })).producers.map(({ _id }) => _id)).toEqual([
    oldest,
  ])
})
