import { type Kysely, sql } from 'kysely'
import { isPostgres, rowCount } from '../engine.ts'

/** A column of folded text in which parts of words are searched. The table's primary key is `number`. */
export interface IndexedText {
  table: string
  column: string
  name: string
}

/** SQLite's index holds every three letters in a row, so it finds no shorter words. */
const TRIGRAM = 3

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const quoteFts = (text: string) => `"${text.replace(/"/g, '""')}"`

const isLong = (word: string) => [...word].length >= TRIGRAM
const matching = (words: readonly string[]) => words.map(quoteFts).join(' AND ')

/** The numbers of rows with all words, if SQLite's index quickly shows at most `most`; undefined else, and on PostgreSQL. */
export async function fewWithWords<DB>(db: Kysely<DB>, { name }: IndexedText, words: readonly string[], most: number) {
  if (isPostgres(db) || words.length === 0 || !words.every(isLong)) return undefined
  const found = await sql<{ number: number }>`select rowid as number from ${sql.table(name)}
    where ${sql.table(name)} match ${matching(words)} limit ${rowCount(most + 1)}`.execute(db)
  return found.rows.length > most ? undefined : found.rows.map(({ number }) => number)
}

/** SQLite reads the rows' texts: its index would first list all rows with a word, which suits few (`fewWithWords`). */
export function textHasWords({ table, column }: IndexedText, words: readonly string[]) {
  const conditions = words.map(
    (word) => sql<boolean>`${sql.ref(`${table}.${column}`)} like ${`%${escapeLike(word)}%`} escape '\\'`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
