import { type RawBuilder, sql } from 'kysely'
import { BESIDES, IN_NAME } from '../../search/search-words.ts'
import type { Db } from '../database.ts'
import { anyValue, isPostgres, rowCount } from '../engine.ts'

/** An index of words, kept by the database, for a table whose primary key is `number`. SQLite uses `texts`, PostgreSQL `numbers`. */
export interface WordIndex {
  name: string
  /** A narrow copy of the rows; on PostgreSQL it has the numbers of their `words` too. */
  rows: string
  columns: readonly string[]
  texts: string
  numbers: string
  parts: string
}

/** Stands for all words of the name that begin with this letter, so that PostgreSQL looks for one number and not for each word. */
const letterToken = (letter: string) => `^${letter}`

/** What a typed word stands for in the index: a row has the word if it has one of these. */
export interface SearchWord {
  /** Words of the index, with their marks. */
  whole: readonly string[]
  /** What words of the index begin with. */
  begins: readonly string[]
  /** What a part of a word begins with: all words of the index that have such a part. */
  parts: readonly string[]
}

const MAX_WORDS = 500
/** A typed word with fewer letters is compared with words that share two letters in a row, others with three. */
const LONG_WORD = 6
const MAX_SIMILAR = 1000
/** Letters with which a name begins as the typed word does. */
const SAME_LETTERS = 2
const LAST = '\u{10FFFF}'

const anyText = (text: string) => anyValue(sql<string>`cast(${text} as text)`)

/** Does a column compared by character codes begin with this? Its index answers. */
export const beginsWith = (column: string, text: string) =>
  sql<boolean>`(${sql.ref(column)} >= ${anyText(text)} and ${sql.ref(column)} < ${anyText(text + LAST)})`

const anyPart = (texts: readonly string[]) =>
  sql.join(
    texts.map((text) => beginsWith('part', text)),
    sql` or `,
  )

/** Words with parts that begin so. One list, however long it is, makes one statement. */
const wordsWith = ({ parts }: WordIndex, beginnings: RawBuilder<unknown>) => sql`
  select distinct token from ${beginnings} cross join ${sql.raw(parts)}
  where part >= beginning and part < beginning || ${sql.lit(LAST)} and part <> token order by token limit ${sql.lit(MAX_WORDS)}`

const listed = (texts: readonly string[]) =>
  sql`(select value as beginning from json_each(${anyText(JSON.stringify(texts))})) as listed`

function findInSqlite(index: WordIndex, words: readonly SearchWord[]) {
  const all = words.map(({ whole, begins, parts }) => {
    const known = [...begins.map((text) => `"${text}"*`), ...whole.map((text) => `"${text}"`)].join(' OR ')
    return parts.length === 0
      ? sql`cast(${known} as text)`
      : sql`cast(${known} as text) || coalesce((select ' OR "' ||
          group_concat(token, '" OR "') || '"' from (${wordsWith(index, listed(parts))}) as found), '')`
  })
  const table = sql.raw(index.texts)
  return sql`select rowid from ${table} where ${table} match
    (select '(' || ${sql.join(all, sql` || ') AND (' || `)} || ')')`
}

const texts = (list: readonly string[]) => sql`string_to_array(${anyText(list.join(' '))}, ' ')`

function hasInPostgres(index: WordIndex, { whole, begins, parts }: SearchWord) {
  const isLetter = (text: string) => text.startsWith(IN_NAME) && [...text].length === IN_NAME.length + 1
  const letters = begins.filter(isLetter).map((text) => letterToken(text.slice(IN_NAME.length)))
  const longer = begins.filter((text) => !isLetter(text))
  const numbers = sql.raw(index.numbers)
  const found = [
    sql`select number from ${numbers} where token = any(${texts([...whole, ...letters])})`,
    ...(longer.length === 0
      ? []
      : [
          sql`select number from unnest(${texts(longer)}) as beginning
            cross join lateral (select number from ${numbers}
              where token >= beginning and token < beginning || ${sql.lit(LAST)} offset 0) as begun`,
        ]),
    ...(parts.length === 0
      ? []
      : [
          sql`select number from (${wordsWith(index, sql`unnest(${texts(parts)}) as beginning`)}) as found
            cross join lateral (select number from ${numbers} where ${numbers}.token = found.token offset 0) as numbered`,
        ]),
  ]
  return sql<boolean>`${sql.raw(index.name)}.words && array(${sql.join(found, sql` union `)})`
}

/** Does the row have all of these words? An empty list matches nothing. */
export function hasWords(db: Db, index: WordIndex, words: readonly SearchWord[]) {
  if (words.length === 0) return sql<boolean>`1 = 0`
  if (!isPostgres(db)) return sql<boolean>`${sql.raw(index.name)}.number in (${findInSqlite(index, words)})`
  return sql<boolean>`(${sql.join(
    words.map((word) => hasInPostgres(index, word)),
    sql` and `,
  )})`
}

/** The rows with all of these words, under the table's name. For many rows SQLite joins faster than it checks `hasWords`. */
export function rowsWithWords(db: Db, index: WordIndex, words: readonly SearchWord[]) {
  const [name, rows] = [sql.raw(index.name), sql.raw(index.rows)]
  if (!isPostgres(db) && words.length > 0)
    return sql`(${findInSqlite(index, words)}) as found_words
    cross join ${rows} as ${name} on ${name}.number = found_words.rowid`
  const columns = sql.raw(index.columns.map((column) => `${index.name}.${column}`).join(', '))
  return sql`(select ${columns} from ${rows} as ${name} where ${hasWords(db, index, words)}) as ${name}`
}

/**
 * Words that share some letters in a row with a typed one, nearest length first, and those that begin like it of what stands beside the words
 * (names of producers). The caller chooses the nearest word.
 */
export async function findSimilarWords(db: Db, { parts: table }: WordIndex, typed: readonly string[]) {
  const similar = typed.flatMap((word) => {
    const letters = [...word]
    const length = letters.length < LONG_WORD ? 2 : 3
    if (letters.length < length) return []
    const runs = letters.slice(0, letters.length - length + 1).map((_, at) => letters.slice(at, at + length))
    // Two letters in turn leave a short word none in a row with the right one: bwol, bowl.
    const turned = length === 2 ? runs.map((run) => run.toReversed()) : []
    const parts = [...runs, ...turned].map((run) => run.join(''))
    return sql`select * from (select distinct cast(${word} as text) as typed, token, abs(length(token) - ${letters.length}) as longer
      from ${sql.raw(table)} where (${anyPart(parts)}) and substr(token, 1, 1) <> ${sql.lit(BESIDES)}
      order by longer, token limit ${rowCount(MAX_SIMILAR)}) as nearby
      union all select distinct cast(${word} as text), replace(part, ${sql.lit(IN_NAME)}, ''), 0
      from ${sql.raw(table)} where ${beginsWith('part', IN_NAME + letters.slice(0, SAME_LETTERS).join(''))}`
  })
  if (similar.length === 0) return []
  const { rows } = await sql<{ typed: string; token: string }>`${sql.join(similar, sql` union all `)}`.execute(db)
  return rows
}
