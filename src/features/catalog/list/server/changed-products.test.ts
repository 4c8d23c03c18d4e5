import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { withSamples } from '#features/producers/testing/samples.ts'
import { onPostgres, type TestShop, testShop } from '#testing/shop.ts'
import { listProducts } from '../../catalog.contract.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await testShop({}, { processes: 2 })
})
afterEach(() => shop.close())

type Row = { _id: string; gone?: true; name?: string; left?: number; updatedAt?: string }

const ask = (since: string, more = '') =>
  shop.request({ method: 'GET', url: `${listProducts.path}?since=${since}${more}` })

/** Reads on from a cursor to the end. */
async function follow(since = '', more = '') {
  const rows: Row[] = []
  let cursor = since
  for (;;) {
    const answer = await ask(cursor, more)
    expect(answer.statusCode, answer.body).toBe(200)
    rows.push(...answer.json().products)
    cursor = answer.json().cursor
    if (!answer.json().more) return { rows, cursor, ids: rows.map(({ _id }) => _id) }
  }
}
const change = (id: string, values: object) =>
  shop.db.updateTable('products').set(values).where('id', '=', id).execute()

describe('products since a cursor', () => {
  it('come in the order in which they changed last, each once, page by page', async () => {
    const ids = [await shop.product(), await shop.product(), await shop.product()]
    const [one = '', two = '', three = ''] = ids
    const first = await follow('', '&limit=2')
    expect(first.ids).toEqual(ids)
    expect((await follow(first.cursor)).ids).toEqual([])
    await change(two, { name: 'Bowl' })
    await change(one, { in_stock: 0 })
    await change(two, { name: 'Green Bowl' })
    const then = await follow(first.cursor, '&limit=1')
    expect(then.rows).toMatchObject([{ _id: one }, { _id: two, name: 'Green Bowl', updatedAt: expect.any(String) }])
    expect((await follow()).ids).toEqual([three, one, two])
  })

  it('say of what left the shop that it is gone, and of drafts nothing', async () => {
    const [archived, deleted] = [await shop.product(), await shop.product()]
    const draft = await shop.product()
    await change(draft, { archived: 1, draft: 1 })
    const { cursor } = await follow()
    await change(draft, { name: 'Not for sale yet' })
    await change(archived, { archived: 1 })
    await shop.db.deleteFrom('products').where('id', '=', deleted).execute()
    expect((await follow(cursor)).rows).toEqual([
      { _id: archived, gone: true },
      { _id: deleted, gone: true },
    ])
    await change(archived, { archived: 0 })
    expect((await follow(cursor)).rows).toMatchObject([{ _id: deleted }, { _id: archived, name: 'Blue Pottery Bowl' }])
  })

  it('come again for what others see of them only: the last pieces, their family, the name of their maker', async () => {
    const id = await shop.product({ stock: 900 })
    const family = { family: '{"name":"Bowls","axes":{"Size":"L"}}', family_id: 'bowls' }
    const member = await shop.product()
    await change(id, { ...family, family_key: 'l' })
    await change(member, { ...family, family_key: 's' })
    let { cursor } = await follow()
    const changed = async (id: string, values: object) => {
      await change(id, values)
      const next = await follow(cursor)
      cursor = next.cursor
      return next.ids.toSorted()
    }
    expect(await changed(id, { stock: 800, version: 7, name_words: 'bowl' })).toEqual([])
    expect(await changed(id, { stock: 4 })).toEqual([id])
    expect(await changed(member, { offer_price_paise: 1000 })).toEqual([id, member].toSorted())

    await withSamples(shop.db)
    const { id: maker } = await shop.db.selectFrom('producers').select('id').executeTakeFirstOrThrow()
    await changed(id, { producer_id: maker })
    await shop.db.updateTable('producers').set({ name: 'Asha' }).where('id', '=', maker).execute()
    expect((await follow(cursor)).rows).toMatchObject([{ _id: id, maker: 'Asha' }])
  })

  it('are never kept ready, also for who asks the same again', async () => {
    const { cursor } = await follow()
    const answers = [await ask(cursor), await ask(cursor)]
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
    const id = await shop.product()
    expect((await ask(cursor)).json().products).toMatchObject([{ _id: id }])
    expect((await shop.request({ url: listProducts.path })).headers.etag).toBeDefined()
  })

  it('begin anew after a restore, and where the cursor is ahead of all that happened', async () => {
    await shop.product()
    const { cursor } = await follow()
    expect((await ask('0-999')).json()).toMatchObject({ code: 'CURSOR_NOT_VALID' })
    await markRestored(shop.db, new Date())
    expect((await ask(cursor)).json()).toMatchObject({ code: 'CURSOR_NOT_VALID' })
    expect((await follow()).ids).toHaveLength(1)
  })
})

it('places go on where the last change of all is made again', async () => {
  const id = await shop.product()
  let { cursor } = await follow()
  for (const name of ['one', 'two']) {
    await change(id, { name })
    const next = await follow(cursor)
    expect(next.ids).toEqual([id])
    cursor = next.cursor
  }
  expect(await shop.db.selectFrom('product_changes').select('number').execute()).toHaveLength(1)
})

it.runIf(onPostgres)('a product whose change is committed after a later one is not missed', async () => {
  const [first, second] = [await shop.product(), await shop.product()]
  const { cursor } = await follow()
  let read: Awaited<ReturnType<typeof follow>> | undefined
  await shop.db.transaction().execute(async (tx) => {
    // As the trigger notes it, before it waits its turn to count up the version of the catalogue.
    await tx.insertInto('product_changes').values({ product_id: first, at: 1 }).execute()
    await change(second, { name: 'Second' })
    read = await follow(cursor)
    await tx.updateTable('products').set({ name: 'First' }).where('id', '=', first).execute()
  })
  expect(read?.ids).toEqual([second])
  expect((await follow(read?.cursor)).rows).toMatchObject([{ _id: first, name: 'First' }])
})
