import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { searchColumns, searchColumnsOf } from './name-search.ts'
import { tokensOf, wordsOf } from './search-words.ts'

/** Letters of a word that are looked at for parts. */
const LETTERS = 30

const rowText = (row: string) =>
  `${row}.name_words || ' ' || ${row}.description_words || ' @' || ${row}.category || coalesce(' @' || ${row}.producer_id, '')`
const vectorOf = (row: string) => `array_to_tsvector(array_remove(string_to_array(${rowText(row)}, ' '), ''))`

/**
 * Makes the index of products by their words, and `search_parts`, every part of every word: both are kept by the database
 * itself. Fills them with what is there.
 */
export async function createWordIndex<DB>(db: Kysely<DB>) {
  for (const statement of isPostgres(db) ? [postgres.join(';\n')] : sqlite) await sql.raw(statement).execute(db)
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
    update product_search set (${searched}) = row(${searchColumnsOf('new')}) where number = old.number; return null; end $$`,
  `create function product_forgotten() returns trigger language plpgsql as $$ begin
    delete from product_search where number = old.number; return null; end $$`,
  `create trigger product_search_update after update on products
    for each row when ((${searchColumnsOf('old')}) is distinct from (${searchColumnsOf('new')})) execute function product_moved()`,
  `create trigger product_search_delete after delete on products
    for each row execute function product_forgotten()`,
  `create trigger product_words_insert after insert on products
    referencing new table as added for each statement execute function products_worded()`,
  `create trigger product_words_update after update of name_words, description_words, category, producer_id on products
    for each row when (${['name_words', 'description_words', 'category', 'producer_id']
      .map((column) => `old.${column} is distinct from new.${column}`)
      .join(' or ')}) execute function product_reworded()`,
]

/** A word of the name that begins with this letter: PostgreSQL looks for a single letter by it, not for each word that begins so. */
const letterToken = (letter: string) => `^${letter}`

const tokensOfRows = (rows: string) => `${rows} cross join lateral tokens_of(${rowText(rows)}) as found(token)`
// Words of many products are mostly the same: each is looked up once.
const numberOf = '(select number from search_tokens where search_tokens.token = found.token)'
const addTokensOf = (rows: string) => `insert into search_tokens (token)
  select token from (select distinct token from ${tokensOfRows(rows)}) as found where ${numberOf} is null order by 1 on conflict do nothing`
const numbersOf = (rows: string) => `with
  found as materialized (select number as product, token from ${tokensOfRows(rows)}),
  known as materialized (select token, ${numberOf} as number from (select distinct token from found) as found)
  select product, array_agg(number) as numbers from found join known using (token) group by product`
const addRowsOf = (rows: string) => `insert into product_search (${searched}, words)
  select ${searched}, numbers from ${rows} join (${numbersOf(rows)}) as numbered on product = number order by number`
const numbered = [
  `create table search_tokens (token text collate "C" primary key, number integer generated always as identity unique)`,
  `create function tokens_of(words text) returns setof text language sql immutable as $$
    select word from unnest(string_to_array(words, ' ')) as word where word <> ''
    union select '${letterToken('')}' || substr(word, 2, 1) from unnest(string_to_array(words, ' ')) as word where word ~ '^~[^=+]' $$`,
  addTokensOf('products'),
  `drop table product_search`,
  // First what has the same width in each row: it is found without reading what stands before.
  `create table product_search (number bigint primary key, created_at bigint not null, price_paise bigint not null,
    offer_price_paise bigint not null, in_stock integer not null, archived integer not null, category text not null,
    name_folded text not null, id text not null, producer_id text, words integer[] not null)`,
  `analyze search_tokens`,
  addRowsOf('products'),
  `create index product_words on product_search using gin (words) with (gin_pending_list_limit = 512)`,
  // A connection keeps the plans of these from when the table of words was small.
  `create or replace function products_worded() returns trigger language plpgsql set enable_seqscan = off as $$ begin
    perform add_search_parts((select string_agg(name_words || ' ' || description_words, ' ') from added));
    ${addTokensOf('added')};
    ${addRowsOf('added')};
    return null; end $$`,
  `create or replace function product_reworded() returns trigger language plpgsql set enable_seqscan = off as $$ begin
    perform add_search_parts(new.name_words || ' ' || new.description_words);
    with edited as (select new.*) ${addTokensOf('edited')};
    with edited as (select new.*), numbered as (${numbersOf('edited')})
      update product_search set words = numbers from numbered where product = number;
    return null; end $$`,
]

/**
 * PostgreSQL keeps numbers instead of words, from `search_tokens`: the rows, which a search reads by the ten thousand, take three
 * fifths of the room.
 */
export async function numberWords<DB>(db: Kysely<DB>) {
  if (isPostgres(db)) await sql.raw(numbered.join(';\n')).execute(db)
}

/** Has products found by the name of their producer, who had none until now. */
export async function setProducerWords<DB>(db: Kysely<DB>, id: string, name: string) {
  const parts = wordsOf(name)
    .flatMap(tokensOf)
    .flatMap((word) => {
      const letters = [...word].slice(0, LETTERS)
      return letters.slice(0, -1).map((_, at) => letters.slice(at).join(''))
    })
  if (parts.length === 0) return
  const rows = [...new Set(parts)].map((part) => sql`(${part}, ${`@${id}`})`)
  await sql`insert into search_parts (part, token) values ${sql.join(rows)} on conflict do nothing`.execute(db)
}
