import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, type Paise, paise, plus } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { type DeskTab, deskTabOf } from '../orders.desk.ts'

export async function countByTab(db: Db): Promise<Partial<Record<DeskTab, number>>> {
  const counts: Partial<Record<DeskTab, number>> = {}
  for (const kind of await db.selectFrom('order_counts').selectAll().execute()) {
    const { status, payment_type: paymentType } = kind
    const tab = deskTabOf({ status, paymentType, isPaid: kind.is_paid === 1, hasProblem: kind.problem === 1 })
    if (tab) counts[tab] = (counts[tab] ?? 0) + Number(kind.orders)
  }
  return counts
}

/** Orders whose lines are read in one statement: on SQLite all others wait for it. */
const ORDERS_AT_ONCE = 500

async function paidOn(db: Db, from: number) {
  const until = from + DAY_MS
  const byCard = await db
    .selectFrom('orders')
    .select('id as order_id')
    .where('payment_type', '=', 'Online')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .execute()
  const inCash = await db
    .selectFrom('cash_entries')
    .select(['order_id', 'parcel'])
    // As in the index cash_entries_by_day, else it is not used.
    .where(sql<boolean>`kind <> 'let go'`)
    .where('at', '>=', from)
    .where('at', '<', until)
    .groupBy(['order_id', 'parcel'])
    .having(sql<boolean>`sum(amount_paise) > 0`)
    .execute()
  return [...byCard.map(({ order_id }) => ({ order_id, parcel: undefined })), ...inCash]
}

export interface ProducerRevenue {
  producer: { _id: string; name: string } | null
  revenue: Paise
}

/** Money by producer, the most first: prices without tax, less refunds. Any cash of a parcel counts as all. Read by day: others get in between. */
export async function revenueByProducer(db: Db, since: number, now: number): Promise<ProducerRevenue[]> {
  const found = new Map<string | null, ProducerRevenue>()
  const counted = new Set<string>()
  for (let from = since; from <= now; from += DAY_MS) {
    const paid = await paidOn(db, from)
    for (let at = 0; at < paid.length; at += ORDERS_AT_ONCE) {
      const part = Map.groupBy(paid.slice(at, at + ORDERS_AT_ONCE), ({ order_id }) => order_id)
      const lines = await db
        .selectFrom('order_lines')
        .select(['order_id', 'position', 'parcel', 'producer_id', 'producer_name'])
        .select(sql<number>`offer_price_paise * (quantity - refunded)`.as('amount'))
        .where('order_id', 'in', [...part.keys()])
        .execute()
      for (const { order_id, position, parcel, producer_id, producer_name, amount } of lines) {
        const isPaid = part.get(order_id)?.some((one) => one.parcel === undefined || one.parcel === parcel)
        // Cash that came in two parts is counted on its first day.
        const line = `${order_id} ${position}`
        if (!isPaid || counted.has(line)) continue
        counted.add(line)
        const producer = producer_id === null ? null : { _id: producer_id, name: producer_name ?? '' }
        const before = found.get(producer_id)
        const revenue = plus(before?.revenue ?? NO_MONEY, paise(Number(amount)))
        found.set(producer_id, { producer: before?.producer ?? producer, revenue })
      }
      await setImmediate()
    }
  }
  return [...found.values()].filter(({ revenue }) => revenue > 0).sort((one, other) => other.revenue - one.revenue)
}
