import type { Generated } from 'kysely'

export interface PricesTables {
  /** How the profit is shared, in percents that make 100, from an Indian day 'YYYY-MM-DD' on. Rows of days that have begun never change. */
  share_percentages: {
    from_day: string
    producer: number
    community: number
    shop: number
    /** 1: the day has begun, and pages show them. Until then no page does, so that what is kept of pages fits the database. */
    begun: Generated<number>
    seller_email: string | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends PricesTables {}
}
