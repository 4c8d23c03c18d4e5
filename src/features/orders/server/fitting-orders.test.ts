import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { anyAddress, type TestShop, testShop } from '#testing/shop.ts'
import type { OrderFilters } from '../orders.contract.ts'
import type { OrderStatus } from '../orders.states.ts'
import { countFitting, findFitting } from './fitting-orders.ts'

const ORDERS = 300
/** Far fewer than they are in a shop. */
const STRETCH = 7
const statuses: readonly OrderStatus[] = ['Order Placed', 'Shipped', 'Delivered', 'Cancelled', 'Returned']

/** The same numbers in every run. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const draw = randomly(20)
const pick = <T>(values: readonly [T, ...T[]] | readonly T[], otherwise: T) => values[draw(values.length)] ?? otherwise

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
  for (let at = 0; at < ORDERS; at += 1) await addOrder()
})
afterAll(() => shop.close())

const addOrder = () =>
  shop.db
    .insertInto('orders')
    .values({
      ...{ id: newId(), user_id: 'somebody', subtotal_paise: paise(100), tax_paise: paise(2) },
      ...{
        amount_paise: paise(102),
        address: JSON.stringify(anyAddress),
        payment_type: pick(['COD', 'Online'], 'COD'),
      },
      ...{ status: pick(statuses, 'Shipped'), is_paid: draw(2) },
      // Many at the same time, and in another order than their numbers.
      ...{ created_at: 1_700_000_000_000 + draw(40), search_text: pick(['asha rao 560038', 'ravi om 400001'], '') },
    })
    .execute()

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
  ]

  it.each(searches)('finds and counts what one of all orders does: %o', async (filters) => {
    const whole = await countFitting(shop.db, filters, ORDERS + 1)
    const parts = await countFitting(shop.db, filters, STRETCH)
    expect(parts.counts).toEqual(whole.counts)
    const ids = await findFitting(shop.db, filters, whole.stretches, ORDERS, 0)
    expect(ids).toHaveLength(whole.counts[filters.payment ?? 'all'])
    for (const [limit, offset] of [
      [ORDERS, 0],
      [25, 0],
      [25, 25],
      [10, 63],
    ] as const)
      expect(await findFitting(shop.db, filters, parts.stretches, limit, offset)).toEqual(
        ids.slice(offset, offset + limit),
      )
  })
})

describe('the counts of orders', () => {
  it('are those that counting finds, whatever happens to orders', async () => {
    expect(await known()).toEqual(await counted())
    for (let round = 0; round < 150; round += 1) {
      const some = sql<boolean>`number % ${3 + draw(40)} = 0`
      const set = (
        values: { is_paid: number } | { problem: number } | { shop_told: number } | { status: OrderStatus },
      ) => shop.db.updateTable('orders').set(values).where(some).execute()
      const one = sql<boolean>`number = ${draw(ORDERS)}`
      const changes = [
        addOrder,
        () => shop.db.deleteFrom('orders').where(one).execute(),
        () => set({ is_paid: draw(2) }),
        () => set({ problem: draw(2) }),
        () => set({ shop_told: draw(2) }),
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
