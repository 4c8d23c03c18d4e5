import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Order } from '#features/orders/orders.contract.ts'
import { answerText, wholeText } from '#kernel/answers/answer-parts.ts'
import { implement } from '#kernel/http/implement.ts'
import { databaseBusy } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { pageFields } from '#shared/paging.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

const response = z.object({ orders: z.array(Order), ...pageFields })

const anOrder = (number: number, lines = 1): z.output<typeof Order> => ({
  _id: newId(),
  number,
  items: Array.from({ length: lines }, () => ({
    product: {
      _id: newId(),
      name: 'Blue Pottery Bowl',
      category: 'Pottery-Ceramics',
      offerPrice: paise(124900),
      price: paise(159900),
      image: [],
      images: [],
    },
    quantity: 2,
    refunded: 0,
    returnable: true,
    producer: null,
    shares: null,
  })),
  lineCount: lines,
  subtotal: paise(124900),
  tax: paise(2498),
  amount: paise(127398),
  address: {
    ...{ firstName: 'Ananya', lastName: 'Rao', email: 'ananya@example.com', street: 'Indiranagar', city: 'Bengaluru' },
    ...{ state: 'Karnataka', zipcode: '560038', country: 'India', phone: '9845012345' },
  },
  paymentType: 'COD',
  delivery: null,
  status: 'Order Placed',
  isPaid: false,
  refunded: paise(0),
  hasInvoice: true,
  creditNotes: [],
  ledger: [],
  returns: [],
  shares: null,
  parcels: [],
  exchanges: [],
  comingParcels: [],
  hasProblem: false,
  history: [],
  createdAt: new Date('2026-11-22T10:00:00Z'),
  updatedAt: new Date('2026-11-22T10:00:00Z'),
})

const encoded = (answer: z.output<typeof response>) => ({ success: true, ...z.encode(response, answer) })

describe('an answer', () => {
  it.each([0, 1, 25, 26, 300])(
    'with %i orders is the same, whether it is written at once or in pieces',
    async (count) => {
      const orders = Array.from({ length: count }, (_, number) => anOrder(number))
      const answer = { orders, total: count, page: 1, pages: 1 }
      const text = answerText(response, answer)
      expect(typeof text).toBe(count > 25 ? 'object' : 'string')
      expect(JSON.parse(await wholeText(text))).toEqual(encoded(answer))
    },
  )

  it('takes a list in parts as they are read', async () => {
    const orders = Array.from({ length: 7 }, (_, number) => anOrder(number))
    async function* parts() {
      yield orders.slice(0, 3)
      yield []
      yield orders.slice(3)
    }
    const text = answerText(response, { orders: parts(), total: 7, page: 1, pages: 1 })
    expect(JSON.parse(await wholeText(text))).toEqual(encoded({ orders, total: 7, page: 1, pages: 1 }))
  })

  it('of 1,000 orders of 100 lines lets others have their turn in between, and comes in pieces', async () => {
    const one = anOrder(1, 100)
    const text = answerText(response, { orders: Array(1000).fill(one), total: 1000, page: 1, pages: 1 })
    if (typeof text === 'string') throw new Error('it came at once')
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    let longest = 0
    let whole = 0
    for await (const piece of text) {
      longest = Math.max(longest, piece.length)
      whole += piece.length
    }
    isOver = true
    // How often depends on how quick the machine is.
    expect(turns).toBeGreaterThan(2)
    expect(longest).toBeLessThan(whole * 0.01)
  }, 60_000)
})

describe('a list that a function gives in parts', () => {
  const numbers = endpoint('GET', '/api/test/numbers/:fails', {
    access: 'public',
    summary: 'Numbers',
    params: z.object({ fails: z.enum(['never', 'at-once', 'late']) }),
    response: z.object({ numbers: z.array(z.number()), total: z.number() }),
  })
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop(
      {},
      {
        addRoutes(app) {
          implement(
            app,
            { numbers },
            {
              async numbers({ params: { fails } }) {
                async function* parts() {
                  if (fails === 'at-once') throw databaseBusy()
                  for (let part = 0; part < 10; part++) {
                    if (fails === 'late' && part === 9) throw databaseBusy()
                    yield Array<number>(10_000).fill(part)
                  }
                }
                return { numbers: parts(), total: 100_000 }
              },
            },
          )
        },
      },
    )
  })
  afterAll(() => shop.close())
  const get = (fails: 'never' | 'at-once' | 'late') => shop.request({ url: `/api/test/numbers/${fails}` })

  it('is sent as JSON like any other', async () => {
    const answer = await get('never')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ success: true, total: 100_000 })
    expect(answer.json().numbers).toHaveLength(100_000)
  })

  it('is refused as a whole when the first part cannot be read', async () => {
    const answer = await get('at-once')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ success: false, code: 'DATABASE_BUSY' })
  })

  it('is broken off when a later part cannot be read: nobody takes half of it for all', async () => {
    await expect(get('late')).rejects.toThrow()
  })
})
