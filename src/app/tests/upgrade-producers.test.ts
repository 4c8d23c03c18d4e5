import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  decideApplication,
  editProducer,
  getProducer,
  listApplications,
  listProducers,
} from '#features/producers/producers.contract.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import type { Db } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { insertRow } from '#testing/insert-row.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

// A shop whose producers are approved applications is brought to this version, in which they are records of their own.

const BEFORE = '0056-webhooks'
const sendsFrom = { street: '1 Lane', city: 'Imphal', state: 'Manipur', zipcode: '795001', phone: '+919845012345' }

const row = (id: string, status: string, more: object = {}) => ({
  ...{
    id,
    name: id,
    location: 'Imphal',
    country: 'India',
    story: 'A story',
    profile_image_url: 'p',
    cover_image_url: 'c',
  },
  ...{ years_in_business: 7, specialties: '["silk"]', email: `${id}@example.com`, mobile_number: '+919845012345' },
  ...{ status, created_at: 1, decided_at: status === 'pending' ? null : 5, search_text: id, shop_told: 1 },
  pending_email: status === 'pending' ? `${id}@example.com` : null,
  ...more,
})
const sample = sampleProducers[0]._id
const ids = { asha: '0193a2b0-0000-7000-8000-000000000001', ravi: '0193a2b0-0000-7000-8000-000000000002' }

let shop: TestShop
async function fill(db: Db) {
  await migrate(db, BEFORE)
  for (const one of [
    row(ids.asha, 'approved', {
      created_at: 4,
      sends_from: JSON.stringify(sendsFrom),
      ledger_consent: 1,
      email_changed_at: 9,
    }),
    row(ids.ravi, 'approved', { created_at: 3, suspended_at: 8 }),
    row(sample, 'approved', { created_at: 2, demo: 1, email: '', mobile_number: '' }),
    row('0193a2b0-0000-7000-8000-000000000003', 'pending'),
    row('0193a2b0-0000-7000-8000-000000000004', 'rejected', { created_at: 6 }),
  ])
    await insertRow(db, 'producer_applications', one)
}
beforeEach(async () => {
  shop = await testShop(sellerSettings, { before: fill })
})
afterEach(() => shop.close())

const version = async () =>
  (await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

it('makes each approved application a producer with its id; what was sent stays, samples never applied', async () => {
  const { db } = shop
  const producers = await db.selectFrom('producers').selectAll().orderBy('created_at', 'desc').execute()
  expect(
    producers.map(({ id, application_id, suspended_at, demo }) => [id, application_id, suspended_at, demo]),
  ).toEqual([
    [ids.asha, ids.asha, null, 0],
    [ids.ravi, ids.ravi, 8, 0],
    [sample, null, null, 1],
  ])
  expect(producers[0]).toMatchObject({
    ...{ name: ids.asha, email: `${ids.asha}@example.com`, ledger_consent: 1, email_changed_at: 9, approved_at: 5 },
    ...{ sends_from: JSON.stringify(sendsFrom), trusted: 0, language: 'en', gst_status: 'unregistered', pan: null },
  })
  const left = await db.selectFrom('producer_applications').select('status').orderBy('id').execute()
  expect(left.map(({ status }) => status)).toEqual(['approved', 'approved', 'pending', 'rejected'])
})

it('answers as before, and an edit changes the producer, not what was sent', async () => {
  const seller = await shop.seller()
  const list = async (status?: 'approved') =>
    (await seller.api(listApplications, { query: status ? { status } : {} })).applications
  expect((await list()).map(({ status, isSuspended, isDemo }) => [status, isSuspended, isDemo])).toEqual([
    ['rejected', false, false],
    ['approved', false, false],
    ['approved', true, false],
    ['approved', false, true],
    ['pending', false, false],
  ])
  const [first] = await list('approved')
  expect(first).toMatchObject({ createdAt: new Date(4), decidedAt: new Date(5), sendsFrom, ledgerConsent: true })
  expect((await shop.browser().api(listProducers)).producers.map(({ _id }) => _id)).toEqual([ids.asha, sample])
  await seller.api(editProducer, { params: { id: ids.asha }, body: { name: 'Asha Looms' } })
  expect((await list('approved'))[0]?.name).toBe('Asha Looms')
  const sent = shop.db.selectFrom('producer_applications').select('name').where('id', '=', ids.asha)
  expect(await sent.executeTakeFirst()).toEqual({ name: ids.asha })
})

it('what pages show is out of date when a producer comes, changes or goes, and not when what was sent does', async () => {
  const seller = await shop.seller()
  const shown = async (id: string) => (await shop.browser().api(getProducer, { params: { id } })).producer.name
  const product = await shop.product({ name: 'Bowl', producerId: ids.asha })
  const noted = () => shop.db.selectFrom('product_changes').select('product_id').orderBy('number').execute()
  const before = (await noted()).length
  expect(await shown(ids.asha)).toBe(ids.asha)
  let last = await version()
  const counts = async (by: number) => {
    const now = await version()
    expect(now - last).toBe(by)
    last = now
  }
  await seller.api(editProducer, { params: { id: ids.asha }, body: { name: 'Asha Looms' } })
  await counts(1)
  expect(await shown(ids.asha)).toBe('Asha Looms')
  expect((await noted()).slice(before)).toEqual([{ product_id: product }])
  await seller.api(decideApplication, {
    params: { id: '0193a2b0-0000-7000-8000-000000000003' },
    body: { status: 'approved' },
  })
  await counts(1)
  await shop.db.updateTable('producer_applications').set({ story: 'Another', shop_told: 1 }).execute()
  await counts(0)
  await shop.db.deleteFrom('producers').where('id', '=', sample).execute()
  await counts(1)
})
