import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAudit } from '#features/audit/audit.contract.ts'
import { decideChange, listChanges } from '#features/changes/changes.contract.ts'
import { editProducer, getApplication, getProducer, suspendProducer } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { maker } from '../../testing/maker.ts'
import { changeStory, getStory } from '../story.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
let savita: Awaited<ReturnType<typeof maker>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller({ staysProved: true })
  savita = await maker(shop, seller)
})
afterAll(() => shop.close())

const shown = async () => (await shop.browser().api(getProducer, { params: { id: savita.producer } })).producer
const read = async (who: Pick<typeof savita, 'api'> = savita) => (await who.api(getStory)).story
const lastAct = async () => (await seller.api(listAudit)).entries[0]
const office = (body: object) => seller.api(editProducer, { params: { id: savita.producer }, body })

const setSuspended = (suspended_at: number | null) =>
  shop.db.updateTable('producers').set({ suspended_at }).where('id', '=', savita.producer).execute()

const endOpen = () =>
  shop.db.updateTable('maker_changes').set({ state: 'taken back' }).where('subject', '=', savita.producer).execute()

/** Lets this happen before the second transaction of what is asked next. */
function betweenTransactions(happens: () => Promise<unknown>) {
  const { db } = shop.deps
  const begin = db.transaction.bind(db)
  let count = 0
  const spy = vi.spyOn(db, 'transaction').mockImplementation(() => {
    count += 1
    if (count < 2) return begin()
    spy.mockRestore()
    const builder = begin()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: (async (work) => {
        await happens()
        return execute(work)
      }) satisfies typeof builder.execute,
    })
  })
}

describe('a maker’s own page', () => {
  it('that is changed waits for the office, and is read as the maker wants it', async () => {
    expect(await read()).toMatchObject({ page: { story: application.story }, change: null, isTrusted: false })
    const { message } = await savita.api(changeStory, { body: { story: 'Four potters.', name: application.name } })
    expect(message).toBe('दफ़्तर को भेज दिया। दफ़्तर के देखने के बाद आपके पेज पर दिखेगा।')
    expect((await shown()).story).toBe(application.story)
    expect(await read()).toMatchObject({ page: { story: 'Four potters.' }, change: { sentBack: null } })
    const { changes } = await seller.api(listChanges)
    expect(changes).toMatchObject([{ kind: 'page', askedBy: 'Savita Prajapati', edition: 1 }])
    // What is the same is not wanted.
    const row = await shop.db.selectFrom('maker_changes').select(['wanted', 'before']).executeTakeFirstOrThrow()
    expect([JSON.parse(row.wanted), JSON.parse(row.before ?? '')]).toEqual([
      { story: 'Four potters.' },
      { story: application.story },
    ])
  })

  it('is sent anew beside what waits already, and comes back with a sentence', async () => {
    await savita.api(changeStory, { body: { location: 'Khurja' } })
    const { changes } = await seller.api(listChanges)
    const [change] = changes
    expect(change).toMatchObject({ edition: 2, wanted: { story: 'Four potters.', location: 'Khurja' } })
    const params = { id: change?._id ?? '' }
    await seller.api(decideChange, { params, body: { to: 'sent back', message: 'थोड़ा और लिखिए।' } })
    expect((await read()).change?.sentBack).toMatchObject({ message: 'थोड़ा और लिखिए।', by: '' })
    await savita.api(changeStory, { body: { story: 'Four potters and a kiln.' } })
    expect((await read()).change).toMatchObject({ sentBack: null })
    await seller.api(decideChange, { params, body: { to: 'approved', edition: 3 } })
    expect(await shown()).toMatchObject({ story: 'Four potters and a kiln.', location: 'Khurja' })
    expect((await read()).change).toBeNull()
  })

  it('as it is in the shop takes back what waits', async () => {
    const { story } = await shown()
    await savita.api(changeStory, { body: { story: 'Else' } })
    expect((await savita.api(changeStory, { body: { story } })).message).toContain('वापस ले लिया')
    expect((await savita.api(changeStory, { body: { story } })).message).toBe('आपके पेज पर यही लिखा है।')
    expect((await seller.api(listChanges)).total).toBe(0)
  })

  it('that says something else by now is not changed by who looked at it before', async () => {
    const { version } = await read()
    const { story } = await shown()
    const changed = { status: 409, code: 'STORY_CHANGED' }
    const send = (of: typeof savita, text: string, from: number) =>
      of.api(changeStory, { body: { story: text, version: from } })
    await office({ story: 'Of the office' })
    await expect(send(savita, 'Of Savita', version)).rejects.toMatchObject(changed)
    const own = await read()
    expect(own).toMatchObject({ page: { story: 'Of the office' }, change: null })
    const { story: sent } = await send(savita, 'Of Savita', own.version)
    // The answer may be lost: the same comes again.
    expect((await send(savita, 'Of Savita', own.version)).story.version).toBe(sent.version)
    const helper = await maker(shop, seller, { producer: savita.producer, name: 'Asha', helper: true })
    await expect(send(helper, 'Of Asha', own.version)).rejects.toMatchObject(changed)
    await send(helper, 'Of Asha', sent.version)
    await expect(send(savita, 'Of Savita again', sent.version)).rejects.toMatchObject(changed)
    await office({ story })
    await savita.api(changeStory, { body: { story } })
  })

  it('of a trusted producer is changed at once, and ends what waited', async () => {
    await savita.api(changeStory, { body: { story: 'Waiting still' } })
    await office({ isTrusted: true })
    const { message } = await savita.api(changeStory, { body: { specialties: ['Terracotta'] } })
    expect(message).toBe('अब आपके पेज पर यही दिखता है।')
    expect(await shown()).toMatchObject({ story: 'Waiting still', specialties: ['Terracotta'] })
    expect((await seller.api(listChanges)).total).toBe(0)
    expect(await lastAct()).toMatchObject({ action: 'producer.changed', who: { kind: 'producer' } })
    await office({ isTrusted: false })
  })

  it('of a trusted producer takes back what waits, where all is put back to what the page says', async () => {
    const { story } = await shown()
    await savita.api(changeStory, { body: { story: 'Waits since before' } })
    await office({ isTrusted: true })
    expect((await savita.api(changeStory, { body: { story } })).message).toContain('वापस ले लिया')
    expect((await savita.api(changeStory, { body: { story } })).message).toBe('आपके पेज पर यही लिखा है।')
    expect([(await read()).change, (await seller.api(listChanges)).total]).toEqual([null, 0])
    await office({ isTrusted: false })
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['is trusted no more', () => office({ isTrusted: false }), 'STORY_CHANGED'],
    ['is suspended', () => setSuspended(1), 'CHANGE_PRODUCER_SUSPENDED'],
    ['has another page by then', () => office({ name: 'Of the office' }), 'STORY_CHANGED'],
    ['has nothing waiting by then', () => endOpen(), 'STORY_CHANGED'],
  ])('is not changed at once by who %s', async (_, happens, code) => {
    const { story, location, name } = await shown()
    const { version } = (await savita.api(changeStory, { body: { location: 'Waits since before' } })).story
    await office({ isTrusted: true })
    betweenTransactions(happens)
    await expect(savita.api(changeStory, { body: { story: 'Too late', version } })).rejects.toMatchObject({
      ...{ status: 409, code },
    })
    await setSuspended(null)
    expect(await shown()).toMatchObject({ story, location })
    await office({ isTrusted: false, name })
    await endOpen()
  })

  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ version: 0 }, undefined],
    [{ story: 'A', version: 'new' }, 'version'],
    [{ name: '' }, 'name'],
    [{ coverImageUrl: 'javascript:alert(1)' }, 'coverImageUrl'],
  ])('refuses %j', async (payload, field) => {
    const answer = await savita.send({ method: 'PATCH', url: '/api/workshop/story', payload })
    expect(answer.statusCode).toBe(400)
    if (field) expect(answer.json().fields).toHaveProperty(field)
  })

  it('refuses what is too long or too much', async () => {
    const payload = { story: 'x'.repeat(5001), specialties: Array.from({ length: 21 }, String) }
    const answer = await savita.send({ method: 'PATCH', url: '/api/workshop/story', payload })
    expect(Object.keys(answer.json().fields).toSorted()).toEqual(['specialties', 'story'])
  })

  it('with an upload keeps the picture while it waits', async () => {
    const key = 'producer-0123456789abcdef01234567'
    await shop.db.insertInto('uploaded_pictures').values({ key, kept: 0, created_at: 0 }).execute()
    await savita.api(changeStory, { body: { coverImageUrl: `/media/${key}/640.webp` } })
    const kept = await shop.db.selectFrom('uploaded_pictures').select('kept').where('key', '=', key).execute()
    expect(kept).toEqual([{ kept: 1 }])
    const gone = { coverImageUrl: '/media/producer-ffffffffffffffffffffffff/640.webp' }
    await expect(savita.api(changeStory, { body: gone })).rejects.toMatchObject({ status: 400 })
  })
})

describe('what was earned', () => {
  it('is shown at once when their own people agree, and hidden when they do not', async () => {
    const { message } = await savita.api(changeStory, { body: { ledgerConsent: true } })
    expect(message).toBe('आपके पेज पर अब तक की कमाई दिखती है।')
    const { application: row } = await seller.api(getApplication, { params: { id: savita.producer } })
    expect(row.ledgerConsent).toBe(true)
    expect(await lastAct()).toMatchObject({
      ...{ who: { kind: 'producer', name: expect.stringContaining('Savita Prajapati of') } },
      changes: [{ field: 'In the ledger', new: 'named, with sums' }],
    })
    await savita.api(changeStory, { body: { ledgerConsent: false } })
    expect((await read()).consent).toEqual({ isGiven: false, earnings: null })
  })

  it('is neither seen nor agreed to by a helper, who may change the text', async () => {
    const helper = await maker(shop, seller, { producer: savita.producer, name: 'Sunita', helper: true })
    expect((await read(helper)).consent).toBeNull()
    await expect(helper.api(changeStory, { body: { ledgerConsent: true } })).rejects.toMatchObject({
      ...{ status: 403, code: 'NOT_FOR_HELPERS' },
    })
    await helper.api(changeStory, { body: { story: 'By a helper' } })
    const [change] = (await seller.api(listChanges)).changes
    expect(change).toMatchObject({ askedBy: 'Sunita', wanted: { story: 'By a helper' } })
  })
})

it('a suspended producer sends nothing', async () => {
  await seller.api(suspendProducer, { params: { id: savita.producer } })
  await expect(savita.api(changeStory, { body: { story: 'Out' } })).rejects.toMatchObject({
    ...{ status: 409, code: 'CHANGE_PRODUCER_SUSPENDED' },
  })
  await office({ isTrusted: true })
  await expect(savita.api(changeStory, { body: { story: 'Out' } })).rejects.toMatchObject({ status: 409 })
  expect((await read()).path).toBeNull()
})
