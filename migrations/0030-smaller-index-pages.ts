import type { Kysely } from 'kysely'
import { writeInSmallPages } from './frozen/text-index.ts'

export const besideOldVersion = true

/** On SQLite all others wait while an import has what the search reads joined: pages of 400 bytes instead of 1,000 take a third of the time. */
export async function up(db: Kysely<unknown>) {
  for (const index of ['product_words', 'order_texts']) await writeInSmallPages(db, index)
}
