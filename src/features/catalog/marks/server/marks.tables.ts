import type { Generated } from 'kysely'
import type { MarkKind } from '../marks.kinds.ts'

export interface MarkTables {
  /** On which day each mark of a product ends: the marks themselves stand with the product. */
  product_mark_ends: {
    product_id: string
    kind: MarkKind
    /** Its last Indian day, 'YYYY-MM-DD'. */
    valid_until: string
    /** 0 or 1: that day is over, and the product says so. */
    ended: Generated<number>
    /** 0 or 1: the office was told by mail that it ends. */
    asked: Generated<number>
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends MarkTables {}
}
