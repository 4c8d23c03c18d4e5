import { hash } from 'node:crypto'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { principalOf } from '#kernel/guard/principals.ts'
import { formatRupees } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { STATEMENT_LINES } from '../../payouts.states.ts'
import { getStatement, statementNotFound } from '../../statements.contract.ts'
import { addDelivered, addProducer, drawnStatement, enter, payAll } from '../../testing/statements.ts'
import { markFailed } from '../end-payout.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeEach(async () => {
  shop = await testShop({ ...sellerSettings, PUBLIC_URL: 'https://haat.example' })
  seller = await shop.seller()
})
afterEach(() => shop.close())

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 6, 30))
const read = (id: string, page = '1') => seller.api(getStatement, { params: { id }, query: { page } })

async function readPdf(id: string) {
  const answer = await seller.send({ method: 'GET', url: `/api/payout/${id}/statement.pdf` })
  expect(answer.statusCode, answer.body).toBe(200)
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const { text } = await extractText(document)
  return { answer, info: (await getMeta(document)).info, pages: text.map((page) => page.replace(/\s+/g, ' ')) }
}

async function readCsv(id: string) {
  const answer = await seller.send({ method: 'GET', url: `/api/payout/${id}/statement.csv` })
  expect(answer.statusCode, answer.body).toBe(200)
  return { answer, rows: answer.body.replace('\uFEFF', '').trimEnd().split('\r\n') }
}

/** A second producer's payout with one line of each rare kind, and whom a run could not pay at first. */
async function rareLines() {
  const producer = await addProducer(shop, { name: 'हस्तकला संघ', email: '' })
  const [shawl, basket] = [await addDelivered(shop, 'पश्मीना शॉल', on(2)), await addDelivered(shop, 'Basket', on(3), 3)]
  await enter(shop, producer.id, on(4), [
    { kind: 'sale', of: shawl, quantity: 1, maker: 1000_00, profit: 212_50 },
    { kind: 'sale', of: basket, quantity: 3, maker: 900_00, profit: -30_05 },
  ])
  const failed = await payAll(shop, producer, on(9))
  const { id: sellerId } = await shop.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  shop.setClock(on(10))
  await markFailed(shop.deps, principalOf('seller', sellerId), failed, 'The account is closed')
  await enter(shop, producer.id, on(11), [
    { kind: 'loss', of: basket, quantity: 2, maker: 600_00 },
    { kind: 'loss', of: basket, quantity: -1, maker: -300_00 },
    { kind: 'return', of: shawl, quantity: 1, maker: 10_00, profit: 2_00 },
    { kind: 'correction', of: shawl, quantity: -1, maker: -1000_00, profit: -212_50, reason: 'The cash was undone' },
    { kind: 'correction', profit: 50_00, reason: 'The share of May was entered too low' },
  ])
  return { producer, failed, second: await payAll(shop, producer, on(16)), shawl, basket }
}

describe('a statement', () => {
  it('says how much was paid to whom, and for which pieces, newest first', async () => {
    const { payoutId, producer } = await drawnStatement(shop)
    const { statement, lines, total, pages } = await read(payoutId)
    expect(statement).toMatchObject({
      run: { number: 1, madeAt: on(22) },
      producer: { _id: producer.id, name: 'Matti Pottery Collective', email: 'matti@example.com' },
      state: 'open',
      amount: 8759_00,
      account: 'SBI, ends in 4417',
      delivered: { from: on(10), to: on(14) },
      counts: { sales: 6, returns: 1, losses: 0, corrections: 0, payouts: 0 },
      sums: { maker: 5580_00, profit: 3179_00, together: 8759_00 },
      lastEntry: { number: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect([total, pages]).toEqual([7, 1])
    expect(lines.map(({ entry, kind, quantity, together }) => [entry, kind, quantity, together])).toEqual([
      [7, 'return', -1, -874_50],
      [6, 'sale', 1, 1270_50],
      [5, 'sale', 2, 1749_00],
      [4, 'sale', 1, 2446_50],
      [3, 'sale', 2, 2541_00],
      [2, 'sale', 1, 752_00],
      [1, 'sale', 1, 874_50],
    ])
    const [returned, vase] = lines
    expect(returned?.deliveredAt).toBeUndefined()
    expect(vase).toMatchObject({ piece: 'Dip-Glazed Stoneware Vase', deliveredAt: on(14), maker: 820_00 })
    const hashes = await shop.db.selectFrom('ledger_entries').select(['number', 'order_hash']).execute()
    expect(vase?.order).toMatchObject({ line: 1, hash: hashes.find(({ number }) => number === 6)?.order_hash })
  })

  it('has losses, corrections, a return that was undone, and what failed and came again; their sums are what is paid', async () => {
    const { second, failed } = await rareLines()
    const { statement, lines } = await read(second)
    expect(statement.counts).toEqual({ sales: 0, returns: 1, losses: 2, corrections: 2, payouts: 1 })
    expect(statement.delivered).toBeUndefined()
    expect(statement.producer).not.toHaveProperty('email')
    expect(lines.at(-1)).toMatchObject({
      ...{ kind: 'payout failed', ofRun: 1, reason: 'The account is closed' },
      ...{ maker: 0, profit: 0, together: 2082_45 },
    })
    expect(statement.sums).toEqual({ maker: -690_00, profit: -160_50, together: 1231_95 })
    expect(statement.amount).toBe(statement.sums.together)
    expect((await read(failed)).statement).toMatchObject({ state: 'failed', reason: 'The account is closed' })
  })

  it('does not change when a product or its maker is renamed', async () => {
    const { payoutId } = await drawnStatement(shop)
    const before = await read(payoutId)
    await shop.db.updateTable('producers').set({ name: 'Another name' }).execute()
    await shop.db.updateTable('products').set({ name: 'Another piece' }).execute()
    expect(await read(payoutId)).toEqual(before)
  })

  it('is one look at the database: page, PDF and CSV', async () => {
    const { payoutId } = await drawnStatement(shop)
    for (const ending of ['', '.pdf', '.csv']) {
      const url = `/api/payout/${payoutId}/statement${ending}`
      const reads = await shop.reads(() => seller.send({ method: 'GET', url }))
      expect(reads.filter((text) => /payout/.test(text))).toHaveLength(1)
    }
  })

  it('is for the seller only, and is not found where there is no such payout', async () => {
    const { payoutId } = await drawnStatement(shop)
    const shopper = await shop.shopper()
    for (const ending of ['', '.pdf', '.csv']) {
      const url = `/api/payout/${payoutId}/statement${ending}`
      expect((await shop.request({ method: 'GET', url })).statusCode).toBe(401)
      expect((await shopper.send({ method: 'GET', url })).statusCode).toBe(403)
      const missing = await seller.send({ method: 'GET', url: `/api/payout/nothing/statement${ending}` })
      expect(missing.json()).toMatchObject({ success: false, code: statementNotFound.code })
    }
    const bad = await seller.send({ method: 'GET', url: `/api/payout/${payoutId}/statement?page=0` })
    expect(bad.statusCode).toBe(400)
  })
})

describe('a long statement', () => {
  async function longStatement(sales: number) {
    const producer = await addProducer(shop, {})
    const of = await addDelivered(shop, 'Terracotta Planter with Saucer', on(3))
    const sale = { kind: 'sale', of, quantity: 1, maker: 480_01, profit: 272_02 } as const
    await enter(shop, producer.id, on(4), Array(sales).fill(sale))
    return payAll(shop, producer, on(12))
  }

  it('comes in pages on the screen, each with the sums of all', async () => {
    const id = await longStatement(STATEMENT_LINES + 1)
    const [first, last, past] = [await read(id), await read(id, '2'), await read(id, '3')]
    expect([first.lines.length, last.lines.length, past.lines.length]).toEqual([STATEMENT_LINES, 1, 0])
    for (const { statement, total, pages } of [first, last, past]) {
      expect(statement).toEqual(first.statement)
      expect([total, pages]).toEqual([STATEMENT_LINES + 1, 2])
    }
  })

  it('is whole in PDF and CSV', async () => {
    const id = await longStatement(1200)
    const { pages } = await readPdf(id)
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.at(-1)).toContain(`1200 sales ${formatRupees(await totalOf('maker_paise'))}`)
    pages.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    })
    const entries = pages.join(' ').matchAll(/entry (\d+), order/g)
    expect(new Set([...entries].map(([, number]) => number)).size).toBe(1200)
    expect((await readCsv(id)).rows).toHaveLength(1201)
  })

  async function totalOf(column: 'maker_paise') {
    const rows = await shop.db.selectFrom('ledger_entries').select(column).execute()
    return rows.reduce((sum, row) => sum + row[column], 0) as Parameters<typeof formatRupees>[0]
  }
})

describe('as PDF', () => {
  it('says the same on A4, with what the ledger ended with', async () => {
    const { payoutId } = await drawnStatement(shop)
    const { answer, info, pages } = await readPdf(payoutId)
    const { statement, lines } = await read(payoutId)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="statement-1-matti-pottery-collective.pdf"',
    })
    expect(info).toMatchObject({ Title: 'Statement, Matti Pottery Collective', Author: 'Haat' })
    expect(pages).toHaveLength(1)
    const [page = ''] = pages
    for (const words of [
      'Run 1 of 22 November 2026. Sales delivered 10 to 14 November.',
      'Matti Pottery Collective',
      '₹8,759.00',
      'SBI, ends in 4417',
      'State Open',
      'Returned: Speckled Stoneware Mugs, Set of Two × 1',
      '−₹560.00 −₹314.50 −₹874.50',
      '14 Nov Dip-Glazed Stoneware Vase × 1',
      '₹820.00 ₹450.50 ₹1,270.50',
      '6 sales, 1 return ₹5,580.00 ₹3,179.00 ₹8,759.00',
      'https://haat.example/ledger',
      'ended with entry 8.',
      statement.lastEntry.hash,
      'Page 1 of 1',
    ])
      expect(page).toContain(words)
    for (const { entry, order } of lines)
      expect(page).toContain(`#${order?.number}, entry ${entry}, order ${order?.hash.slice(0, 16)}`)
    expect(page).not.toContain('30211234417')
  })

  it('writes names in the scripts of India, and says what rare lines are', async () => {
    const { second } = await rareLines()
    const { answer, info, pages } = await readPdf(second)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="statement-2.pdf"')
    expect(info.Title).toBe('Statement, हस्तकला संघ')
    for (const words of [
      'हस्तकला संघ',
      'Return undone: पश्मीना शॉल × 1',
      'Lost or damaged: Basket × 2',
      'Found again: Basket × 1',
      'Corrected: पश्मीना शॉल × 1 The cash was undone',
      'Correction The share of May was entered too low',
      'Payout of run 1, which failed The account is closed',
      '1 return, 2 losses, 2 corrections, 1 earlier payout',
    ])
      expect(pages.join(' ')).toContain(words)
  })
})

describe('as CSV', () => {
  it('has a row for each entry, with number and hash as in the public ledger', async () => {
    const { payoutId } = await drawnStatement(shop)
    const { answer, rows } = await readCsv(payoutId)
    const { lines } = await read(payoutId)
    expect(answer.headers['content-disposition']).toContain('statement-1-matti-pottery-collective.csv')
    const [heading, returned, vase] = rows
    expect(heading).toBe(
      "entry,entered,kind,delivered,order,order hash,line,piece,quantity,maker's price,part of the profit,together,reason,commitment of",
    )
    const order = (at: number) => `"${lines[at]?.order?.hash}"`
    const number = (at: number) => lines[at]?.order?.number
    const mugs = '"Speckled Stoneware Mugs, Set of Two"'
    expect(returned).toBe(
      `7,"2026-11-15 12:00","return","",${number(0)},${order(0)},1,${mugs},-1,"-560.00","-314.50","-874.50","","${lines[0]?.opening}"`,
    )
    expect(vase).toBe(
      `6,"2026-11-14 12:00","sale","2026-11-14 12:00",${number(1)},${order(1)},1,"Dip-Glazed Stoneware Vase",1,"820.00","450.50","1270.50","","${lines[1]?.opening}"`,
    )
    // Whoever has the statement can open what the public ledger shows of a maker who does not agree to be named.
    const entries = await shop.db.selectFrom('ledger_entries').select(['number', 'commitment']).execute()
    for (const { entry, opening = '' } of lines)
      expect(hash('sha256', opening)).toBe(entries.find(({ number }) => number === entry)?.commitment)
  })

  it('says why, and which payout came again', async () => {
    const { second } = await rareLines()
    const { rows } = await readCsv(second)
    expect(rows.at(-1)).toMatch(
      /"Payout of run 1, which failed",0,"0\.00","0\.00","2082\.45","The account is closed","[0-9a-f]{32},/,
    )
    expect(rows[1]).toContain('"Correction",0,"0.00","50.00","50.00","The share of May was entered too low"')
  })
})
