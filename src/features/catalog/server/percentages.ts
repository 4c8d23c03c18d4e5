import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, type Paise } from '#shared/money.ts'
import { Percentages } from '../catalog.percentages.ts'
import type { MakerPrice } from '../catalog.shares.ts'

/** Part of a select: how the profit is shared on an Indian day ('YYYY-MM-DD'), to be read by `readPercentages`. */
export const percentagesOn = (day: unknown): RawBuilder<string> =>
  sql`(select producer || ' ' || community || ' ' || shop from share_percentages
    where from_day <= ${day} order by from_day desc limit 1)`

/** Column of a select: the percentages that pages show, those of the last day that has begun, to be read by `readPercentages`. */
export const shownPercentages = sql<string>`(select producer || ' ' || community || ' ' || shop from share_percentages
  where begun = 1 order by from_day desc limit 1)`.as('percentages')

/** The same with the Indian day from which on they hold. */
export async function percentagesShown(db: Db) {
  const { from_day, ...percentages } = await db
    .selectFrom('share_percentages')
    .select(['from_day', 'producer', 'community', 'shop'])
    .where('begun', '=', 1)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...percentages, from: from_day }
}

/** What was selected. */
export function readPercentages(selected: string): Percentages {
  const [producer, community, shop] = selected.split(' ').map(Number)
  return Percentages.parse({ producer, community, shop })
}

/** What a product's row says of its maker's price and costs; undefined: the price is not stated. */
export const makerPriceOf = (makerPaise: Paise | null, costsPaise: Paise | null): MakerPrice | undefined =>
  makerPaise === null ? undefined : { makerPaise, costsPaise: costsPaise ?? NO_MONEY }
