import type { Kysely } from 'kysely'
import { assumeSizes } from './frozen/engine.ts'
import { writeInSmallPages } from './frozen/text-index.ts'

export const besideOldVersion = true

/** On SQLite all others wait for each statement: logins and what keeps the search's words take a fraction of the time. */
export async function up(db: Kysely<unknown>) {
  // By itself SQLite looks for the sessions of one account among all sessions of its role.
  await assumeSizes(db, {
    sessions: {
      sqlite_autoindex_sessions_1: [1],
      sessions_account: [2],
      sessions_last_seen: [50_000, 1],
      sessions_age: [50_000, 1],
    },
  })
  for (const index of ['product_words', 'order_texts']) await writeInSmallPages(db, index)
}
