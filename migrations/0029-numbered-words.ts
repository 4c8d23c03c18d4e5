import type { Kysely } from 'kysely'
import { numberWords } from './frozen/word-index.ts'

export const besideOldVersion = false
export const whyNot = 'on PostgreSQL it searches for words where their numbers stand now'

/** A search on PostgreSQL reads rows that take three fifths of the room. */
export async function up(db: Kysely<unknown>) {
  await numberWords(db)
}
