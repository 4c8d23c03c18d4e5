import { afterAll, beforeAll, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listDue, listPayouts, markPayoutFailed, markPayoutSent } from '../payouts.contract.ts'
import { payoutMoves, payoutStates } from '../payouts.states.ts'
import { addMaker, giveAccount, owe, prove, run, type Seller } from '../testing/payouts.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
  await prove(seller)
})
afterAll(() => shop.close())

/** A payout in this state, to a maker of its own. */
async function payoutIn(state: (typeof payoutStates)[number]) {
  const maker = await addMaker(shop.deps, `Maker ${Math.random()}`)
  await giveAccount(seller, maker)
  await owe(shop.deps, maker, 1000_00)
  await run(seller)
  const [payout] = (await seller.api(listPayouts, { query: { producer: maker } })).payouts
  const id = payout?._id ?? ''
  if (state === 'sent') await seller.api(markPayoutSent, { params: { id }, body: { reference: 'UTR 1' } })
  if (state === 'failed') await seller.api(markPayoutFailed, { params: { id }, body: { reason: 'Unknown account' } })
  // How they come about is another test's (waiting-run.routes.test.ts).
  if (state === 'waiting' || state === 'given up')
    await shop.db.updateTable('payouts').set({ state }).where('id', '=', id).execute()
  return { id, maker }
}

async function look({ id, maker }: { id: string; maker: string }) {
  const mail = (await shop.db.selectFrom('producers').select('email').where('id', '=', maker).executeTakeFirstOrThrow())
    .email
  const [payout] = (await seller.api(listPayouts, { query: { producer: maker } })).payouts
  const due = (await seller.api(listDue)).balances.find(({ producer }) => producer._id === maker)?.due ?? 0
  return { id, state: payout?.state, due, mails: (await shop.mailsTo(mail)).length }
}

const cells = payoutStates.flatMap((from) => (['sent', 'failed'] as const).map((to) => ({ from, to })))

it.each(cells)('a payout that is $from becomes $to as the table says, with all its effects', async ({ from, to }) => {
  const one = await payoutIn(from)
  const before = await look(one)
  const params = { id: one.id }
  const move =
    to === 'sent'
      ? seller.api(markPayoutSent, { params, body: { reference: 'UTR 2' } })
      : seller.api(markPayoutFailed, { params, body: { reason: 'Closed account' } })
  const { from: allowed, effects } = payoutMoves[to]
  if (!allowed.includes(from)) {
    await expect(move).rejects.toMatchObject({ code: from === 'waiting' ? 'RUN_WAITS' : 'PAYOUT_ENDED' })
    return expect(await look(one)).toEqual(before)
  }
  await move
  expect(await look(one)).toEqual({
    ...{ id: one.id, state: to },
    due: before.due + (effects.includes('due again') ? 1000_00 : 0),
    mails: before.mails + (effects.includes('producer told') ? 1 : 0),
  })
})
