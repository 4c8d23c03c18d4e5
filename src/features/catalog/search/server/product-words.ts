import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { narrowOnSqlite } from '#kernel/db/engine.ts'
import type { WordIndex } from '#kernel/db/query/word-search.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { BESIDES, descriptionWords, IN_NAME, nameWords } from '#kernel/search/search-words.ts'
import { foldText } from '#shared/text.ts'
import type { FactValues } from '../../facts/facts.contract.ts'
import { choicesOf } from '../../facts/facts.filters.ts'
import { factWords } from '../../facts/facts.texts.ts'
import type { StatedFamily } from '../../families/families.contract.ts'

const ROWS = 'product_search'

/** Kept by the database's triggers (migrations/frozen/word-index.ts). */
export const productWords: WordIndex = {
  ...{ name: 'products', rows: ROWS, texts: 'product_words', numbers: 'search_tokens', parts: 'search_parts' },
  columns: [
    ...['number', 'id', 'name_folded', 'category', 'price_paise', 'offer_price_paise'],
    ...['in_stock', 'archived', 'producer_id', 'created_at', 'family_id'],
  ],
}

/** What a product is found by, from its texts and what it states. */
export const nameColumns = (name: string) => ({ name, name_folded: foldText(name), name_words: nameWords(name) })
export const descriptionColumns = (description: readonly string[], facts: FactValues, family: StatedFamily | null) => ({
  description: JSON.stringify(description),
  description_words: descriptionWords([...description, ...factWords(facts), ...(family ? familyWords(family) : [])]),
  facts: JSON.stringify(facts),
  fact_choices: JSON.stringify(choicesOf(facts)),
})

/** A card has its family's name, and somebody who looks for "double" looks for one of its choices. */
const familyWords = ({ name, axes }: StatedFamily) => [name, ...Object.values(axes)]

/** Narrow rows: id and all that a search filters and sorts by, under the table's own name. */
export const productsToSearch = () => sql.raw<Tables['products']>(ROWS).as<'products'>(sql.ref('products'))

/** The rows of lists chosen by price but sorted otherwise. PostgreSQL uses the products' own indexes. */
export const productsByPrice = (db: Db) => narrowOnSqlite(db, productsToSearch(), sql<Tables['products']>`products`)

/** The index names categories and producers by these, for they may be renamed. */
export const categoryToken = (slug: string) => BESIDES + slug
export const producerToken = (id: string) => BESIDES + id

/** How words of producers stand among the parts of words, besides their own parts: marked at both ends, for whole words and beginnings. */
export const producerWord = {
  whole: (word: string) => IN_NAME + word + IN_NAME,
  beginning: (text: string) => IN_NAME + text,
}
