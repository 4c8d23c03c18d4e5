import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { importMoves, importStates } from '../../product-imports.states.ts'
import { moveImport } from './import-rows.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  await shop.deps.jobs.stop()
})
afterAll(() => shop.close())

const goals = importStates.filter((state) => state !== 'checking')
const stateOf = async (id: string) =>
  (await shop.db.selectFrom('product_imports').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe.each(importStates)('an import that is %s', (from) => {
  it.each(goals)('becomes %s where the table says so, and only while it is what it was', async (to) => {
    const id = newId()
    const row = { id, state: from, message: '', lines: 0, done: 0, errors: '[]', bad_lines: 0, added: 0, changed: 0 }
    const now = { started_at: 1, touched_at: 1, seller_id: 'seller', file_columns: '[]' }
    await shop.db
      .insertInto('product_imports')
      .values({ ...row, ...now })
      .execute()
    const move = () => moveImport(shop.db, { id, from }, to, { message: 'moved' })
    if (!importMoves[to].from.includes(from)) {
      await expect(move()).rejects.toThrow(`an import that is ${from} cannot become ${to}`)
      return expect(await stateOf(id)).toBe(from)
    }
    expect(await move()).toBe(true)
    expect(await stateOf(id)).toBe(to)
    expect(await move(), 'another process has moved it').toBe(false)
  })
})
