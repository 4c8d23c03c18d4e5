import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'

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
    /** JSON: FactValues (facts.contract.ts). */
    facts: Generated<string>
    /** JSON: the choices among them that lists are narrowed by, such as "colour.blue". */
    fact_choices: Generated<string>
    /** JSON: StoredMark[] (marks.rules.ts). */
    marks: Generated<string>
    /** JSON: ProductPicture[]. */
    images: string
    weight: string | null
    /** 0 or 1. */
    in_stock: number
    /** Pieces left; null when they are not counted. */
    stock: number | null
    /** JSON: Batch[] (batches.rules.ts), whose pieces that may be sold `stock` counts; null: its stock is not in batches. */
    batches: Generated<string | null>
    /** JSON: NextBatch, that of the piece which is sold next; null: none may be sold. */
    next_batch: Generated<string | null>
    /** Of `producers`; a sample's is its slug. */
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
    /** When what visitors see of it changed last, kept by the database itself; null: not since shops know it. */
    changed_at: Generated<number | null>
    /** 1: out of the shop; carts and orders keep it. */
    archived: Generated<number>
    /** 1: archived only because its producer is suspended. */
    suspended: Generated<number>
    /** 1: not on sale yet. It is archived too, so that whatever leaves archived products out leaves drafts out. */
    draft: Generated<number>
    /** Indian day on which its maker is back from a holiday; null: nobody is away. */
    back_on: Generated<string | null>
    /** 1: out of stock only because its maker is on holiday. */
    resting: Generated<number>
    /** Counted up by each edit of the seller's; not by orders, nor by the stock switch. */
    version: Generated<number>
    /** The import that changed it last. */
    last_import: Generated<string | null>
    /** JSON: its family's name, and the values of its axes; null: it has none. */
    family: Generated<string | null>
    family_id: Generated<string | null>
    /** The values of its axes, folded: no two products of a family have the same. */
    family_key: Generated<string | null>
  }
  /** Products that are one thing in several sizes or colours, found by name within category and producer. */
  product_families: {
    id: string
    name: string
    /** `foldText` of the name. */
    name_key: string
    /** Slug. */
    category: string
    producer_id: string | null
    /** JSON: the names of its axes, in their order. */
    axes: string
  }
  /** One row, counted up by the database itself in whatever transaction changes what visitors see. */
  catalogue_version: { id: number; version: number }
  /** The product or producer that a version changed; null: more than are listed. The last 500 versions, kept likewise. */
  catalogue_changes: { version: number; id: string | null }
  /**
   * What is shown of a product changed, noted by the database itself. Once the changes have places (product-places.ts), the last one of each product is
   * kept, of those that left the shop too.
   */
  product_changes: { number: Generated<number>; product_id: string; at: number; place: Generated<number | null> }
  /** One row, which counts the places given. */
  last_product_place: { id: number; place: number }
  /** Each part of each word that products, and producers, are found by; of products kept by the database itself. */
  search_parts: { part: string; token: string }
  /** The choices of each product, kept by the database itself. */
  product_facts: { choice: string; number: number }
  /** How many products there are of each kind, kept by the database itself. */
  product_counts: { archived: number; category: string; in_stock: number; on_offer: number; products: number }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends CatalogTables {}
}
