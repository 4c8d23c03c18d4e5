import { afterEach, describe, expect, it } from 'vitest'
import { features } from '#app/features.ts'
import { endDemo } from '#features/catalog/server/end-demo.ts'
import { sampleProducers } from '#features/producers/sample-producers.ts'
import { onPostgres, sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { PayoutAccount } from '../payouts.account.ts'
import { getPayoutAccount } from '../payouts.contract.ts'
import { addMaker, bankAccount, giveAccount, owe, run } from '../testing/payouts.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
afterEach(() => shop.close())

/** What a start does before the shop opens. */
async function start(deps = shop.deps) {
  for (const { prepare } of features) await prepare?.(deps)
}
async function open() {
  shop = await testShop({ DEMO: 'catalogue', ...sellerSettings })
  await start()
  seller = await shop.seller()
}
const accounts = () => shop.db.selectFrom('payout_accounts').selectAll().orderBy('producer_id').execute()
const [potters, weavers] = sampleProducers

describe('the sample producers of a demo', () => {
  it('have accounts that no bank has, and that pass as accounts', async () => {
    await open()
    const kept = (await accounts()).map(({ producer_id, account }) => ({
      id: producer_id,
      account: PayoutAccount.parse(JSON.parse(account)),
    }))
    expect(kept.map(({ id }) => id)).toEqual(sampleProducers.map(({ _id }) => _id).toSorted())
    const where = kept.map(({ account }) =>
      account.kind === 'bank' ? account.ifsc.slice(0, 4) : account.upi.split('@')[1],
    )
    expect(new Set(where)).toEqual(new Set(['DEMO', 'haatdemo']))
    const { changedBy } = await seller.api(getPayoutAccount, { params: { producer: potters._id } })
    expect(changedBy).toBe('the demo')
    expect(await shop.mailsTo()).toEqual([])
  })

  it('are paid by a run of the same day', async () => {
    await open()
    for (const { _id } of sampleProducers) await owe(shop.deps, _id, 1000_00)
    expect((await run(seller)).statusCode).toBe(200)
    const paid = await shop.db.selectFrom('payouts').select('producer_id').orderBy('producer_id').execute()
    expect(paid.map(({ producer_id }) => producer_id)).toEqual(sampleProducers.map(({ _id }) => _id).toSorted())
  })

  it('keep what somebody made of their accounts at the next start', async () => {
    await open()
    await giveAccount(seller, potters._id)
    await giveAccount(seller, weavers._id, null)
    const before = await accounts()
    await start()
    expect(await accounts()).toEqual(before)
    expect(before.find(({ producer_id }) => producer_id === potters._id)?.account).toBe(JSON.stringify(bankAccount))
  })

  it('are given them once when several processes start at the same moment', async () => {
    shop = await testShop({ DEMO: 'catalogue', ...sellerSettings })
    const others = onPostgres ? [await shop.anotherProcess(), await shop.anotherProcess()] : []
    await Promise.all([shop.app, shop.app, ...others.map(({ app }) => app)].map(({ deps }) => start(deps)))
    expect((await accounts()).map(({ replaced_at }) => replaced_at)).toEqual(sampleProducers.map(() => null))
    for (const other of others) await other.close()
  })

  it('leave with their accounts; one of the shop’s own keeps theirs', async () => {
    await open()
    const own = await addMaker(shop.deps, 'Asha')
    await giveAccount(seller, own)
    await endDemo(shop.deps)
    expect((await accounts()).map(({ producer_id }) => producer_id)).toEqual([own])
  })
})

it('a shop that never was a demo has none', async () => {
  shop = await testShop(sellerSettings)
  await start()
  expect(await accounts()).toEqual([])
})
