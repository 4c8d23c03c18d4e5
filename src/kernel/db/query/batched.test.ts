import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deferred } from '#shared/deferred.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { batched } from './batched.ts'
import { prepared, type Slots } from './prepared.ts'

const findUsers = prepared((db, { keys, least }: Slots<{ keys: string[]; least: string }>) =>
  db.selectFrom('users').select(['id', 'name']).where('id', 'in', keys).where('name', '>=', least),
)

let shop: TestShop

beforeEach(async () => {
  shop = await testShop()
  for (const [at, name] of ['Asha', 'Bina', 'Chitra'].entries())
    await shop.db
      .insertInto('users')
      .values({ id: `user-${at}`, name, email: `${at}@example.com`, password_hash: '', created_at: at })
      .execute()
})
afterEach(() => shop.close())

describe('a prepared statement', () => {
  it('takes other values each time, and lists of any length', async () => {
    const names = async (values: { keys: string[]; least: string }) =>
      (await findUsers(shop.db, values)).map((row) => row.name).sort()
    expect(await names({ keys: ['user-0', 'user-2'], least: '' })).toEqual(['Asha', 'Chitra'])
    expect(await names({ keys: ['user-1', 'user-2'], least: 'C' })).toEqual(['Chitra'])
    expect(await names({ keys: ['user-1'], least: '' })).toEqual(['Bina'])
  })

  it('works within a transaction', async () => {
    const rows = await shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ name: 'Esha' }).where('id', '=', 'user-0').execute()
      return findUsers(tx, { keys: ['user-0'], least: '' })
    })
    expect(rows).toEqual([{ id: 'user-0', name: 'Esha' }])
  })
})

describe('look-ups that are asked for together', () => {
  const findShopper = batched(
    (db, values: { keys: string[] }) => findUsers(db, { ...values, least: '' }),
    (row) => row.id,
  )

  it('are one statement, and each gets its own row', async () => {
    const statements = await shop.reads(async () => {
      const ids = ['user-2', 'user-0', 'nobody', 'user-1', 'user-0']
      const rows = await Promise.all(ids.map((id) => findShopper(shop.db, id)))
      expect(rows.map((row) => row?.name)).toEqual(['Chitra', 'Asha', undefined, 'Bina', 'Asha'])
    })
    // On a slow machine a job may look for its work meanwhile.
    expect(statements.filter((text) => text.includes('"users"'))).toHaveLength(1)
  })

  it('see what was written before they were asked for, whatever is on its way', async () => {
    const isSent = deferred<void>()
    const answer = deferred<void>()
    const find = batched(
      async (db, { keys }: { keys: string[] }) => {
        const rows = await findUsers(db, { keys, least: '' })
        isSent.resolve()
        await answer.promise
        return rows
      },
      (row) => row.id,
    )
    const early = find(shop.db, 'user-0')
    await isSent.promise
    await shop.db.updateTable('users').set({ name: 'Esha' }).where('id', '=', 'user-0').execute()
    const late = find(shop.db, 'user-0')
    answer.resolve()
    expect([(await early)?.name, (await late)?.name]).toEqual(['Asha', 'Esha'])
  })

  it('fail together and not for ever', async () => {
    let isBroken = true
    const find = batched(
      async (db, { keys }: { keys: string[] }) => {
        if (isBroken) throw new Error('the database is away')
        return findUsers(db, { keys, least: '' })
      },
      (row) => row.id,
    )
    const answers = await Promise.allSettled([find(shop.db, 'user-0'), find(shop.db, 'user-1')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect((await find(shop.db, 'user-1'))?.name).toBe('Bina')
  })

  it('of more keys than one statement takes are several', async () => {
    const ids = Array.from({ length: 250 }, (_, at) => `user-${at}`)
    const statements = await shop.reads(async () => {
      const rows = await Promise.all(ids.map((id) => findShopper(shop.db, id)))
      expect(rows.filter(Boolean)).toHaveLength(3)
    })
    expect(statements.filter((text) => text.includes('from "users"'))).toHaveLength(3)
  })
})
