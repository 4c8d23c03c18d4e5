import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'
import type { importStates } from '../seller-products.contract.ts'

export interface CatalogTables {
  products: {
    /** Rowid of the word index; never shown. */
    number: Generated<number>
    id: string
    name: string
    /** For searching: lower case, without accents. */
    name_folded: string
    /** What it is found by: the words of name and description (kernel/search). */
    name_words: Generated<string>
    description_words: Generated<string>
    /** Slug. */
    category: string
    price_paise: Paise
    offer_price_paise: Paise
    /** JSON: lines of text. */
    description: string
    /** JSON: ProductPicture[]. */
    images: string
    weight: string | null
    /** 0 or 1. */
    in_stock: number
    /** Pieces left; null when they are not counted. */
    stock: number | null
    /** A sample producer's slug or an approved application's id. */
    producer_id: string | null
    /** '4-8': days from the order to the door; null: those of the shop. */
    delivery_days: string | null
    /** 0 or 1: it can be given back when it is not damaged. */
    returnable: Generated<number>
    /** When `price_paise` was last raised; null when that is longer ago than an offer may not follow it. */
    price_raised_at: Generated<number | null>
    created_at: number
    /** 1: out of the shop; carts and orders keep it. */
    archived: Generated<number>
    /** 1: archived only because its producer is suspended. */
    suspended: Generated<number>
    /** Counted up by each edit of the seller's; not by orders, nor by the stock switch. */
    version: Generated<number>
    /** The import that changed it last. */
    last_import: Generated<string | null>
  }
  /** One row, counted up by the database itself in whatever transaction changes what visitors see. */
  catalogue_version: { id: number; version: number }
  /** The product or producer that a version changed; null: more than are listed. The last 500 versions, kept likewise. */
  catalogue_changes: { version: number; id: string | null }
  /** How many products there are of each kind, kept by the database itself. */
  product_counts: { archived: number; category: string; in_stock: number; on_offer: number; products: number }
  /** Who wants a mail when a product is back. */
  stock_alerts: {
    /** In the links of its mails. */
    token: string
    product_id: string
    email: string
    /** The shopper who asked when logged in; null: the address alone. */
    account_id: string | null
    asked_at: number
    /** Null: nobody has opened the link yet that was sent to the address, so nothing else is. */
    confirmed_at: number | null
    /** Not before this time. */
    due_at: number
    /** When it was answered: once for each request. */
    sent_at: number | null
  }
  product_imports: {
    id: string
    state: (typeof importStates)[number]
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
  }
  /** Checked lines of an import that is being saved; a part goes when it is written. */
  import_parts: {
    import_id: string
    /** Counts up from 0, in the order of the file. */
    part: number
    /** JSON: StagedLine[]. */
    lines: string
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends CatalogTables {}
}
