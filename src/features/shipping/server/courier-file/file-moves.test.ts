import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { NO_MONEY } from '#shared/money.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { fileMoves, fileStates } from '../../courier-file.kinds.ts'
import { moveFile } from './courier-files.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  await shop.deps.jobs.stop()
})
afterAll(() => shop.close())

const goals = fileStates.filter((state) => state !== 'checking')

describe.each(fileStates)('a courier’s file that is %s', (from) => {
  it.each(goals)('becomes %s where the table says so', async (to) => {
    const id = newId()
    const kept = { name: 'a.csv', hash: id, reference: null, copy: 1, booked_key: null, courier: null, columns: '{}' }
    const counts = { mark_shipped: 0, lines: 0, summary: '', booked_at: null, booked_lines: 0, booked_paise: NO_MONEY }
    const row = { id, kind: 'cash' as const, state: from, checked_at: 1, seller_id: '', seller_email: '' }
    await shop.db
      .insertInto('courier_files')
      .values({ ...kept, ...counts, ...row })
      .execute()
    const isInTable = fileMoves[to].from === from
    const moved = moveFile(shop.db, id, to)
    if (isInTable) await moved
    else await expect(moved).rejects.toThrow(`cannot become ${to}`)
    const after = await shop.db.selectFrom('courier_files').select('state').where('id', '=', id).executeTakeFirst()
    expect(after?.state).toBe(isInTable ? to : from)
  })
})
