import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { anyAddress, emptyDatabase } from '#testing/shop.ts'

/** The last one before papers became documents. */
const LAST_BEFORE = '0011'
const folder = new URL('../../../../migrations/', import.meta.url)

let db: Db
let close: () => Promise<void>
beforeEach(async () => {
  const own = await emptyDatabase()
  db = own.db
  close = own.close
})
afterEach(() => close())

async function migrateBetween(from: string, to: string) {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.ts$/.test(name)).sort()
  for (const name of names.filter((each) => each.slice(0, 4) > from && each.slice(0, 4) <= to)) {
    const { up }: { up: (to: unknown) => Promise<void> } = await import(new URL(name, folder).href)
    await db.transaction().execute((tx) => up(tx))
  }
}

/** As orders were before: without the columns that came since. */
type Old = Kysely<{
  orders: Record<string, unknown>
  order_lines: Record<string, unknown>
  order_events: Record<string, unknown>
  refunds: Record<string, unknown>
  invoices: Record<string, unknown>
}>

const BASE = Date.parse('2026-11-01T10:00:00Z')
const HOUR = 3_600_000

async function writeOrder(old: Old, number: number, order: object) {
  const id = newId()
  await old
    .insertInto('orders')
    .values({
      ...{ number, id, user_id: 'somebody', subtotal_paise: 20000, tax_paise: 400, amount_paise: 20400 },
      ...{ address: JSON.stringify(anyAddress), payment_type: 'COD', status: 'Delivered', is_paid: 0 },
      ...{ created_at: BASE, search_text: `ananya rao ${number}`, invoiced: 1, ...order },
    })
    .execute()
  await old
    .insertInto('order_lines')
    .values({
      ...{ order_id: id, position: 0, product_id: 'bowl', name: 'Bowl', category: 'Pottery-Ceramics' },
      ...{ price_paise: 10000, offer_price_paise: 10000, images: '[]', weight: '250 g', quantity: 2, stock_taken: 0 },
    })
    .execute()
  return id
}
const tell = (old: Old, order_id: string, actor: string, text: string, hours: number) =>
  old
    .insertInto('order_events')
    .values({ order_id, at: BASE + hours * HOUR, actor, seller_email: null, text })
    .execute()

it('copies the invoices of an older shop as they are, and knows when money came and went back', async () => {
  await migrateBetween('0000', LAST_BEFORE)
  const old = db as unknown as Old
  const cash = await writeOrder(old, 1001, { is_paid: 1 })
  await tell(old, cash, 'seller', 'Confirmed', 1)
  await tell(old, cash, 'seller', 'Cash received', 30)
  const card = await writeOrder(old, 1002, { payment_type: 'Online', is_paid: 1, status: 'Cancelled' })
  await tell(old, card, 'payment', '₹204.00 paid', 2)
  await tell(old, card, 'shopper', 'Cancelled', 3)
  await tell(old, card, 'payment', '₹204.00 paid back', 4)
  const refund = { amount_paise: 20400, quantities: '{"0":2}', attempts: 1, due_at: 0, provider_id: 're_1' }
  const made = { id: newId(), order_id: card, state: 'done', created_at: BASE + 3 * HOUR, ...refund }
  await old.insertInto('refunds').values(made).execute()
  await old.updateTable('order_lines').set({ refunded: 2 }).where('order_id', '=', card).execute()
  const open = await writeOrder(old, 1003, { status: 'Order Placed', invoiced: 0 })
  for (const [at, order_id] of [cash, card].entries())
    await old
      .insertInto('invoices')
      .values({ number: at + 1, order_id, issued_at: BASE + at })
      .execute()

  await migrateBetween(LAST_BEFORE, '0013')

  const paid = await old.selectFrom('orders').select(['id', 'paid_at', 'credit_due']).orderBy('number').execute()
  expect(paid).toEqual([
    { id: cash, paid_at: BASE + 30 * HOUR, credit_due: 0 },
    { id: card, paid_at: BASE + 2 * HOUR, credit_due: 1 },
    { id: open, paid_at: null, credit_due: 0 },
  ])
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  expect(refunds).toMatchObject([{ done_at: BASE + 4 * HOUR, method: 'card', purpose: 'order', currency: 'inr' }])
  const events = await old.selectFrom('order_events').select(['text', 'status']).orderBy('number').execute()
  expect(events.map(({ status }) => status)).toEqual(['Confirmed', null, 'Order Placed', 'Cancelled', null])

  const invoices = await db.selectFrom('invoices').selectAll().orderBy('number').execute()
  expect(invoices.map(({ number, order_id, seller_id }) => [number, order_id, seller_id])).toEqual([
    [1, cash, 1],
    [2, card, 1],
  ])
  const { email, phone, ...buyer } = anyAddress
  expect(JSON.parse(invoices[1]?.document ?? '')).toEqual({
    orderNumber: 1002,
    placedAt: BASE,
    paymentType: 'Online',
    isPaid: true,
    buyer,
    lines: [{ product: 'bowl', name: 'Bowl', weight: '250 g', unitPaise: 10000, quantity: 2 }],
    subtotalPaise: 20000,
    taxPaise: 400,
    amountPaise: 20400,
  })
})

it('copies more invoices than are written at a time', async () => {
  await migrateBetween('0000', LAST_BEFORE)
  const old = db as unknown as Old
  for (let number = 1; number <= 205; number += 1) {
    const order_id = await writeOrder(old, 1000 + number, {})
    await old.insertInto('invoices').values({ number, order_id, issued_at: BASE }).execute()
  }
  await migrateBetween(LAST_BEFORE, '0013')
  const invoices = await db.selectFrom('invoices').select(['number', 'document']).orderBy('number').execute()
  expect(invoices.map(({ document }) => JSON.parse(document).orderNumber)).toEqual(
    Array.from({ length: 205 }, (_, at) => 1001 + at),
  )
})
