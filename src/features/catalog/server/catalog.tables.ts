import type { Generated } from 'kysely'

export interface CatalogTables {
  products: {
    /** Rowid of the name index; never shown. */
    number: Generated<number>
    id: string
    name: string
    /** For searching: lower case, without accents. */
    name_folded: string
    /** Slug. */
    category: string
    price_paise: number
    offer_price_paise: number
    /** JSON: lines of text. */
    description: string
    /** JSON: ProductImage[]. */
    images: string
    weight: string | null
    /** 0 or 1. */
    in_stock: number
    /** Pieces left; null when they are not counted. */
    stock: number | null
    /** A sample producer's slug or an approved application's id. */
    producer_id: string | null
    created_at: number
  }
}
