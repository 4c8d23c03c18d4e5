import { sql } from 'kysely'
import type { Earnings } from '#features/producers/earnings.contract.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { inShop } from '#features/producers/server/producers.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Paise } from '#shared/money.ts'

const sums = sql`ledger_sums where maker_number = maker.number and unstated = 0`
const earned = [
  sql<Paise | null>`(select cast(sum(maker_paise + producer_paise) as bigint) from ${sums})`.as('amount'),
  sql<string | null>`(select min(month) from ${sums} and sales > 0)`.as('since'),
  sql<number>`(select count(distinct order_id) from ledger_entries
    where maker_number = maker.number and kind = 'sale' and unstated = 0)`.as('orders'),
] as const

function toEarnings(row: { amount: Paise | null; since: string | null; orders: number } | undefined): Earnings {
  if (!row || row.amount === null || row.since === null) return null
  return { amount: row.amount, orders: row.orders, since: row.since }
}

/** What a producer earned; null without consent or sales. Throws PRODUCER_NOT_FOUND. */
export async function getEarnings(db: Db, producerId: string) {
  const row = await inShop(db)
    .leftJoin('ledger_makers as maker', (join) =>
      join.onRef('maker.producer_id', '=', 'producers.id').on('ledger_consent', '=', 1),
    )
    .where('id', '=', producerId)
    .select(earned)
    .executeTakeFirst()
  if (!row) throw producerNotFound()
  return toEarnings(row)
}

/** For the producer's own people, whether it is shown or not. Null before the first sale. */
export const earnedBy = async (db: Db, producerId: string) =>
  toEarnings(
    await db
      .selectFrom('ledger_makers as maker')
      .where('maker.producer_id', '=', producerId)
      .select(earned)
      .executeTakeFirst(),
  )
