import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'
import type { importStates } from '../product-imports.contract.ts'

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
    /** The seller's own number. */
    sku: Generated<string | null>
    /** `foldSku` of it: no two products have the same. */
    sku_key: Generated<string | null>
    /** What its producer asks for a piece; null: it is not stated. Never shown but as shares. */
    maker_price_paise: Generated<Paise | null>
    /** What packing, courier and payment of a piece cost the shop; null: nothing. */
    costs_paise: Generated<Paise | null>
    /** 0 or 1: it can be given back when it is not damaged. */
    returnable: Generated<number>
    /** When `price_paise` was last raised; null when that is longer ago than an offer may not follow it. */
    price_raised_at: Generated<number | null>
    created_at: number
    /** 1: out of the shop; carts and orders keep it. */
    archived: Generated<number>
    /** 1: archived only because its producer is suspended. */
    suspended: Generated<number>
    /** 1: not on sale yet. It is archived too, so that whatever leaves archived products out leaves drafts out. */
    draft: Generated<number>
    /** Counted up by each edit of the seller's; not by orders, nor by the stock switch. */
    version: Generated<number>
    /** The import that changed it last. */
    last_import: Generated<string | null>
  }
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
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends CatalogTables {}
}
