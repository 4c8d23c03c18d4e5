import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { anyAddress, type TestShop, testShop } from '#testing/shop.ts'
import type { OrderFilters } from '../orders.contract.ts'
import { deskTabOf, deskTabs } from '../orders.desk.ts'
import type { OrderStatus } from '../orders.states.ts'
import { countFitting, findFitting, readFilters } from './fitting-orders.ts'

const ORDERS = 300
/** Far fewer than they are in a shop. */
const STRETCH = 7
const statuses: readonly OrderStatus[] = [
  ...(['Order Placed', 'Confirmed', 'Packed'] as const),
  ...(['Shipped', 'Delivered', 'Cancelled', 'Returned'] as const),
]

/** The same numbers in every run. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Of 15 November 2023 in India. */
const MIDNIGHT = Date.parse('2023-11-14T18:30:00Z')

const draw = randomly(20)
const pick = <T>(values: readonly [T, ...T[]] | readonly T[], otherwise: T) => values[draw(values.length)] ?? otherwise

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  for (let at = 0; at < ORDERS; at += 1) await addOrder()
})
afterAll(() => shop.close())

async function addOrder() {
  const id = newId()
  await shop.db
    .insertInto('orders')
    .values({
      ...{ id, user_id: 'somebody', subtotal_paise: paise(100), tax_paise: paise(2) },
      ...{
        amount_paise: paise(102),
        address: JSON.stringify(anyAddress),
        payment_type: pick(['COD', 'Online'], 'COD'),
      },
      ...{ status: pick(statuses, 'Shipped'), is_paid: draw(2), problem: draw(5) === 0 ? 1 : 0 },
      // Many at the same time, in another order than their numbers, on two Indian days.
      ...{ created_at: MIDNIGHT - 20 + draw(40), search_text: pick(['asha rao 560038', 'ravi om 400001'], '') },
    })
    .execute()
  await shop.db
    .insertInto('order_lines')
    .values(
      [0, 1].map((position) => ({
        ...{ order_id: id, position, product_id: `product ${position}`, name: 'Bowl', category: 'Food-Spices' },
        ...{
          price_paise: paise(50),
          offer_price_paise: paise(50),
          net_paise: paise(50),
          images: '[]',
          weight: null,
          quantity: 1,
        },
        ...{ stock_taken: 0, producer_id: pick(['maker 1', 'maker 2', null], null), producer_name: 'Maker' },
      })),
    )
    .execute()
}

const counted = () =>
  shop.db
    .selectFrom('orders')
    .select(['payment_type', 'status', 'is_paid', 'problem', (select) => select.fn.countAll<number>().as('orders')])
    .groupBy(['payment_type', 'status', 'is_paid', 'problem'])
    .orderBy(sql`1, 2, 3`)
    .execute()
const known = () =>
  shop.db.selectFrom('order_counts').selectAll().where('orders', '<>', 0).orderBy(sql`1, 2, 3`).execute()

describe('a search in stretches', () => {
  const searches: OrderFilters[] = [
    { q: 'rao' },
    { q: 'ao' },
    { q: 'om', status: 'Shipped' },
    { q: '400001', payment: 'pending' },
    { q: '5', paymentType: 'COD', payment: 'paid' },
    { q: '#5' },
    { q: 'nobody' },
    { tab: 'way', q: 'om' },
    { tab: 'cash', producer: 'maker 1' },
    { tab: 'done', from: '2023-11-15' },
    { tab: 'problems', to: '2023-11-14', q: 'rao' },
    { from: '2023-11-14', to: '2023-11-14', payment: 'paid', producer: 'maker 2' },
    { from: '2023-11-16' },
    { producer: 'nobody' },
  ]

  const pages = [
    [ORDERS, 0],
    [25, 0],
    [25, 25],
    [10, 63],
  ] as const

  it.each(searches)('finds and counts what one of all orders does: %o', async (asked) => {
    const few = await readFilters(shop.db, asked)
    const many = await readFilters(shop.db, asked, 0)
    const whole = await countFitting(shop.db, few, ORDERS + 1)
    const parts = await countFitting(shop.db, many, STRETCH)
    expect([parts.counts, parts.tabs]).toEqual([whole.counts, whole.tabs])
    const ids = await findFitting(shop.db, few, whole.stretches, ORDERS, 0)
    expect(ids).toHaveLength(whole.counts[asked.payment ?? 'all'])
    for (const [limit, offset] of pages)
      expect(await findFitting(shop.db, many, parts.stretches, limit, offset)).toEqual(
        ids.slice(offset, offset + limit),
      )
  })

  it.each(deskTabs)('%s has what stands there, and says how many', async (tab) => {
    const rows = await shop.db.selectFrom('orders').selectAll().execute()
    const there = rows.filter(
      (row) =>
        deskTabOf({
          status: row.status,
          paymentType: row.payment_type,
          isPaid: row.is_paid === 1,
          hasProblem: row.problem === 1,
        }) === tab,
    )
    const { tabs, counts, stretches } = await countFitting(shop.db, { tab, isOfFew: false })
    expect([tabs[tab], counts.all]).toEqual([there.length, there.length])
    const ids = await findFitting(shop.db, { tab, isOfFew: false }, stretches, ORDERS, 0)
    expect(ids.toSorted()).toEqual(there.map(({ id }) => id).toSorted())
  })
})

describe('the counts of orders', () => {
  it('are those that counting finds, whatever happens to orders', async () => {
    expect(await known()).toEqual(await counted())
    for (let round = 0; round < 150; round += 1) {
      const some = sql<boolean>`number % ${3 + draw(40)} = 0`
      const set = (values: { is_paid: number } | { problem: number } | { status: OrderStatus }) =>
        shop.db.updateTable('orders').set(values).where(some).execute()
      const one = sql<boolean>`number = ${draw(ORDERS)}`
      const changes = [
        addOrder,
        () => shop.db.deleteFrom('orders').where(one).execute(),
        () => set({ is_paid: draw(2) }),
        () => set({ problem: draw(2) }),
        () => set({ status: pick(statuses, 'Shipped') }),
      ]
      await pick(changes, addOrder)()
    }
    expect(await known()).toEqual(await counted())
    const undone = shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('orders').set({ status: 'Packed' }).execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await known()).toEqual(await counted())
  })
})
