import type { Generated } from 'kysely'
import type { ReturnState, ReturnWish } from '#features/orders/returns.states.ts'

export interface ReturnTables {
  /** What shoppers ask to give back of an order. */
  returns: {
    id: string
    order_id: string
    /** JSON: position of the line -> pieces. */
    quantities: string
    /** How many pieces it is of: those that were asked for, and from when it is there those that came. */
    pieces: Generated<number>
    /** JSON like `quantities`: pieces that came, and of those the ones that were written off; null: nothing came yet. */
    came: Generated<string | null>
    broken: Generated<string | null>
    /** Where the shopper would like to have the cash. */
    pay_to: Generated<string | null>
    wish: ReturnWish
    reason: string
    /** JSON: StoredPhoto[]. Their files are never under /media: they may show somebody's home. */
    photos: string
    state: ReturnState
    /** What the shop wrote to it. */
    answer: string | null
    /** 0 or 1: the maker's fault. */
    faulty: Generated<number>
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
