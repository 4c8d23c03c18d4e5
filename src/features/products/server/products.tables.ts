import type { Generated } from 'kysely'
import type { ImportState } from '../product-imports.states.ts'

export interface ProductsTables {
  product_imports: {
    id: string
    state: ImportState
    message: string
    lines: number
    done: number
    /** JSON: the `errors` of a ProductImport. */
    errors: string
    bad_lines: number
    added: number
    changed: number
    started_at: number
    /** When it last showed a sign of life. */
    touched_at: number
    seller_id: string
    /** JSON: the columns that the file has. */
    file_columns: string
    /** JSON: the `preview` of a ProductImport; null: it is written as soon as it is checked. */
    preview: Generated<string | null>
    /** When it had written what it was to write; null: it has written nothing, or goes on. */
    ended_at: Generated<number | null>
    /** Products that its undo has put back, and those that it has left as they are. */
    undone: Generated<number>
    kept: Generated<number>
    /** JSON: the `kept` of a ProductImport. */
    kept_products: Generated<string>
  }
  /** Checked lines of an import that is being saved; a part goes when it is written. */
  import_parts: {
    import_id: string
    /** Counts up from 0, in the order of the file. */
    part: number
    /** JSON: StagedLine[]. */
    lines: string
  }
  /** What an import has written to a product, for a day in which it can be undone. */
  import_changes: {
    import_id: string
    product_id: string
    /** JSON: BeforeImport; null: the import has added it. */
    before: string | null
    /** Null: the import has added it. */
    version_before: number | null
    /** The version, the stock and the switch as the import has left them. */
    version: number
    stock: number | null
    in_stock: number
  }
  /** Stored pictures that an import or its undo may still need: nobody removes them before its row goes. */
  import_pictures: {
    import_id: string
    key: string
    product_id: string
  }
  /** What was done with an Idempotency-Key, a part at a time. */
  act_keys: { key: string; part: number; content_hash: string; answer: string; created_at: number }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends ProductsTables {}
}
