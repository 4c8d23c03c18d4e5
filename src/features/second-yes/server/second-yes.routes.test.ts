import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '#app/restored.ts'
import { listAudit } from '#features/audit/audit.contract.ts'
import { sellerLogin } from '#features/auth/auth.contract.ts'
import { addCommunityPayout, addCorrection } from '#features/ledger/ledger.contract.ts'
import { getSellerOrder } from '#features/orders/orders.contract.ts'
import { refundOrder } from '#features/orders/seller-orders.contract.ts'
import { order as placeOrder } from '#features/orders/testing/order.ts'
import { ask as askReturn, deliver } from '#features/returns/testing/returns.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { changeRights, removePerson } from '#features/team/team.contract.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listSecondYeses } from '../second-yes.contract.ts'
import { somebodyElse } from '../testing/people.ts'

let shop: TestShop
let meera: Awaited<ReturnType<TestShop['seller']>>
let dev: Awaited<ReturnType<typeof somebodyElse>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  meera = await shop.seller({ staysProved: true })
  dev = await somebodyElse(shop, 'Dev')
})
afterEach(() => shop.close())

type Browser = Pick<typeof meera, 'api' | 'send'>
const waiting = async () => (await dev.api(listSecondYeses)).waiting
const decided = async () => (await dev.api(listSecondYeses)).decided

/** Money that the shop gives to nobody in particular; the answer as it comes. */
const correct = ({ send }: Browser, rupees: number, key = newId()) =>
  send({
    ...{ method: 'POST', url: addCorrection.path, headers: { 'idempotency-key': key } },
    payload: { reason: 'Counted again', shop: rupees, source: 'The cash box' },
  })
const decide = ({ send }: Browser, id: string, to: 'agreed' | 'sent back', message?: string) =>
  send({ method: 'POST', url: `/api/second-yes/${id}`, payload: { to, ...(message ? { message } : {}) } })
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
async function entries() {
  const { rows } = await sql<{ n: number }>`select cast(count(*) as integer) as n from ledger_entries`.execute(shop.db)
  return rows[0]?.n
}
/** Their sessions end meanwhile; a login is a proof, too. */
async function later(ms: number) {
  shop.setClock(new Date(Date.now() + ms))
  const { SELLER_EMAIL: email, SELLER_PASSWORD: password } = sellerSettings
  await meera.api(sellerLogin, { body: { email, password } })
  await dev.api(sellerLogin, { body: { email: dev.email, password: dev.password } })
}
async function asked(rupees = 12_000) {
  const answer = await correct(meera, rupees)
  expect(answer.statusCode, answer.body).toBe(202)
  return String(answer.json().waiting._id)
}

describe('from the amount on', () => {
  it('a correction waits: nothing is entered, all others with the right are told, and who asked cannot agree', async () => {
    const before = await entries()
    await somebodyElse(shop, 'Ravi', ['orders'])
    const key = newId()
    const answer = await correct(meera, 12_000, key)
    expect(answer.statusCode).toBe(202)
    const { success, waiting: told } = answer.json()
    expect({ success, days: Math.round((Date.parse(told.until) - Date.now()) / DAY_MS) }).toEqual({
      success: true,
      days: 3,
    })
    expect(await entries()).toBe(before)
    // The same call again is the same question.
    expect((await correct(meera, 12_000, key)).json().waiting).toEqual(told)
    expect(codeOf(await correct(meera, 13_000, key))).toEqual([409, 'KEY_REUSED'])
    expect(await waiting()).toMatchObject([{ _id: told._id, kind: 'correction', amount: 12_000_00, isYours: false }])
    expect((await shop.mailsTo(dev.email)).filter(({ kind }) => kind === 'second yes asked')).toHaveLength(1)
    for (const other of [sellerSettings.SELLER_EMAIL, 'ravi@example.com'])
      expect((await shop.mailsTo(other)).filter(({ kind }) => kind === 'second yes asked')).toHaveLength(0)
    expect(codeOf(await decide(meera, told._id, 'agreed'))).toEqual([403, 'OWN_YES'])
    expect(await entries()).toBe(before)

    expect((await decide(dev, told._id, 'agreed')).statusCode).toBe(200)
    expect(await entries()).toBe((before ?? 0) + 1)
    expect(await waiting()).toEqual([])
    expect(await decided()).toMatchObject([{ state: 'agreed', decidedBy: { name: 'Dev' } }])
    // The call is answered as if it had been made at once, and enters nothing more.
    expect((await correct(meera, 12_000, key)).statusCode).toBe(201)
    expect(await entries()).toBe((before ?? 0) + 1)
    const told2 = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(told2.map(({ subject }) => subject)).toContain('It is done: ₹12,000.00')
    const { entries: acts } = await meera.api(listAudit, { query: {} })
    expect(acts.map(({ action, who }) => [action, who.name]).slice(0, 3)).toEqual(
      expect.arrayContaining([
        ['ledger.corrected', ''],
        ['second-yes.agreed', 'Dev'],
      ]),
    )
    expect(acts.find(({ action }) => action === 'second-yes.agreed')?.summary).toContain('seller@example.com')
  })

  it('a paisa below it is entered at once, and parts of a sum count together within a day, of all kinds', async () => {
    shop.setClock(new Date())
    expect((await correct(meera, 9_999.99)).statusCode).toBe(201)
    const second = await correct(meera, 0.01)
    expect(second.statusCode).toBe(202)
    // What another person does is their own sum.
    expect((await correct(dev, 9_999.99)).statusCode).toBe(201)
    await later(DAY_MS + HOUR_MS)
    expect((await correct(meera, 9_999.99)).statusCode).toBe(201)
  })

  it('what was agreed to does not count as done alone', async () => {
    await decide(dev, await asked(), 'agreed')
    expect((await correct(meera, 9_999)).statusCode).toBe(201)
  })

  it.each(['changed', 'removed'])(
    'one person alone is enough a day after the other was %s, who is told',
    async (how) => {
      shop.setClock(new Date())
      const params = { id: dev._id }
      if (how === 'changed') await meera.api(changeRights, { params, body: { rights: ['orders'] } })
      else await meera.api(removePerson, { params })
      expect((await correct(meera, 12_000)).statusCode).toBe(202)
      const told = (await shop.mailsTo(dev.email)).filter(({ kind }) => kind === 'one with money')
      expect(told.map(({ subject }) => subject)).toEqual(['One person alone has the right money at Haat'])
      expect((await shop.mailsTo(sellerSettings.SELLER_EMAIL)).filter(({ kind }) => kind === 'one with money')).toEqual(
        [],
      )
      const { people, aloneFrom } = await meera.api(listSecondYeses)
      expect([people, aloneFrom]).toEqual([1, new Date(shop.deps.now().getTime() + DAY_MS)])
      shop.setClock(new Date(Date.now() + DAY_MS + HOUR_MS))
      meera = await shop.seller({ staysProved: true })
      expect((await correct(meera, 12_000)).statusCode).toBe(201)
      expect(await meera.api(listSecondYeses)).toMatchObject({ people: 1, aloneFrom: null })
    },
  )

  it('two are two again at once, and a third who goes changes nothing', async () => {
    const ravi = await somebodyElse(shop, 'Ravi')
    await meera.api(changeRights, { params: { id: ravi._id }, body: { rights: [] } })
    expect((await meera.api(listSecondYeses)).aloneFrom).toBeNull()
    await meera.api(changeRights, { params: { id: dev._id }, body: { rights: [] } })
    await meera.api(changeRights, { params: { id: ravi._id }, body: { rights: ['money'] } })
    expect(await meera.api(listSecondYeses)).toMatchObject({ people: 2, aloneFrom: null })
    expect((await correct(meera, 12_000)).statusCode).toBe(202)
  })

  it('nothing waits where there never were two, nor where the shop asks for none', async () => {
    const alone = await testShop(sellerSettings)
    expect((await correct(await alone.seller({ staysProved: true }), 12_000)).statusCode).toBe(201)
    await alone.close()
    const other = await testShop({ ...sellerSettings, SECOND_YES_FROM: '0' })
    const seller = await other.seller({ staysProved: true })
    await somebodyElse(other, 'Dev')
    expect((await correct(seller, 50_000)).statusCode).toBe(201)
    expect(await seller.api(listSecondYeses)).toMatchObject({ from: null, people: 2, waiting: [] })
    await other.close()
  })

  it('a community payout waits, and is checked again when it is agreed to', async () => {
    const give = (rupees: number) =>
      meera.send({
        ...{ method: 'POST', url: addCommunityPayout.path },
        payload: { for: 'A well', day: indianDay(new Date()), amount: rupees },
      })
    expect(codeOf(await give(12_000))).toEqual([409, 'MORE_THAN_IS_LEFT'])
    await decide(dev, String((await correctCommunity(12_000)).json().waiting._id), 'agreed')
    const first = await give(12_000)
    expect(first.statusCode).toBe(202)
    const second = await give(11_000)
    expect(second.statusCode).toBe(202)
    expect((await decide(dev, first.json().waiting._id, 'agreed')).statusCode).toBe(200)
    expect(codeOf(await decide(dev, second.json().waiting._id, 'agreed'))).toEqual([409, 'MORE_THAN_IS_LEFT'])
    expect(await decided()).toMatchObject([
      { state: 'given up', decidedBy: null, reason: expect.stringContaining('still to give') },
      { state: 'agreed' },
      { state: 'agreed' },
    ])
  })
  const correctCommunity = (rupees: number) =>
    meera.send({
      ...{ method: 'POST', url: addCorrection.path },
      payload: { reason: 'A gift', community: rupees, source: 'A donor' },
    })
})

describe('a yes cannot be forged', () => {
  it('by who has not the right, has not proved who they are, or comes with a key', async () => {
    const id = await asked()
    const ravi = await somebodyElse(shop, 'Ravi', ['orders', 'team'])
    expect(codeOf(await decide(ravi, id, 'agreed'))).toEqual([403, 'NO_RIGHT'])
    await shop.db.updateTable('sessions').set({ proved_until: null }).execute()
    expect(codeOf(await decide(dev, id, 'agreed'))).toEqual([401, 'ASK_AGAIN'])
    const shopper = await shop.shopper()
    expect((await decide(shopper, id, 'agreed')).statusCode).toBe(403)
    expect((await decide(shop.browser(), id, 'agreed')).statusCode).toBe(401)
    expect(await waiting()).toHaveLength(1)
  })

  it('for what is unknown, was done alone, or was decided', async () => {
    expect(codeOf(await decide(dev, newId(), 'agreed'))).toEqual([404, 'YES_NOT_FOUND'])
    await correct(meera, 5)
    const { id: alone } = await shop.db.selectFrom('second_yeses').select('id').executeTakeFirstOrThrow()
    expect(codeOf(await decide(dev, alone, 'agreed'))).toEqual([404, 'YES_NOT_FOUND'])
    const id = await asked()
    expect((await decide(dev, id, 'sent back', 'Too much')).statusCode).toBe(200)
    const before = await entries()
    for (const to of ['agreed', 'sent back'] as const)
      expect(codeOf(await decide(dev, id, to))).toEqual([409, 'YES_DECIDED'])
    expect(await entries()).toBe(before)
    const mails = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mails.find(({ kind }) => kind === 'second yes decided')?.text_body).toContain('Too much')
  })

  it('after three days, whether or not the job has said so', async () => {
    shop.setClock(new Date())
    const [first, second] = [await asked(), await asked(13_000)]
    await later(3 * DAY_MS + HOUR_MS)
    expect(codeOf(await decide(dev, first, 'agreed'))).toEqual([409, 'YES_DECIDED'])
    await shop.deps.jobs.run('second yes')
    expect(codeOf(await decide(dev, second, 'agreed'))).toEqual([409, 'YES_DECIDED'])
    expect(await decided()).toMatchObject([{ state: 'lapsed' }, { state: 'lapsed' }])
    const mails = await shop.mailsTo(sellerSettings.SELLER_EMAIL)
    expect(mails.filter(({ kind }) => kind === 'second yes decided')).toHaveLength(2)
  })

  it('for somebody who has lost the right since, or is gone', async () => {
    const ravi = await somebodyElse(shop, 'Ravi')
    const ask = async (by: Browser) => String((await correct(by, 12_000)).json().waiting._id)
    const [first, second] = [await ask(ravi), await ask(ravi)]
    const before = await entries()
    await meera.api(changeRights, { params: { id: ravi._id }, body: { rights: ['orders'] } })
    expect(codeOf(await decide(dev, first, 'agreed'))).toEqual([409, 'ASKER_GONE'])
    await meera.api(removePerson, { params: { id: ravi._id } })
    await shop.deps.jobs.run('second yes')
    expect(codeOf(await decide(dev, second, 'agreed'))).toEqual([409, 'YES_DECIDED'])
    expect(await decided()).toMatchObject([{ state: 'given up' }, { state: 'given up' }])
    expect(await entries()).toBe(before)
  })

  it('after a restore', async () => {
    const id = await asked()
    await markRestored(shop.db, new Date())
    expect(await shop.db.selectFrom('second_yeses').select(['id', 'state']).execute()).toEqual([
      { id, state: 'given up' },
    ])
  })
})

describe('a yes cannot be raced', () => {
  it('two at once are one entry; a yes and a no at once are one of both', async () => {
    const ravi = await somebodyElse(shop, 'Ravi')
    const before = (await entries()) ?? 0
    const first = await asked()
    const both = await Promise.all([decide(dev, first, 'agreed'), decide(ravi, first, 'agreed')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await entries()).toBe(before + 1)
    const second = await asked(13_000)
    const [yes, no] = await Promise.all([decide(dev, second, 'agreed'), decide(ravi, second, 'sent back')])
    expect([yes.statusCode, no.statusCode].sort()).toEqual([200, 409])
    expect(await entries()).toBe(before + 1 + (yes.statusCode === 200 ? 1 : 0))
  })

  it('parts that one person sends at once are counted one after the other', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => correct(meera, 4_000)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 202])
  })
})

describe('a refund by hand', () => {
  async function paidOrder() {
    const shopper = await shop.shopper()
    const product = await shop.product({ offerPricePaise: 6_000_00, pricePaise: 6_000_00 })
    const id = String((await placeOrder(shopper, [{ product, quantity: 2 }])).json().orderId)
    await deliver(meera, id)
    const refund = (by: Browser, quantity: number, reference: string) =>
      by.send({
        ...{ method: 'POST', url: refundOrder.path.replace(':id', id) },
        payload: { lines: [{ product, quantity }], method: 'upi', reference },
      })
    const refunded = async () => (await meera.api(getSellerOrder, { params: { id } })).order.refunded
    return { id, product, refund, refunded, shopper }
  }

  it('is no other one because a return is closed by it', async () => {
    const { id, product, refund, refunded, shopper } = await paidOrder()
    const asked = await askReturn(shopper, { order: id, items: [{ product, quantity: 2 }] })
    const url = `/api/return/${asked.json().return._id}`
    const move = (by: Browser, payload: object) => by.send({ method: 'PATCH', url, payload })
    for (const to of ['accepted', 'arrived'])
      expect((await move(meera, { to, message: 'Send it to 12 Fort Road' })).statusCode).toBe(200)
    const close = { to: 'closed', method: 'upi', reference: 'UPI 1' }
    const later = await shop.seller()
    await shop.db.updateTable('sessions').set({ proved_until: null }).execute()
    expect(codeOf(await move(later, close))).toEqual([401, 'ASK_AGAIN'])
    meera = await shop.seller({ staysProved: true })
    expect(codeOf(await move(meera, close))).toEqual([409, 'REFUND_AT_ORDER'])
    expect(await refunded()).toBe(0)
    const { waiting: told } = (await refund(meera, 2, 'UPI 1')).json()
    await dev.api(proveAgain, { body: { currentPassword: dev.password } })
    expect((await decide(dev, told._id, 'agreed')).statusCode).toBe(200)
    expect((await move(meera, { to: 'closed' })).statusCode).toBe(200)
    expect(await refunded()).toBe(12_240_00)
  })

  it('that closes a return counts with what else goes that day', async () => {
    const { id, product, refund, shopper } = await paidOrder()
    const asked = await askReturn(shopper, { order: id, items: [{ product, quantity: 1 }] })
    const url = `/api/return/${asked.json().return._id}`
    for (const payload of [
      { to: 'accepted', message: 'Send it to 12 Fort Road' },
      { to: 'arrived' },
      { to: 'closed', method: 'upi', reference: 'UPI 1' },
    ])
      expect((await meera.send({ method: 'PATCH', url, payload })).statusCode).toBe(200)
    expect((await refund(meera, 1, 'UPI 2')).statusCode).toBe(202)
  })

  it('waits with all its checks, is made with the yes, and a change of it is another question', async () => {
    const { id, refund, refunded } = await paidOrder()
    const first = await refund(meera, 2, 'UPI 1')
    expect(first.statusCode, first.body).toBe(202)
    expect((await refund(meera, 2, 'UPI 1')).json().waiting._id).toBe(first.json().waiting._id)
    expect(await refunded()).toBe(0)
    const changed = await refund(meera, 2, 'UPI 2')
    expect(changed.statusCode).toBe(202)
    expect(codeOf(await decide(dev, first.json().waiting._id, 'agreed'))).toEqual([409, 'YES_DECIDED'])
    expect(await waiting()).toMatchObject([
      { kind: 'refund', subject: id, facts: [{ value: '2 of Blue Pottery Bowl' }, { value: 'UPI, reference UPI 2' }] },
    ])
    expect((await decide(dev, changed.json().waiting._id, 'agreed')).statusCode).toBe(200)
    expect(await refunded()).toBe(12_240_00)
  })

  it('that is not possible any more is given up, and says why', async () => {
    const { refund, refunded } = await paidOrder()
    const asked = await refund(meera, 2, 'UPI 1')
    expect((await refund(dev, 1, 'UPI 3')).statusCode).toBe(200)
    const back = await refunded()
    expect(codeOf(await decide(dev, asked.json().waiting._id, 'agreed'))).toEqual([409, 'TOO_MUCH_TO_REFUND'])
    expect(await refunded()).toBe(back)
    expect(await decided()).toMatchObject([{ state: 'given up' }])
  })

  it('a yes and a change at once leave one of both', async () => {
    const { refund, refunded } = await paidOrder()
    const first = String((await refund(meera, 2, 'UPI 1')).json().waiting._id)
    const [yes, change] = await Promise.all([decide(dev, first, 'agreed'), refund(meera, 2, 'UPI 2')])
    expect([yes.statusCode, change.statusCode]).toEqual(yes.statusCode === 200 ? [200, expect.any(Number)] : [409, 202])
    expect(await refunded()).toBe(yes.statusCode === 200 ? 12_240_00 : 0)
    expect(await waiting()).toHaveLength(yes.statusCode === 200 ? 0 : 1)
  })
})
