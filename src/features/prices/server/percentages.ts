import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, type Paise } from '#shared/money.ts'
import { Percentages } from '../prices.percentages.ts'
import type { MakerPrice } from '../prices.shares.ts'

/** Selects the percentages of an Indian day ('YYYY-MM-DD') for `readPercentages`. */
export const percentagesOn = (day: unknown): RawBuilder<string> =>
  sql`(select producer || ' ' || community || ' ' || shop from share_percentages
    where from_day <= ${day} order by from_day desc limit 1)`

/** Selects the percentages that pages show, the last begun ones, for `readPercentages`. */
export const shownPercentages = sql<string>`(select producer || ' ' || community || ' ' || shop from share_percentages
  where begun = 1 order by from_day desc limit 1)`.as('percentages')

/** The percentages that pages show, with the Indian day since which they hold. */
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

export function readPercentages(selected: string): Percentages {
  const [producer, community, shop] = selected.split(' ').map(Number)
  return Percentages.parse({ producer, community, shop })
}

/** What sharing needs of a product; undefined: the maker's price is not stated. */
export const makerPriceOf = (makerPaise: Paise | null, costsPaise: Paise | null): MakerPrice | undefined =>
  makerPaise === null ? undefined : { makerPaise, costsPaise: costsPaise ?? NO_MONEY }
