import type { Kysely } from 'kysely'
import { tokensOf, wordsOf } from './frozen/search-words.ts'

export const besideOldVersion = true

interface Before {
  producer_applications: { id: string; name: string; location: string; status: string }
  search_parts: { part: string; token: string }
}

/** Letters of a word that are split into parts. */
const LETTERS = 30
/** Rows of one statement. */
const MANY = 400

/** A word from each of its letters on, and, marked at both ends, the whole word, which is no part of a longer one. */
function partsOf(word: string) {
  const letters = [...word].slice(0, LETTERS)
  return [`~${word}~`, ...letters.slice(0, -1).map((_, at) => letters.slice(at).join(''))]
}

/** Products are found by the place of their producer, too, and a whole word of its name is told from a part of one. */
export async function up(db: Kysely<Before>) {
  const producers = await db
    .selectFrom('producer_applications')
    .select(['id', 'name', 'location'])
    .where('status', '=', 'approved')
    .execute()
  const rows = producers.flatMap(({ id, name, location }) => {
    const parts = wordsOf(`${name} ${location}`).flatMap(tokensOf).flatMap(partsOf)
    return [...new Set(parts)].map((part) => ({ part, token: `@${id}` }))
  })
  for (let at = 0; at < rows.length; at += MANY)
    await db
      .insertInto('search_parts')
      .values(rows.slice(at, at + MANY))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
