import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  confirmLastPayout,
  enterFoundPayout,
  getPayoutRun,
  listDue,
  listPayouts,
  markPayoutSent,
} from '../payouts.contract.ts'
import { owe, prove, run, type Seller, shopWithDues } from '../testing/payouts.ts'

let shop: TestShop
let seller: Seller
let asha: string
let ravi: string
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  ;({ seller, asha, ravi } = await shopWithDues(shop))
})
afterEach(() => shop.close())

const restore = () => markRestored(shop.db, new Date())
/** A restore ends all sessions. */
async function restored() {
  await restore()
  seller = await shop.seller()
}
const payouts = async () => (await seller.api(listPayouts)).payouts
async function idOf(producer: string) {
  const payout = (await payouts()).find((one) => one.producer._id === producer)
  if (!payout) throw new Error('this producer has a payout')
  return payout._id
}
const found = (body: object) => seller.send({ method: 'POST', url: '/api/payout/found', payload: body })
const confirm = (reference: string | null) =>
  seller.api(confirmLastPayout, { body: { reference, nothingMissing: true } })
const due = () => seller.api(listDue)

describe('after a restore', () => {
  it('a reference that names a run of the gap is refused for a payout of the books', async () => {
    await run(seller, 'before')
    await restored()
    const [id, url] = [await idOf(asha), '/api/payout/found']
    const answer = await seller.send({ method: 'POST', url, payload: { payout: id, reference: 'NEFT Haat payout 14' } })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'REFERENCE_OF_LOST_RUN'])
    expect((await found({ payout: id, reference: 'NEFT Haat payout 1' })).statusCode).toBe(200)
  })

  it('nothing is paid out, noted as sent or failed, or given to the bank, until somebody has confirmed', async () => {
    await run(seller, 'before')
    const id = await idOf(asha)
    await restored()
    expect((await due()).lockedSince).toBeInstanceOf(Date)
    expect((await seller.api(getPayoutRun, { params: { id: '1' } })).lockedSince).toBeInstanceOf(Date)
    await owe(shop.deps, asha, 900_00)
    await prove(seller)
    const calls = [
      run(seller),
      seller.send({ method: 'POST', url: `/api/payout/${id}/sent`, payload: { reference: 'A1' } }),
      seller.send({ method: 'POST', url: `/api/payout/${id}/failed`, payload: { reason: 'wrong' } }),
      seller.send({ method: 'POST', url: '/api/payout/run/1/sent', payload: { reference: 'A1' } }),
      seller.send({ method: 'GET', url: '/api/payout/run/1/bank.csv' }),
    ]
    for (const answer of await Promise.all(calls))
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'PAYOUTS_LOCKED'])
    // A run that the books know is answered all the same.
    expect((await run(seller, 'before')).json()).toMatchObject({ run: { number: 1 } })
    expect(await payouts()).toHaveLength(2)

    await confirm(null)
    expect((await due()).lockedSince).toBeNull()
    expect((await run(seller)).json()).toMatchObject({ run: { number: 102, amount: 900 } })
    const { entries } = (await seller.send({ method: 'GET', url: '/api/seller/audit' })).json()
    expect(entries[1].summary).toBe('The last payout of the bank confirmed after a restore: none was made yet')
  })

  it("the bank's last payout has to be one that the books know, and their latest", async () => {
    await run(seller)
    await seller.api(markPayoutSent, { params: { id: await idOf(asha) }, body: { reference: 'A1' } })
    await seller.api(markPayoutSent, { params: { id: await idOf(ravi) }, body: { reference: 'R1' } })
    shop.setClock(new Date(Date.now() + DAY_MS))
    await owe(shop.deps, asha, 900_00)
    seller = await shop.seller()
    await run(seller)
    await seller.api(markPayoutSent, { params: { id: await idOf(asha) }, body: { reference: 'A2' } })
    shop.setClock(undefined)
    await markRestored(shop.db, new Date(Date.now() + 2 * DAY_MS))
    seller = await shop.seller()
    await expect(confirm(null)).rejects.toMatchObject({ code: 'BOOKS_HAVE_PAYOUTS' })
    await expect(confirm('A3')).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
    await expect(confirm('A1')).rejects.toMatchObject({ code: 'OLDER_REFERENCE' })
    await expect(
      seller.api(confirmLastPayout, { body: { reference: 'A2', nothingMissing: false } }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'Confirm that every payout in the statement of the bank is in these books',
    })
    expect((await due()).lockedSince).not.toBeNull()
    await confirm('A2')
    await expect(confirm('A2')).rejects.toMatchObject({ code: 'PAYOUTS_NOT_LOCKED' })
  })

  it('a payout of the bank that the books do not know is entered, and nobody is paid twice', async () => {
    await restored()
    const answer = await found({ producer: asha, amount: 1000, reference: 'A9' })
    expect(answer.json()).toMatchObject({
      message: 'Payout to Asha entered as sent',
      payout: { run: 101, amount: 1000, state: 'sent', reference: 'A9', account: null },
    })
    expect((await found({ producer: asha, amount: 1000, reference: 'A9' })).json()).toEqual(answer.json())
    expect((await found({ producer: asha, amount: 999, reference: 'A9' })).json().code).toBe('REFERENCE_USED')
    expect((await found({ producer: ravi, amount: 400, reference: 'R9' })).statusCode).toBe(200)
    for (const [body, code] of [
      [{ producer: 'nobody', amount: 10, reference: 'N1' }, 'PRODUCER_NOT_FOUND'],
      [{ producer: asha, amount: 0, reference: 'A10' }, 'BAD_INPUT'],
      [{ producer: asha, amount: -5, reference: 'A10' }, 'BAD_INPUT'],
      [{ reference: 'A10' }, 'BAD_INPUT'],
    ] as const)
      expect((await found(body)).json().code).toBe(code)
    // Whichever of those that were entered just now is the last one.
    await confirm('A9')

    expect((await due()).balances).toMatchObject([{ producer: { name: 'Ravi' }, due: 600_00, next: 'run' }])
    expect((await run(seller)).json()).toMatchObject({ run: { number: 103, amount: 600, producers: 1 } })
    await owe(shop.deps, asha, 500_00)
    expect((await run(seller)).json()).toMatchObject({ run: { amount: 500 } })
    expect((await found({ producer: asha, amount: 10, reference: 'A11' })).json().code).toBe('PAYOUTS_NOT_LOCKED')
    const runs = (await seller.send({ method: 'GET', url: '/api/payout/run' })).json().runs
    expect(runs.map((one: { isFound: boolean }) => one.isFound)).toEqual([false, false, true, true])
    expect((await checkLedger(shop.db))?.fault).toBeUndefined()
  })

  it('a payout that is open in the books, and that the bank paid since, is entered as sent', async () => {
    await run(seller)
    await restored()
    const payout = await idOf(asha)
    expect((await found({ payout, reference: 'A1' })).json()).toMatchObject({ payout: { state: 'sent', run: 1 } })
    expect((await found({ payout, reference: 'A1' })).statusCode).toBe(200)
    expect((await found({ payout, reference: 'A2' })).json().code).toBe('PAYOUT_ENDED')
    expect((await found({ payout: 'none', reference: 'A2' })).json().code).toBe('PAYOUT_NOT_FOUND')
    await seller.api(enterFoundPayout, { body: { payout: await idOf(ravi), reference: 'A1' } })
    await confirm('A1')
    expect((await due()).balances).toEqual([])
    expect((await run(seller)).json().code).toBe('NOBODY_TO_PAY')
  })

  it('a second restore locks again', async () => {
    await restored()
    await confirm(null)
    await restored()
    await restore()
    seller = await shop.seller()
    expect((await run(seller)).json().code).toBe('PAYOUTS_LOCKED')
  })
})
