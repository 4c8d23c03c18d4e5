import { sql } from 'kysely'
import { IN_NAME, type Term } from '../search/search-words.ts'
import type { Db } from './database.ts'
import { anyValue, isPostgres, rowCount } from './engine.ts'
import { productsToSearch, searchColumnsOf } from './name-search.ts'
import { escapeLike } from './text-index.ts'
import { letterToken } from './word-index.ts'

/** One word of a search: a product has it when it has any of these. */
export interface SearchWord {
  /** Itself, as it may stand in the index; parts of words are looked for too. */
  terms: readonly Term[]
  /** Other words for the same. */
  synonyms: readonly Term[]
  /** What it says of a product besides its words: see categoryToken and producerToken in word-index.ts. */
  of: readonly string[]
}

/** A shorter part is looked for at the beginning of words only. */
const SHORTEST_PART = 2
/** Of one typed part: most different words that have it inside. */
const MAX_WORDS = 500
/** A typed word with fewer letters is compared with those that share two of them, others with three. */
const LONG_WORD = 6
/** Words compared with a typed one that is nowhere. */
const MAX_SIMILAR = 1000
/** After every letter. */
const LAST = '\u{10FFFF}'

const anyText = (text: string) => anyValue(sql<string>`cast(${text} as text)`)

/** Does a column that is compared by character codes begin with this? Found in its index. */
export const beginsWith = (column: string, text: string) =>
  sql<boolean>`(${sql.ref(column)} >= ${anyText(text)} and ${sql.ref(column)} < ${anyText(text + LAST)})`

/** Does the part begin with one of these? */
const anyPart = (texts: readonly string[]) =>
  sql.join(
    texts.map((text) => beginsWith('part', text)),
    sql` or `,
  )

/** Where the words of a search must be. */
type Where = 'name' | 'anywhere'

/** What a word is looked for by in the index. */
function lookUp({ terms, synonyms, of }: SearchWord, where: Where) {
  const mark = where === 'name' ? IN_NAME : ''
  const inside = terms.filter(({ text, isWhole }) => !isWhole && [...text].length >= SHORTEST_PART)
  const all = [...terms, ...synonyms]
  const first = inside.length > 0 ? mark : IN_NAME
  return {
    begins: all.flatMap(({ text, isWhole }) => (isWhole ? [] : [first + text])),
    whole: [...all.flatMap(({ text, isWhole }) => (isWhole ? [first + text] : [])), ...(where === 'name' ? [] : of)],
    // No number has parts.
    inside: inside.flatMap(({ text }) => (/^\d+$/.test(text) ? [] : [text])),
    mark,
  }
}

/** The words of the index with one of these inside, as `token`; in names there are none of producers. */
const wordsWith = (inside: readonly string[], mark: string) => sql`
  select distinct token from search_parts where (${anyPart(inside)}) and part <> token
    ${mark === '' ? sql`` : sql`and substr(token, 1, 1) <> '@'`} order by token limit ${sql.lit(MAX_WORDS)}`

/** Numbers of the products that have all words, as `rowid`. */
function findInSqlite(words: readonly SearchWord[], where: Where) {
  const all = words.map((word) => {
    const { begins, whole, inside, mark } = lookUp(word, where)
    const known = [...begins.map((text) => `"${text}"*`), ...whole.map((text) => `"${text}"`)].join(' OR ')
    return inside.length === 0
      ? sql`cast(${known} as text)`
      : sql`cast(${known} as text) || coalesce((select ${sql.lit(` OR "${mark}`)} ||
          group_concat(token, ${sql.lit(`" OR "${mark}`)}) || '"' from (${wordsWith(inside, mark)}) as found), '')`
  })
  return sql`select rowid from product_words where product_words match
    (select '(' || ${sql.join(all, sql` || ') AND (' || `)} || ')')`
}

const texts = (list: readonly string[]) => sql`string_to_array(${anyText(list.join(' '))}, ' ')`

/** Has the product the word? PostgreSQL looks for the numbers of all words that the typed one stands for. */
function hasInPostgres(word: SearchWord, where: Where) {
  const { begins, whole, inside, mark } = lookUp(word, where)
  const isLetter = (text: string) => text.startsWith(IN_NAME) && [...text].length === IN_NAME.length + 1
  const letters = begins.filter(isLetter).map((text) => letterToken(text.slice(IN_NAME.length)))
  const found = [
    sql`select number from unnest(${texts(begins.filter((text) => !isLetter(text)))}) as beginning
      cross join lateral (select number from search_tokens
        where token >= beginning and token < beginning || ${sql.lit(LAST)} offset 0) as begun`,
    sql`select number from search_tokens where token = any(${texts([...whole, ...letters])})`,
    ...(inside.length === 0
      ? []
      : [
          sql`select number from (${wordsWith(inside, mark)}) as found
            cross join lateral (select number from search_tokens
              where search_tokens.token = ${sql.lit(mark)} || found.token offset 0) as numbered`,
        ]),
  ]
  return sql<boolean>`products.words && array(${sql.join(found, sql` union `)})`
}

/** Does the product have all of these words, in its name or anywhere? None has no words. */
export function hasWords(db: Db, words: readonly SearchWord[], where: Where = 'anywhere') {
  if (words.length === 0) return sql<boolean>`1 = 0`
  if (!isPostgres(db)) return sql<boolean>`products.number in (${findInSqlite(words, where)})`
  return sql<boolean>`(${sql.join(
    words.map((word) => hasInPostgres(word, where)),
    sql` and `,
  )})`
}

/** The products that have all of these words, as `products`, to read many of: a join is faster than the condition in SQLite. */
export function productsWith(db: Db, words: readonly SearchWord[], where: Where = 'anywhere') {
  if (isPostgres(db) || words.length === 0)
    return sql`(select ${sql.raw(searchColumnsOf('products'))} from ${productsToSearch()} where ${hasWords(db, words, where)}) as products`
  return sql`(${findInSqlite(words, where)}) as found_words
    cross join product_search as products on products.number = found_words.rowid`
}

/** The rank of what has not all words of a search in its name. */
export const NOT_IN_NAME = 4

/**
 * Of a product that has all words in its name: 0 for the name itself, 1 for a name that begins so, 2 for a name with a word that
 * begins so, 3 for the others. `query` is folded, `single` the same with each word as one thing.
 */
export function nameRank(query: string, single: string) {
  const begin = escapeLike(single)
  return sql<number>`case when products.name_folded in (${query}, ${single}) then 0
    when products.name_folded like ${`${begin}%`} escape '\\' then 1
    when products.name_folded like ${`% ${begin}%`} escape '\\' then 2 else 3 end`
}

/** Words of the catalogue that share some letters in a row with a typed one, by how long they are: the caller knows the nearest. */
export async function findSimilarWords(db: Db, typed: readonly string[]) {
  const similar = typed.flatMap((word) => {
    const letters = [...word]
    const length = letters.length < LONG_WORD ? 2 : 3
    if (letters.length < length) return []
    const parts = letters.slice(0, letters.length - length + 1).map((_, at) => letters.slice(at, at + length).join(''))
    return sql`select * from (select distinct cast(${word} as text) as typed, token, abs(length(token) - ${letters.length}) as longer
      from search_parts where (${anyPart(parts)}) and substr(token, 1, 1) <> '@'
      order by longer, token limit ${rowCount(MAX_SIMILAR)}) as nearby`
  })
  if (similar.length === 0) return []
  const { rows } = await sql<{ typed: string; token: string }>`${sql.join(similar, sql` union all `)}`.execute(db)
  return rows
}
