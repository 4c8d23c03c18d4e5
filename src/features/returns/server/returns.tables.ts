import type { Generated } from 'kysely'
import type { ReturnState, ReturnWish } from '#features/orders/returns.states.ts'

export interface ReturnTables {
  /** What shoppers ask to give back of an order. */
  returns: {
    id: string
    order_id: string
    /** JSON: position of the line -> pieces. */
    quantities: string
    wish: ReturnWish
    reason: string
    /** JSON: StoredPhoto[]. Their files are never under /media: they may show somebody's home. */
    photos: string
    state: ReturnState
    /** What the shop wrote to it. */
    answer: string | null
    /** 0 or 1: the maker's fault. */
    faulty: Generated<number>
    /** The refund that settles it. */
    refund_id: string | null
    /** 0 or 1: the seller was told by mail that it was asked. */
    shop_told: Generated<number>
    asked_at: number
    /** When the goods were there. */
    arrived_at: number | null
    /** Of the last step. */
    changed_at: number
    /** E-mail address of the seller who took it; null: the shopper, or the shop by itself. */
    changed_by: string | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends ReturnTables {}
}
