import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listPayouts, markPayoutFailed, markPayoutSent } from '../payouts.contract.ts'
import { bankAccount, owe, run, type Seller, shopWithDues } from '../testing/payouts.ts'
import { checkPayouts } from './check-payouts.ts'

let shop: TestShop
let seller: Seller
let asha: string
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  ;({ seller, asha } = await shopWithDues(shop))
  await run(seller)
})
afterEach(() => shop.close())

async function faultOf() {
  const fault = (await checkLedger(shop.db, { checkLeaving: checkPayouts }))?.fault
  return fault ? shop.deps.word(fault.problem) : 'right'
}
const ofAsha = () => sql`producer_id = ${asha}`
const account = JSON.stringify({ ...bankAccount, accountNumber: '999999999999' })

describe('the check of what leaves', () => {
  it('finds nothing while payouts are open, sent, failed and paid again', async () => {
    expect(await faultOf()).toBe('right')
    const { payouts } = await seller.api(listPayouts)
    const [one, other] = payouts.map(({ _id: id }) => ({ id }))
    if (!one || !other) throw new Error('two are paid')
    await seller.api(markPayoutSent, { params: one, body: { reference: 'A1' } })
    await seller.api(markPayoutFailed, { params: other, body: { reason: 'closed' } })
    expect(await faultOf()).toBe('right')
    await run(seller)
    await owe(shop.deps, asha, 100_00)
    expect(await faultOf()).toBe('right')
  })

  it.each([
    [
      "a due's payout is set to null",
      () => sql`update ledger_dues set payout_id = null where ${ofAsha()}`,
      /not the sum/,
    ],
    [
      'a due is given to the payout of somebody else',
      () =>
        sql`update ledger_dues set payout_id = (select id from payouts where producer_id <> ${asha}) where ${ofAsha()}`,
      /not the sum|somebody else/,
    ],
    [
      "an open payout's amount",
      () => sql`update payouts set amount_paise = amount_paise + 1 where ${ofAsha()}`,
      /amount/,
    ],
    [
      "an open payout's account",
      () => sql`update payouts set account = ${account} where ${ofAsha()}`,
      /another account/,
    ],
    ['a payout is deleted', () => sql`delete from payouts where ${ofAsha()}`, /not there any more/],
    [
      'a due date is moved',
      () => sql`update ledger_dues set due_at = due_at - 1 where ${ofAsha()}`,
      /due on another day/,
    ],
    ['a payout is called failed', () => sql`update payouts set state = 'failed' where ${ofAsha()}`, /state/],
    ['a run is called older than what it paid', () => sql`update payout_runs set made_at = 1`, /not due yet/],
    ["a statement's last hash", () => sql`update payouts set last_hash = 'f' where ${ofAsha()}`, /another hash/],
  ])('names it when %s', async (_, tamper, problem) => {
    await tamper().execute(shop.db)
    expect(await faultOf()).toMatch(problem)
  })
})
