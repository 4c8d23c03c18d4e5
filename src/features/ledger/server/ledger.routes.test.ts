import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getEarnings } from '#features/producers/earnings.contract.ts'
import { decideApplication, editProducer, suspendProducer } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { done } from '#features/second-yes/testing/done.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import {
  addCommunityPayout,
  addCorrection,
  getLedger,
  listCommunityPayouts,
  listCorrections,
  previewCorrection,
} from '../ledger.contract.ts'
import { enter as enterAt, returnOf, saleOf, unstatedSale } from '../testing/entries.ts'

const NOW = new Date('2026-11-23T10:00:00Z')

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop(sellerSettings)
  shop.setClock(NOW)
  seller = await shop.seller()
})
afterEach(() => shop.close())

const enter = (entries: Parameters<typeof enterAt>[1], at = NOW) => enterAt(shop.db, entries, at)

/** An approved producer. */
async function producer(name: string, ledgerConsent = false) {
  await shop.request({
    method: 'POST',
    url: '/api/producer/submit',
    payload: { ...application, name, email: `${name.replace(/\W/g, '')}@example.com` },
  })
  const { id } = await shop.db
    .selectFrom('producer_applications')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await seller.api(decideApplication, { params: { id }, body: { status: 'approved' } })
  if (ledgerConsent) await seller.api(editProducer, { params: { id }, body: { ledgerConsent } })
  return id
}

const read = async (month?: string) => (await shop.browser().api(getLedger, { query: { month } })).ledger
const refused = async (month: string) => {
  const { statusCode, body } = await shop.request({ method: 'GET', url: `/api/ledger?month=${month}` })
  return [statusCode, JSON.parse(body).code]
}

describe('the ledger of a month', () => {
  it('says who got what, by maker, in one statement', async () => {
    const asha = await producer('Asha', true)
    const ravi = await producer('Ravi', true)
    await enter([saleOf(asha)], new Date('2026-09-30T18:29:59Z'))
    const sale = saleOf(ravi)
    const entries = await enter([saleOf(asha), saleOf(asha, { line: 2 }), sale, saleOf(asha), returnOf(sale)])
    await enter([saleOf(ravi)])
    const statements = await shop.reads(() => read())
    expect(statements).toHaveLength(1)
    const ledger = await read()
    expect(ledger).toMatchObject({
      month: '2026-11',
      months: ['2026-11', '2026-09'],
      sums: { total: 39996, toMakers: 33932, tax: 800, sales: 5, returns: 1 },
      // 84.83 of 99.99 is 84.8 percent.
      percent: 84,
      percentages: { producer: 85, community: 5, shop: 10 },
      numbers: { first: 2, last: 7 },
      entries: 7,
      check: null,
      community: { since: '2026-09', collected: 860, given: 0, left: 860, payouts: [] },
    })
    expect(ledger.makers).toMatchObject([
      { number: 1, producer: { _id: asha, name: 'Asha' }, total: 29997, sales: 3, returns: 0 },
      {
        number: 2,
        producer: { _id: ravi, name: 'Ravi' },
        total: 9999,
        sales: 2,
        returns: 1,
        shares: { maker: 5555, producer: 2928 },
      },
    ])
    expect(ledger.lastHash).not.toBe(entries.at(-1)?.hash)
    expect(await read('2026-09')).toMatchObject({
      numbers: { first: 1, last: 1 },
      entries: 7,
      lastHash: ledger.lastHash,
      makers: [{ number: 1, total: 9999 }],
    })
  })

  it('names a maker by what was entered while they agreed, only while they do, and as they are called now', async () => {
    const id = await producer('Asha')
    await enter([saleOf(id)])
    const named = async () => (await read()).makers.map(({ producer, sales }) => ({ ...producer, sales }))
    const edit = (body: object) => seller.api(editProducer, { params: { id }, body })
    expect(await named()).toEqual([])
    await edit({ ledgerConsent: true })
    expect(await named()).toEqual([])
    await enter([saleOf(id), saleOf(id)])
    expect(await named()).toEqual([{ _id: id, name: 'Asha', sales: 2 }])
    await edit({ name: 'Asha and Daughters' })
    expect(await named()).toEqual([{ _id: id, name: 'Asha and Daughters', sales: 2 }])
    await seller.api(suspendProducer, { params: { id } })
    expect(await named()).toEqual([{ name: 'Asha and Daughters', sales: 2 }])
    await edit({ ledgerConsent: false })
    expect(await read()).toMatchObject({ makers: [], others: { makers: 1, sums: null }, sums: null, percent: null })
    expect(JSON.stringify(await read())).not.toContain('Asha')
    const [last] = await shop.db.selectFrom('audit_log').selectAll().orderBy('number', 'desc').limit(1).execute()
    expect(last?.changes).toContain('"field":"In the ledger","old":"named, with sums","new":"not named"')
  })

  it('has one sum of all makers who are not named, from five of them on; of fewer neither it nor the total', async () => {
    const asha = await producer('Asha', true)
    const others: string[] = []
    for (const name of ['Ravi', 'Zoya', 'Mira', 'Jiten']) others.push(await producer(name))
    const last = await producer('Lata')
    await enter([saleOf(asha), ...others.map((id) => saleOf(id)), unstatedSale(others[0] ?? '', 10_00)])
    expect(await read()).toMatchObject({
      ...{ sums: null, percent: null, others: { makers: 4, sums: null }, numbers: { first: 1, last: 6 } },
      ...{ makers: [{ number: 1, total: 9999 }], unstated: { total: null, sales: 1 }, entries: 6 },
    })
    await enter([saleOf(last)])
    expect(await read()).toMatchObject({
      ...{ sums: { total: 6 * 9999, sales: 6 }, percent: 84, unstated: { total: 1000, sales: 1 } },
      ...{ others: { makers: 5, sums: { total: 5 * 9999, sales: 5, tax: 1000 } }, makers: [{ number: 1 }] },
    })
  })

  it('leaves what is unstated out of all sums and says it apart; what has no maker stands by itself', async () => {
    const asha = await producer('Asha', true)
    await enter([
      saleOf(asha),
      unstatedSale(asha, 1500_00),
      unstatedSale(null, 20_00),
      returnOf(unstatedSale(null, 10_00)),
      { ...saleOf(null), kind: 'loss', quantity: 0, ...nothing, shop: paise(-5_00) },
    ])
    const ledger = await read()
    expect(ledger.unstated).toEqual({ total: 1510_00, sales: 2, returns: 1 })
    expect(ledger.sums).toMatchObject({ total: 9499, sales: 1, returns: 0 })
    expect(ledger.withoutMaker).toMatchObject({ total: -500, shares: { shop: -500 } })
    expect(ledger.makers).toHaveLength(1)
    expect(ledger.percent).toBe(89)
  })

  it('says what the makers were paid of it by now: each one\u2019s payouts go to their oldest month first', async () => {
    const [asha, ravi] = [await producer('Asha', true), await producer('Ravi', true)]
    const payout = (to: string, amount: number) => ({
      ...saleOf(to),
      kind: 'payout' as const,
      quantity: 0,
      ...nothing,
      producer: paise(-amount),
    })
    await enter([saleOf(asha), saleOf(ravi)], new Date('2026-09-10T10:00:00Z'))
    await enter([saleOf(asha)])
    expect([(await read('2026-09')).paidSoFar, (await read()).paidSoFar]).toEqual([0, 0])
    // All of September and 10.00 rupees of November; the other one is still owed September.
    await enter([payout(asha, 84_83 + 10_00)])
    expect([(await read('2026-09')).paidSoFar, (await read()).paidSoFar]).toEqual([8483, 1000])
    await enter([payout(asha, 1000_00)])
    expect((await read()).paidSoFar).toBe(8483)
  })

  it('has every month from its first to now, and no other', async () => {
    expect(await read()).toMatchObject({
      month: '2026-11',
      months: ['2026-11'],
      entries: 0,
      lastHash: null,
      percent: null,
    })
    expect(await refused('2026-10')).toEqual([404, 'NO_SUCH_MONTH'])
    await enter([saleOf(null)], new Date('2026-08-31T18:30:00Z'))
    expect(await read('2026-09')).toMatchObject({ numbers: { first: 1, last: 1 } })
    expect(await read('2026-10')).toMatchObject({ numbers: null, makers: [], percent: null, entries: 1 })
    expect(await refused('2026-08')).toEqual([404, 'NO_SUCH_MONTH'])
    expect(await refused('2026-12')).toEqual([404, 'NO_SUCH_MONTH'])
    for (const bad of ['2026-13', '2026-1', 'now', '2026-11-01', "2026-11'"]) expect((await refused(bad))[0]).toBe(400)
  })

  it('says no percentages where they changed within the month or just before', async () => {
    await enter([saleOf(null)], new Date('2026-08-10T00:00:00Z'))
    await shop.db
      .insertInto('share_percentages')
      .values({ from_day: '2026-09-15', producer: 80, community: 10, shop: 10, seller_email: null })
      .execute()
    expect((await read('2026-08')).percentages).toEqual({ producer: 85, community: 5, shop: 10 })
    expect((await read('2026-09')).percentages).toBeNull()
    expect((await read('2026-10')).percentages).toBeNull()
    expect((await read()).percentages).toEqual({ producer: 80, community: 10, shop: 10 })
  })
})

const nothing = { maker: paise(0), costs: paise(0), producer: paise(0), community: paise(0), tax: paise(0) }

describe('earnings of a producer', () => {
  const earnings = async (id: string) => (await shop.browser().api(getEarnings, { params: { producer: id } })).earnings

  it('are told with consent only: returns taken off, orders counted once', async () => {
    const id = await producer('Asha')
    const order = { id: 'one order', salt: 'salt' }
    const sale = saleOf(id, { order })
    await enter(
      [sale, saleOf(id, { order, line: 2 }), saleOf(id), unstatedSale(id, 100)],
      new Date('2026-09-05T00:00:00Z'),
    )
    await enter([returnOf(sale)])
    expect(await earnings(id)).toBeNull()
    await seller.api(editProducer, { params: { id }, body: { ledgerConsent: true } })
    expect(await earnings(id)).toEqual({ amount: 2 * 8483, orders: 2, since: '2026-09' })
    expect(await shop.reads(() => earnings(id))).toHaveLength(1)
    await seller.api(suspendProducer, { params: { id } })
    await expect(earnings(id)).rejects.toMatchObject({ status: 404 })
  })

  it('are nothing before the first sale', async () => {
    expect(await earnings(await producer('Ravi', true))).toBeNull()
    await expect(earnings('nobody')).rejects.toMatchObject({ status: 404 })
  })
})

describe('community payouts', () => {
  const given = { for: 'Weaving class, Maheshwar', day: '2026-11-20', amount: 1, link: 'https://example.com/receipt' }
  const give = (body: object = {}, key?: string) =>
    seller.send({
      ...{ method: 'POST', url: '/api/ledger/community', payload: { ...given, ...body } },
      headers: key ? { 'idempotency-key': key } : {},
    })

  it('lower what is still to give and are entries like others', async () => {
    await enter([saleOf(null), saleOf(null)])
    const { message, payout } = done(await seller.api(addCommunityPayout, { body: given }))
    expect(message).toBe('₹1.00 is entered as given')
    expect(payout).toMatchObject({ entry: 3, day: '2026-11-20', for: given.for, amount: 100, link: given.link })
    const ledger = await read()
    expect(ledger.community).toEqual({ since: '2026-11', collected: 344, given: 100, left: 244, payouts: [payout] })
    expect(ledger.sums).toMatchObject({ total: 19998 })
    expect((await shop.browser().api(listCommunityPayouts)).payouts).toEqual([payout])
    expect(
      await shop.db
        .selectFrom('ledger_entries')
        .select(['kind', 'community_paise', 'maker_number'])
        .where('number', '=', 3)
        .execute(),
    ).toEqual([{ kind: 'payout', community_paise: -100, maker_number: null }])
    expect(await shop.db.selectFrom('ledger_dues').selectAll().where('entry_number', '=', 3).execute()).toEqual([])
  })

  it('are never more than is still to give, however many at once', async () => {
    await enter([saleOf(null)])
    const answers = await Promise.all([give(), give(), give({ amount: 1.72 }), give({ amount: 0.8 })])
    const sum = (await read()).community
    expect(sum.given).toBeLessThanOrEqual(172)
    expect(sum.given).toBe(sum.payouts.reduce((all, { amount }) => all + amount, 0))
    expect(answers.filter(({ statusCode }) => statusCode === 409).length).toBeGreaterThan(0)
    const left = await give({ amount: 1.73 })
    expect([left.statusCode, left.json().code]).toEqual([409, 'MORE_THAN_IS_LEFT'])
  })

  it('with the same key are entered once, also at the same moment', async () => {
    await enter([saleOf(null), saleOf(null)])
    const answers = await Promise.all([give({}, 'click'), give({}, 'click'), give({}, 'click')])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await read()).community.given).toBe(100)
    const other = await give({ amount: 1.5 }, 'click')
    expect([other.statusCode, other.json().code]).toEqual([409, 'KEY_REUSED'])
  })

  it('with bad input are refused and leave nothing behind', async () => {
    await enter([saleOf(null)])
    const bad = [
      ...[{ amount: 0 }, { amount: -1 }, { amount: 0.001 }, { amount: 1e12 }, { amount: '1' }, { for: ' ' }],
      ...[
        { for: 'x'.repeat(201) },
        { day: '2026-02-30' },
        { day: '2026-11-24' },
        { day: '' },
        { link: 'javascript:alert(1)' },
      ],
      ...[{ link: 'receipt.pdf' }, { link: `https://example.com/${'x'.repeat(500)}` }],
    ]
    for (const body of bad) expect((await give(body)).statusCode).toBe(400)
    expect((await give({ link: '' })).statusCode).toBe(201)
    expect((await read()).entries).toBe(2)
    expect((await shop.request({ method: 'POST', url: '/api/ledger/community', payload: given })).statusCode).toBe(401)
  })
})

const password = { currentPassword: sellerSettings.SELLER_PASSWORD }

describe('corrections by hand', () => {
  it('ask for the password, and for where the money came from where they do not add up to 0', async () => {
    const body = { reason: 'A grant for packing', costs: 5, source: 'Grant of the state, 12 November' }
    const send = (payload: object) => seller.send({ method: 'POST', url: '/api/ledger/corrections', payload })
    shop.setClock(new Date(NOW.getTime() + 10 * 60_000))
    expect((await send(body)).json()).toMatchObject({ code: 'ASK_AGAIN' })
    expect((await send({ ...body, currentPassword: 'guessed it' })).json()).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await send({ ...body, ...password, source: ' ' })).statusCode).toBe(400)
    expect((await read()).entries).toBe(0)
    expect((await send({ ...body, ...password })).json().correction.reason).toBe(
      'A grant for packing. Money: Grant of the state, 12 November',
    )
    // The password opens it for ten minutes.
    await seller.api(proveAgain, { body: password })
    expect((await send(body)).statusCode).toBe(201)
    shop.setClock(new Date(NOW.getTime() + 20 * 60_000))
    expect((await send(body)).statusCode).toBe(401)
  })

  it('show first what they change, then add an entry with a reason', async () => {
    const asha = await producer('Asha', true)
    await enter([saleOf(asha)])
    const body = { reason: 'The maker got a rupee too little', producer: asha, maker: 1, shop: -1 }
    const preview = await seller.api(previewCorrection, { body })
    expect(preview).toMatchObject({
      month: '2026-11',
      producer: { name: 'Asha' },
      before: { total: 9999, toMakers: 8483, shares: { maker: 5555, shop: 344 }, sales: 1 },
      after: { total: 9999, toMakers: 8583, shares: { maker: 5655, shop: 244 }, sales: 1 },
    })
    expect((await read()).entries).toBe(1)
    const { message, correction } = done(await seller.api(addCorrection, { body: { ...body, ...password } }))
    expect(message).toBe('Entered as entry 2')
    expect((await read()).makers[0]).toMatchObject(preview.after)
    expect((await seller.api(listCorrections)).corrections).toEqual([correction])
    expect(correction).toMatchObject({ entry: 2, reason: body.reason, producer: { _id: asha }, shares: { maker: 100 } })
    const due = await shop.db.selectFrom('ledger_dues').selectAll().where('entry_number', '=', 2).executeTakeFirst()
    expect(due).toMatchObject({ producer_id: asha, amount_paise: 100, due_at: NOW.getTime() })
    const [act] = await shop.db.selectFrom('audit_log').selectAll().where('action', '=', 'ledger.corrected').execute()
    expect(act?.summary).toBe('Ledger corrected by entry 2: The maker got a rupee too little')
    expect(act?.changes).toContain('{"field":"The shop","old":"","new":"−₹1.00"}')
  })

  it('with the same key are entered once; bad ones are refused', async () => {
    const send = (body: object, path = '') =>
      seller.send({
        ...{ method: 'POST', url: `/api/ledger/corrections${path}`, payload: { ...body, ...password } },
        headers: { 'idempotency-key': 'click' },
      })
    const right = { reason: 'Courier cost more', costs: 5, shop: -5 }
    const answers = await Promise.all([send(right), send(right)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect((await send({ ...right, costs: 6, shop: -6 })).statusCode).toBe(409)
    const bad = [
      ...[{ ...right, reason: '' }, { ...right, reason: 'x'.repeat(301) }, { reason: 'Nothing changes' }],
      ...[
        { reason: 'Whose?', maker: 1, shop: -1 },
        { ...right, costs: 6 },
        { ...right, tax: 0.001 },
        { ...right, tax: -1e9 },
        { ...right, shop: 'all' },
      ],
    ]
    for (const body of bad) for (const path of ['', '/preview']) expect((await send(body, path)).statusCode).toBe(400)
    expect((await send({ ...right, producer: 'nobody' }, '/preview')).statusCode).toBe(404)
    expect((await send({ ...right, producer: 'nobody' })).statusCode).toBe(404)
    expect((await read()).entries).toBe(1)
  })
})
