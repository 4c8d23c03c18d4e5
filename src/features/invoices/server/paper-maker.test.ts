import { afterEach, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import type { Paper } from '../invoices.words.ts'
import { startPaperMaker } from './paper-maker.ts'

const maker = startPaperMaker()
afterEach(() => maker.stop())

const paper = (number: number, seller: unknown = ['Haat']): Paper => ({
  number,
  issuedAt: new Date('2026-11-21T10:00:00Z'),
  seller: seller as string[],
  storeName: 'Haat',
  order: {
    _id: 'x',
    number: 1001,
    items: [{ product: { _id: 'a', name: 'Bowl', offerPrice: paise(10000) }, quantity: 1 }],
    subtotal: paise(10000),
    tax: paise(200),
    amount: paise(10200),
    address: {
      ...{ firstName: 'Ananya', lastName: 'Rao', street: '7 Church Street', city: 'Bengaluru' },
      ...{ state: 'Karnataka', zipcode: '560001', country: 'India' },
    },
    paymentType: 'COD',
    isPaid: false,
    createdAt: new Date('2026-11-20T10:00:00Z'),
  },
})

it('makes a PDF once for all that ask for it, at the same time or later; invoices and credit notes apart', async () => {
  const [first, second] = await Promise.all([maker.pdfOf(paper(1)), maker.pdfOf(paper(1))])
  expect(Buffer.from(first.subarray(0, 8)).toString()).toBe('%PDF-1.7')
  expect(second).toBe(first)
  expect(await maker.pdfOf(paper(1))).toBe(first)
  const note = await maker.pdfOf({ ...paper(1), invoice: 1, reason: 'Returned' })
  expect(note).not.toBe(first)
})

it('leaves the event loop to others while it works', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await Promise.all(Array.from({ length: 16 }, (_, at) => maker.pdfOf(paper(100 + at))))
  clearImmediate(timer)
  // On this thread 16 PDFs would be 16 turns at most, one for each.
  expect(turns).toBeGreaterThan(200)
})

it('fails for the one that cannot be made, and goes on', async () => {
  await expect(maker.pdfOf(paper(200, [7]))).rejects.toThrow()
  expect((await maker.pdfOf(paper(201))).length).toBeGreaterThan(1000)
})

it('ends with the shop: what it was at fails, and a new thread makes the next', async () => {
  const underway = maker.pdfOf(paper(300))
  const failed = expect(underway).rejects.toThrow('the thread that makes PDFs has ended')
  await maker.stop()
  await failed
  expect((await maker.pdfOf(paper(300))).length).toBeGreaterThan(1000)
})
