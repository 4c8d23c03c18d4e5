import { sql } from 'kysely'
import type { Shares } from '#features/prices/prices.percentages.ts'
import type { Db } from '#kernel/db/database.ts'
import { NO_MONEY, type Paise, paise, times } from '#shared/money.ts'
import type { SharedLine } from '../orders.shares.ts'
import type { LineRow, OrderRow } from './order-answer.ts'

type SharesRow = Pick<
  LineRow,
  'maker_paise' | 'costs_paise' | 'producer_paise' | 'community_paise' | 'shop_paise' | 'unstated'
>

/** The shares of a line; null where the maker's price was not stated. */
export function sharesOfLine(line: SharesRow): Shares | null {
  const { maker_paise, costs_paise, producer_paise, community_paise, shop_paise, unstated } = line
  if (unstated === 1) return null
  return {
    maker: maker_paise ?? NO_MONEY,
    costs: costs_paise ?? NO_MONEY,
    producer: producer_paise ?? NO_MONEY,
    community: community_paise ?? NO_MONEY,
    shop: shop_paise ?? NO_MONEY,
  }
}

export const sharedLine = (line: SharesRow & Pick<LineRow, 'offer_price_paise' | 'quantity'>): SharedLine => ({
  pricePaise: times(line.offer_price_paise, line.quantity),
  shares: sharesOfLine(line),
})

const sumOfColumn = (column: `${keyof SharesRow & `${string}_paise`}`) => sql<number | null>`sum(${sql.ref(column)})`
const toPaise = (sum: number | null): Paise => paise(Number(sum ?? 0))

/** Orders with more lines than are read: all stated lines added up, and all others, by order. */
export async function readLongShares(db: Db, orders: readonly OrderRow[], most: number | undefined) {
  const ids = most === undefined ? [] : orders.filter(({ line_count }) => line_count > most).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, SharedLine[]>()
  const rows = await db
    .selectFrom('order_lines')
    .select(['order_id', 'unstated', sql<number>`sum(offer_price_paise * quantity)`.as('price_paise')])
    .select([sumOfColumn('maker_paise').as('maker'), sumOfColumn('costs_paise').as('costs')])
    .select([sumOfColumn('producer_paise').as('producer'), sumOfColumn('community_paise').as('community')])
    .select(sumOfColumn('shop_paise').as('shop'))
    .where('order_id', 'in', ids)
    .groupBy(['order_id', 'unstated'])
    .execute()
  const lines = rows.map(({ order_id, unstated, price_paise, maker, costs, producer, community, shop }) => ({
    order_id,
    pricePaise: toPaise(price_paise),
    shares:
      unstated === 1
        ? null
        : {
            maker: toPaise(maker),
            costs: toPaise(costs),
            producer: toPaise(producer),
            community: toPaise(community),
            shop: toPaise(shop),
          },
  }))
  return Map.groupBy(lines, ({ order_id }) => order_id)
}
