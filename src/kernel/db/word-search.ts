import { type Kysely, type RawBuilder, sql } from 'kysely'
import { IN_NAME, type Term, tokensOf, wordsOf } from '../search/search-words.ts'
import type { Db } from './database.ts'
import { isPostgres, rowCount } from './engine.ts'
import { productsToSearch, searchColumns } from './name-search.ts'
import { escapeLike } from './text-index.ts'

/** One word of a search: a product has it when it has any of these. */
export interface SearchWord {
  /** Itself, as it may stand in the index; parts of words are looked for too. */
  terms: readonly Term[]
  /** Other words for the same. */
  synonyms: readonly Term[]
  /** What it says of a product besides its words: see categoryToken and producerToken. */
  of: readonly string[]
}

/** A product is found by its category and its producer, which may be called otherwise tomorrow: the index has these for them. */
export const categoryToken = (slug: string) => `@${slug}`
export const producerToken = (id: string) => `@${id}`

/** A shorter part is looked for at the beginning of words only. */
const SHORTEST_PART = 2
/** Of one typed part: most different words that have it inside. */
const MAX_WORDS = 500
/** Letters of a word that are looked at for parts. */
const LETTERS = 30
/** A typed word with fewer letters is compared with those that share two of them, others with three. */
const LONG_WORD = 6
/** Words compared with a typed one that is nowhere. */
const MAX_SIMILAR = 1000
/** After every letter. */
const LAST = '\u{10FFFF}'

const rowText = (row: string) =>
  `${row}.name_words || ' ' || ${row}.description_words || ' @' || ${row}.category || coalesce(' @' || ${row}.producer_id, '')`
const vectorOf = (row: string) => `array_to_tsvector(array_remove(string_to_array(${rowText(row)}, ' '), ''))`

/**
 * Makes the index of products by their words, and `search_parts`, every part of every word: both are kept by the database
 * itself. Fills them with what is there.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createWordIndex(db: Kysely<any>) {
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}

// Parts are kept of words, not of marked ones nor of numbers.
const positions = `[${Array.from({ length: LETTERS - 1 }, (_, at) => at + 1)}]`
const sqliteParts = (words: string) => `
  insert or ignore into search_parts (part, token)
  select substr(word.value, at.value), word.value
  from ${words} cross join json_each('${positions}') as at
  where word.value not glob '[~=+]*' and word.value glob '*[^0-9]*' and at.value < length(word.value)
    and not exists (select 1 from search_parts where part = word.value and token = word.value);`
const sqliteWords = (row: string) =>
  `json_each('["' || replace(${row}.name_words || ' ' || ${row}.description_words, ' ', '","') || '"]') as word`
const isChanged = `old.name_words is not new.name_words or old.description_words is not new.description_words or old.category is not new.category
  or old.producer_id is not new.producer_id`
const sqlite = [
  `create table search_parts (part text not null, token text not null, primary key (part, token)) without rowid`,
  `create virtual table product_words using fts5(words, content='', contentless_delete=1, detail=none, prefix='2 3',
    tokenize="ascii tokenchars '~=+@-'")`,
  `insert into product_words(rowid, words) select number, ${rowText('products')} from products`,
  sqliteParts(`(select distinct word.value from products cross join ${sqliteWords('products')}) as word`),
  `create trigger product_words_insert after insert on products begin
    insert into product_words(rowid, words) values (new.number, ${rowText('new')}); ${sqliteParts(sqliteWords('new'))} end`,
  `create trigger product_words_update after update of name_words, description_words, category, producer_id on products
    when ${isChanged} begin
    delete from product_words where rowid = old.number;
    insert into product_words(rowid, words) values (new.number, ${rowText('new')}); ${sqliteParts(sqliteWords('new'))} end`,
  `create trigger product_words_delete after delete on products begin
    delete from product_words where rowid = old.number; end`,
]

const searched = searchColumns.join(', ')
const ofRow = (row: string) => searchColumns.map((column) => `${row}.${column}`).join(', ')

// Parts are kept once a statement where products are added, since an import adds many in one.
const postgres = [
  `create table search_parts (part text collate "C" not null, token text collate "C" not null, primary key (part, token))`,
  // Rows without texts and pictures, as in SQLite.
  `create table product_search (number bigint primary key, id text not null, name_folded text not null,
    category text not null, price_paise bigint not null, offer_price_paise bigint not null, in_stock integer not null,
    archived integer not null, producer_id text, created_at bigint not null, words tsvector not null)`,
  `insert into product_search (${searched}, words) select ${searched}, ${vectorOf('products')} from products`,
  // What was added lately lies beside the index until there is this much of it (KB): each search reads all of that.
  `create index product_words on product_search using gin (words) with (gin_pending_list_limit = 512)`,
  `create function add_search_parts(words text) returns void language sql as $$
    insert into search_parts (part, token)
    select substr(word, at), word
    from (select distinct word from unnest(string_to_array(words, ' ')) as word
      where word ~ '^[^~=+]' and word ~ '[^0-9]'
        and not exists (select from search_parts where part = word and token = word)) as fresh
    cross join lateral generate_series(1, least(length(word), ${LETTERS}) - 1) as at
    order by 1, 2 on conflict do nothing $$`,
  `select add_search_parts(string_agg(word, ' '))
    from (select distinct unnest(string_to_array(name_words || ' ' || description_words, ' ')) as word from products) as words`,
  `create function products_worded() returns trigger language plpgsql as $$ begin
    perform add_search_parts((select string_agg(name_words || ' ' || description_words, ' ') from added));
    insert into product_search (${searched}, words) select ${searched}, ${vectorOf('added')} from added;
    return null; end $$`,
  `create function product_reworded() returns trigger language plpgsql as $$ begin
    perform add_search_parts(new.name_words || ' ' || new.description_words);
    update product_search set words = ${vectorOf('new')} where number = new.number;
    return null; end $$`,
  `create function product_moved() returns trigger language plpgsql as $$ begin
    update product_search set (${searched}) = row(${ofRow('new')}) where number = old.number; return null; end $$`,
  `create function product_forgotten() returns trigger language plpgsql as $$ begin
    delete from product_search where number = old.number; return null; end $$`,
  `create trigger product_search_update after update on products
    for each row when ((${ofRow('old')}) is distinct from (${ofRow('new')})) execute function product_moved()`,
  `create trigger product_search_delete after delete on products
    for each row execute function product_forgotten()`,
  `create trigger product_words_insert after insert on products
    referencing new table as added for each statement execute function products_worded()`,
  `create trigger product_words_update after update of name_words, description_words, category, producer_id on products
    for each row when (${['name_words', 'description_words', 'category', 'producer_id']
      .map((column) => `old.${column} is distinct from new.${column}`)
      .join(' or ')}) execute function product_reworded()`,
]

/** How each engine writes a search: words, their beginnings, and what stands between them. */
const fts5 = { quote: '"', begins: '*', or: ' OR ', and: ') AND (' }
const tsquery = { quote: "'", begins: ':*', or: ' | ', and: ') & (' }

/** Does a column that is compared by character codes begin with this? Found in its index. */
export const beginsWith = (column: string, text: string) =>
  sql<boolean>`(${sql.ref(column)} >= ${text} and ${sql.ref(column)} < ${text + LAST})`

/** Does the part begin with one of these? */
const anyPart = (texts: readonly string[]) =>
  sql.join(
    texts.map((text) => beginsWith('part', text)),
    sql` or `,
  )

/** The search as the engine's own full text search takes it. Parts of words are looked up by the statement itself. */
function expression(db: Db, words: readonly SearchWord[], isInName: boolean) {
  const { quote, begins, or, and } = isPostgres(db) ? tsquery : fts5
  const mark = isInName ? IN_NAME : ''
  const wanted = words.map(({ terms, synonyms, of }) => {
    const inside = terms.filter(({ text, isWhole }) => !isWhole && [...text].length >= SHORTEST_PART)
    const first = inside.length > 0 ? mark : IN_NAME
    const known = [...terms, ...synonyms].map(
      ({ text, isWhole }) => quote + first + text + quote + (isWhole ? '' : begins),
    )
    const tokens = isInName ? [] : of.map((token) => quote + token + quote)
    const text = sql`cast(${[...known, ...tokens].join(or)} as text)`
    // No number has parts.
    const parts = inside.flatMap((term) => (/^\d+$/.test(term.text) ? [] : [term.text]))
    if (parts.length === 0) return text
    const found = sql`select distinct token from search_parts
      where (${anyPart(parts)}) and part <> token
        ${isInName ? sql`and substr(token, 1, 1) <> '@'` : sql``} order by token limit ${rowCount(MAX_WORDS)}`
    const joined = isPostgres(db) ? sql`string_agg` : sql`group_concat`
    return sql`${text} || coalesce((select ${sql.lit(or + quote + mark)} ||
      ${joined}(token, ${sql.lit(quote + or + quote + mark)}) || ${sql.lit(quote)} from (${found}) as found), '')`
  })
  const [only] = wanted
  // What any of a few terms finds is put together in less time than each product is compared with all of them.
  if (isPostgres(db) && only && wanted.length === 1)
    return sql`any(cast(string_to_array(${only}, ${sql.lit(or)}) as tsquery[]))`
  const whole = sql`'(' || ${sql.join(wanted, sql` || ${sql.lit(and)} || `)} || ')'`
  return isPostgres(db) ? sql`cast(${whole} as tsquery)` : sql`(select ${whole})`
}

const inIndex = (wanted: RawBuilder<unknown>) =>
  sql`select rowid from product_words where product_words match ${wanted}`

/** Where the words of a search must be. */
type Where = 'name' | 'anywhere'

/** Does the product have all of these words, in its name or anywhere? None has no words. */
export function hasWords(db: Db, words: readonly SearchWord[], where: Where = 'anywhere') {
  if (words.length === 0) return sql<boolean>`1 = 0`
  const wanted = expression(db, words, where === 'name')
  return isPostgres(db)
    ? sql<boolean>`products.words @@ ${wanted}`
    : sql<boolean>`products.number in (${inIndex(wanted)})`
}

/** The products that have all of these words, as `products`, to read many of: a join is faster than the condition in SQLite. */
export function productsWith(db: Db, words: readonly SearchWord[], where: Where = 'anywhere') {
  if (isPostgres(db) || words.length === 0)
    return sql`(select ${sql.raw(ofRow('products'))} from ${productsToSearch()} where ${hasWords(db, words, where)}) as products`
  return sql`(${inIndex(expression(db, words, where === 'name'))}) as found_words
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

/** Has products found by a producer's name: in the transaction that gives the name, or another one than `before`. */
export async function setProducerWords(
  // biome-ignore lint/suspicious/noExplicitAny: called from a migration
  tx: Kysely<any>,
  id: string,
  name: string,
  before = '',
) {
  const partsOf = (text: string) => {
    const parts = wordsOf(text)
      .flatMap(tokensOf)
      .flatMap((word) => {
        const letters = [...word].slice(0, LETTERS)
        return letters.slice(0, -1).map((_, at) => letters.slice(at).join(''))
      })
    return [...new Set(parts)].map((part) => ({ part, token: producerToken(id) }))
  }
  const old = partsOf(before).map(({ part }) => part)
  if (old.length > 0)
    await tx.deleteFrom('search_parts').where('token', '=', producerToken(id)).where('part', 'in', old).execute()
  const parts = partsOf(name)
  if (parts.length > 0)
    await tx
      .insertInto('search_parts')
      .values(parts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
