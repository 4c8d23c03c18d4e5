import { sql } from 'kysely'
import { BESIDES, IN_NAME, type Term } from '../../search/search-words.ts'
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

export interface SearchWord {
  terms: readonly Term[]
  synonyms: readonly Term[]
  of: readonly string[]
}

/** A shorter part is looked for at the beginning of words only. */
const SHORTEST_PART = 2
const MAX_WORDS = 500
/** A typed word with fewer letters is compared with words that share two letters in a row, others with three. */
const LONG_WORD = 6
const MAX_SIMILAR = 1000
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

type Where = 'name' | 'anywhere'

function lookUp({ terms, synonyms, of }: SearchWord, where: Where) {
  const mark = where === 'name' ? IN_NAME : ''
  const inside = terms.filter(({ text, isWhole }) => !isWhole && [...text].length >= SHORTEST_PART)
  const all = [...terms, ...synonyms]
  const first = inside.length > 0 ? mark : IN_NAME
  return {
    begins: all.flatMap(({ text, isWhole }) => (isWhole ? [] : [first + text])),
    whole: [...all.flatMap(({ text, isWhole }) => (isWhole ? [first + text] : [])), ...(where === 'name' ? [] : of)],
    // Numbers are not searched inside.
    inside: inside.flatMap(({ text }) => (/^\d+$/.test(text) ? [] : [text])),
    mark,
  }
}

const wordsWith = ({ parts }: WordIndex, inside: readonly string[], mark: string) => sql`
  select distinct token from ${sql.raw(parts)} where (${anyPart(inside)}) and part <> token
    ${mark === '' ? sql`` : sql`and substr(token, 1, 1) <> ${sql.lit(BESIDES)}`} order by token limit ${sql.lit(MAX_WORDS)}`

function findInSqlite(index: WordIndex, words: readonly SearchWord[], where: Where) {
  const all = words.map((word) => {
    const { begins, whole, inside, mark } = lookUp(word, where)
    const known = [...begins.map((text) => `"${text}"*`), ...whole.map((text) => `"${text}"`)].join(' OR ')
    return inside.length === 0
      ? sql`cast(${known} as text)`
      : sql`cast(${known} as text) || coalesce((select ${sql.lit(` OR "${mark}`)} ||
          group_concat(token, ${sql.lit(`" OR "${mark}`)}) || '"' from (${wordsWith(index, inside, mark)}) as found), '')`
  })
  const table = sql.raw(index.texts)
  return sql`select rowid from ${table} where ${table} match
    (select '(' || ${sql.join(all, sql` || ') AND (' || `)} || ')')`
}

const texts = (list: readonly string[]) => sql`string_to_array(${anyText(list.join(' '))}, ' ')`

function hasInPostgres(index: WordIndex, word: SearchWord, where: Where) {
  const { begins, whole, inside, mark } = lookUp(word, where)
  const isLetter = (text: string) => text.startsWith(IN_NAME) && [...text].length === IN_NAME.length + 1
  const letters = begins.filter(isLetter).map((text) => letterToken(text.slice(IN_NAME.length)))
  const numbers = sql.raw(index.numbers)
  const found = [
    sql`select number from unnest(${texts(begins.filter((text) => !isLetter(text)))}) as beginning
      cross join lateral (select number from ${numbers}
        where token >= beginning and token < beginning || ${sql.lit(LAST)} offset 0) as begun`,
    sql`select number from ${numbers} where token = any(${texts([...whole, ...letters])})`,
    ...(inside.length === 0
      ? []
      : [
          sql`select number from (${wordsWith(index, inside, mark)}) as found
            cross join lateral (select number from ${numbers}
              where ${numbers}.token = ${sql.lit(mark)} || found.token offset 0) as numbered`,
        ]),
  ]
  return sql<boolean>`${sql.raw(index.name)}.words && array(${sql.join(found, sql` union `)})`
}

/** Does the row have all of these words, in its name or anywhere? An empty list matches nothing. */
export function hasWords(db: Db, index: WordIndex, words: readonly SearchWord[], where: Where = 'anywhere') {
  if (words.length === 0) return sql<boolean>`1 = 0`
  if (!isPostgres(db)) return sql<boolean>`${sql.raw(index.name)}.number in (${findInSqlite(index, words, where)})`
  return sql<boolean>`(${sql.join(
    words.map((word) => hasInPostgres(index, word, where)),
    sql` and `,
  )})`
}

/** The rows with all of these words, under the table's name. For many rows SQLite joins faster than it checks `hasWords`. */
export function rowsWithWords(db: Db, index: WordIndex, words: readonly SearchWord[], where: Where = 'anywhere') {
  const [name, rows] = [sql.raw(index.name), sql.raw(index.rows)]
  if (!isPostgres(db) && words.length > 0)
    return sql`(${findInSqlite(index, words, where)}) as found_words
    cross join ${rows} as ${name} on ${name}.number = found_words.rowid`
  const columns = sql.raw(index.columns.map((column) => `${index.name}.${column}`).join(', '))
  return sql`(select ${columns} from ${rows} as ${name} where ${hasWords(db, index, words, where)}) as ${name}`
}

/** Words that share some letters in a row with a typed one, nearest length first; the caller chooses the nearest word. */
export async function findSimilarWords(db: Db, { parts: table }: WordIndex, typed: readonly string[]) {
  const similar = typed.flatMap((word) => {
    const letters = [...word]
    const length = letters.length < LONG_WORD ? 2 : 3
    if (letters.length < length) return []
    const parts = letters.slice(0, letters.length - length + 1).map((_, at) => letters.slice(at, at + length).join(''))
    return sql`select * from (select distinct cast(${word} as text) as typed, token, abs(length(token) - ${letters.length}) as longer
      from ${sql.raw(table)} where (${anyPart(parts)}) and substr(token, 1, 1) <> ${sql.lit(BESIDES)}
      order by longer, token limit ${rowCount(MAX_SIMILAR)}) as nearby`
  })
  if (similar.length === 0) return []
  const { rows } = await sql<{ typed: string; token: string }>`${sql.join(similar, sql` union all `)}`.execute(db)
  return rows
}
