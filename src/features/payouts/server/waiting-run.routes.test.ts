import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { suspendProducer } from '#features/producers/producers.contract.ts'
import { somebodyElse } from '#features/second-yes/testing/people.ts'
import { newId } from '#shared/ids.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { getPayoutRun, listDue, listPayoutRuns, listPayouts } from '../payouts.contract.ts'
import { getStatement } from '../statements.contract.ts'
import { addMaker, bankAccount, giveAccount, owe, prove, run, type Seller, shopWithDues } from '../testing/payouts.ts'
import { checkPayouts } from './check-payouts.ts'

let shop: TestShop
let meera: Seller
let dev: Awaited<ReturnType<typeof somebodyElse>>
let asha: string
let ravi: string
beforeEach(async () => {
  // Both have ₹1,000.00 due.
  shop = await testShop({ ...sellerSettings, SECOND_YES_FROM: '2000' })
  ;({ seller: meera, asha, ravi } = await shopWithDues(shop))
  await prove(meera)
  dev = await somebodyElse(shop, 'Dev')
})
afterEach(() => shop.close())

const entries = async () => {
  const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n from ledger_entries
    where kind = 'payout'`.execute(shop.db)
  return rows[0]?.n
}
const decide = (id: string, to: 'agreed' | 'sent back') =>
  dev.send({ method: 'POST', url: `/api/second-yes/${id}`, payload: { to } })
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const faults = () => checkPayouts(shop.db, () => false)
const dueOf = async () => (await meera.api(listDue)).run
async function asked(key = newId()) {
  const answer = await run(meera, key)
  expect(answer.statusCode, answer.body).toBe(202)
  return String(answer.json().waiting._id)
}
const ofRun = (number: number) => meera.api(getPayoutRun, { params: { id: String(number) } })

describe('a run that waits for a second yes', () => {
  it('holds its dues, and has no entry, statement, file or mail before the yes', async () => {
    const key = newId()
    const id = await asked(key)
    expect(await entries()).toBe(0)
    expect(await dueOf()).toEqual({ amount: 0, producers: 0 })
    expect((await run(meera, key)).json().waiting._id).toBe(id)
    expect(codeOf(await run(dev, newId(), dev.password))).toEqual([409, 'NOBODY_TO_PAY'])
    expect(await ofRun(1)).toMatchObject({
      waiting: 2,
      open: 0,
      amount: 2000_00,
      secondYes: { _id: id, isYours: true },
    })
    const { payouts } = await meera.api(listPayouts, { query: { run: '1' } })
    expect(payouts.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const [first] = payouts
    const params = { id: first?._id ?? '' }
    await expect(meera.api(getStatement, { params, query: {} })).rejects.toMatchObject({ code: 'STATEMENT_NOT_FOUND' })
    const url = '/api/payout/run/1/bank.csv'
    expect(codeOf(await meera.send({ method: 'GET', url }))).toEqual([409, 'RUN_WAITS'])
    const payload = { reference: 'UTR 1', reason: 'none' }
    for (const path of [`/api/payout/${params.id}/sent`, `/api/payout/${params.id}/failed`, '/api/payout/run/1/sent'])
      expect(codeOf(await meera.send({ method: 'POST', url: path, payload }))).toEqual([409, 'RUN_WAITS'])
    expect(await faults()).toEqual([])

    expect((await decide(id, 'agreed')).statusCode).toBe(200)
    expect(await entries()).toBe(2)
    expect(await ofRun(1)).toMatchObject({
      waiting: 0,
      open: 2,
      secondYes: { state: 'agreed', decidedBy: { name: 'Dev' } },
    })
    expect((await meera.send({ method: 'GET', url })).statusCode).toBe(200)
    const { statement } = await meera.api(getStatement, { params, query: {} })
    expect([statement.amount, statement.sums.together]).toEqual([1000_00, 1000_00])
    expect(await faults()).toEqual([])
    // The call's own answer, now that it is made.
    expect((await run(meera, key)).json()).toMatchObject({ run: { number: 1, open: 2 } })
    expect(codeOf(await decide(id, 'agreed'))).toEqual([409, 'YES_DECIDED'])
    expect(await entries()).toBe(2)
  })

  it('that is sent back makes its sums due again; its call makes no other run', async () => {
    const key = newId()
    const id = await asked(key)
    expect((await decide(id, 'sent back')).statusCode).toBe(200)
    expect([await entries(), await dueOf()]).toEqual([0, { amount: 2000_00, producers: 2 }])
    expect(codeOf(await run(meera, key))).toEqual([409, 'RUN_GIVEN_UP'])
    expect(await faults()).toEqual([])
    const second = await asked()
    expect((await decide(second, 'agreed')).statusCode).toBe(200)
    const { runs } = await meera.api(listPayoutRuns, { query: {} })
    expect(runs).toMatchObject([
      { number: 2, open: 2, givenUp: 0 },
      { number: 1, open: 0, givenUp: 2, producers: 2 },
    ])
    expect(await faults()).toEqual([])
  })

  it('lapses after three days with its sums due again', async () => {
    await asked()
    await shop.db.updateTable('second_yeses').set({ until_at: 1 }).execute()
    await shop.deps.jobs.run('second yes')
    expect([await entries(), await dueOf()]).toEqual([0, { amount: 2000_00, producers: 2 }])
  })

  it('is given up by a restore, with its sums due again', async () => {
    await asked()
    await markRestored(shop.db, new Date())
    await markRestored(shop.db, new Date())
    const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n from ledger_dues
      where payout_id is not null`.execute(shop.db)
    expect([rows[0]?.n, await entries(), await faults()]).toEqual([0, 0, []])
  })

  it.each([
    [
      'an account that was changed',
      'PAYEE_CHANGED',
      () => giveAccount(meera, ravi, { ...bankAccount, holder: 'Else' }),
    ],
    ['a maker who was suspended', 'PAYEE_CHANGED', () => meera.api(suspendProducer, { params: { id: asha } })],
    ['pieces that came back', 'DUES_CHANGED', () => owe(shop.deps, asha, -300_00)],
  ] as const)('is not paid with %s: it is given up, and due again', async (_, code, change) => {
    const id = await asked()
    await change()
    expect(codeOf(await decide(id, 'agreed'))).toEqual([409, code])
    expect(await entries()).toBe(0)
    expect(await ofRun(1)).toMatchObject({ givenUp: 2, waiting: 0, secondYes: { state: 'given up' } })
    expect(await faults()).toEqual([])
  })

  it('says what is not as the last time', async () => {
    await decide(await asked(), 'agreed')
    const [second] = (await meera.api(listPayouts, { query: { producer: ravi } })).payouts
    await meera.send({ method: 'POST', url: `/api/payout/${second?._id}/failed`, payload: { reason: 'Closed' } })
    await giveAccount(meera, asha, { ...bankAccount, accountNumber: '30004567890000' })
    await shop.db
      .updateTable('payout_accounts')
      .set({ replaced_at: 1, called: '' })
      .where('producer_id', '=', asha)
      .execute()
    await owe(shop.deps, asha, 1000_00)
    const third = await addMaker(shop.deps, 'New')
    await giveAccount(meera, third)
    await owe(shop.deps, third, 1000_00)
    await asked()
    const { toLookAt } = await ofRun(2)
    expect(toLookAt).toMatchObject([
      { isFirst: false, newAccount: { was: 'SBI, ends in 4417', since: new Date(1) }, failed: null },
      { isFirst: true, newAccount: null, failed: null },
      { isFirst: false, newAccount: null, failed: { run: 1, amount: 1000_00 } },
    ])
  })

  it('yes and no at once leave one of both', async () => {
    const id = await asked()
    const other = await somebodyElse(shop, 'Other')
    const no = other.send({ method: 'POST', url: `/api/second-yes/${id}`, payload: { to: 'sent back' } })
    const [agreed, back] = await Promise.all([decide(id, 'agreed'), no])
    expect([agreed.statusCode, back.statusCode].toSorted()).toEqual([200, 409])
    expect(await entries()).toBe(agreed.statusCode === 200 ? 2 : 0)
    expect(await faults()).toEqual([])
  })
})
