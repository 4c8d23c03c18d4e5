import type { Generated } from 'kysely'
import type { ChangeKind, ChangeState } from '../changes.states.ts'

export interface ChangesTables {
  /** What makers want changed in the shop, until the office has looked at it, and what became of it. */
  maker_changes: {
    id: string
    kind: ChangeKind
    /** The product's id, which a new piece keeps when it comes into the shop; of a page the producer's. */
    subject: string
    producer_id: string
    /** The product's version from which it was made; null: it is new, or a page. */
    version: number | null
    /** JSON: Wanted, only what is to become different; of a new piece all of it. */
    wanted: string
    /** JSON: the same fields of a page as they were; null for pieces. */
    before: string | null
    state: ChangeState
    /** Counted up each time that its maker sends it. */
    edition: Generated<number>
    asked_by: string
    asked_by_name: string
    /** When its maker sent it last: it waits since then. */
    asked_at: number
    decided_by_name: string | null
    decided_at: number | null
    /** The sentence with which it was sent back; '' for none. */
    message: Generated<string>
  }
  /** Photos that makers sent, for a day from then, and for as long as a change shows them; then the product has them. */
  workshop_pictures: {
    /** As in ProductPicture, which the files are stored under. */
    key: string
    producer_id: string
    /** JSON: ProductPicture. */
    picture: string
    /** When its maker sent it. */
    created_at: number
    /** The change that shows it; null: none yet. */
    change_id: string | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends ChangesTables {}
}
