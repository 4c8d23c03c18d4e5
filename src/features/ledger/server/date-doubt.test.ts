import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { order } from '#features/orders/testing/order.ts'
import { plainClock } from '#kernel/clock.ts'
import { DAY_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { confirmDate, getDateDoubt } from '../date.contract.ts'
import { enter, unstatedSale } from '../testing/entries.ts'
import { askForDate } from './date-doubt.ts'

const lines: string[] = []
let shop: TestShop
let at = new Date()
afterEach(() => shop.close())

/** A shop whose ledger has an entry, and that is started again so many days later. */
async function startedAfter(days: number, settings: Record<string, string> = {}, hasEntry = true) {
  at = new Date()
  lines.length = 0
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  shop = await testShop({ ...sellerSettings, ...settings }, { log, clock: plainClock(() => at) })
  if (hasEntry) await enter(shop.db, [unstatedSale(null, 100_00)], at)
  const shopper = await shop.shopper()
  at = new Date(at.getTime() + days * DAY_MS)
  await askForDate(shop.deps)
  await shop.deps.jobs.run('the date')
  return { shopper, doubt: async () => (await (await shop.seller()).api(getDateDoubt)).doubt }
}
const invoices = () => shop.db.selectFrom('invoices').select('number').execute()
const told = () => lines.filter((line) => line.includes('the date may be wrong'))

describe('a start long after the last entry of the ledger', () => {
  it('sells and ends no session, but enters nothing until somebody says that the date is right', async () => {
    const { shopper, doubt } = await startedAfter(100)
    expect(await doubt()).toMatchObject({ kind: 'start', lastEntryAt: expect.any(Date) })
    expect(told()).toHaveLength(1)
    // A session of 100 days ago would have run out.
    const answer = await order(shopper, [{ product: await shop.product(), quantity: 1 }])
    expect(answer.statusCode, answer.body).toBe(200)
    const id = String(answer.json().orderId)
    await shop.deps.jobs.run('papers')
    await shop.deps.jobs.run('tidying up')
    expect(await invoices()).toEqual([])
    const paper = await shopper.send({ method: 'GET', url: `/api/order/${id}/invoice` })
    expect([paper.statusCode, paper.json().code]).toEqual([409, 'BOOKS_WAIT'])
    const seller = await shop.seller()
    for (const [url, payload] of [
      ['/api/payout/run', { currentPassword: sellerSettings.SELLER_PASSWORD }],
      ['/api/payout/confirm', { reference: null, nothingMissing: true }],
    ] as const) {
      const headers = { 'idempotency-key': 'one' }
      const refused = await seller.send({ method: 'POST', url, payload, headers })
      expect([refused.statusCode, refused.json().code], url).toEqual([409, 'BOOKS_WAIT'])
    }

    const { message } = await seller.api(confirmDate)
    expect(message).toBe('Thank you. Ledger, invoices and payouts go on')
    expect(await doubt()).toBeNull()
    await shop.deps.jobs.run('papers')
    expect(await invoices()).toHaveLength(1)
    const { entries } = (await seller.send({ method: 'GET', url: '/api/seller/audit' })).json()
    expect(entries[0]).toMatchObject({ action: 'date.confirmed' })
    // The next start does not ask again.
    await askForDate(shop.deps)
    expect(shop.deps.clock.doubt()).toBeUndefined()
  })

  it.each([
    ['after 39 days', 39, {}, true],
    ['of a demo', 100, { DEMO: '1' }, true],
    ['with a ledger that has no entries', 100, {}, false],
  ] as const)('asks nothing %s', async (_, days, settings, hasEntry) => {
    await startedAfter(days, settings, hasEntry)
    expect(shop.deps.clock.doubt()).toBeUndefined()
    expect(told()).toEqual([])
  })
})
