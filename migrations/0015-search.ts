import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { isPostgres } from './frozen/engine.ts'
import { dropNameIndex } from './frozen/name-search.ts'
import { descriptionWords, nameWords } from './frozen/search-words.ts'
import { createWordIndex, setProducerWords } from './frozen/word-index.ts'

export const besideOldVersion = false
export const whyNot = 'products that it writes would not be found by their words'

interface Words {
  number: number
  name_words: string
  description_words: string
}
interface Before {
  products: Words & { name: string; description: string }
  import_parts: { import_id: string; part: number; lines: string }
  producer_applications: { id: string; name: string; status: string }
}

/** What an import writes, as far as it is looked at here. */
const Lines = z.array(z.looseObject({ name: z.string(), description: z.string() }))

const wordsFor = ({ name, description }: { name: string; description: string }) => ({
  name_words: nameWords(name),
  description_words: descriptionWords(JSON.parse(description)),
})

/** Products whose words are found and written at a time. */
const PART = 500

/** Products are found by all their words, not only by parts of the name. */
export async function up(db: Kysely<Before>) {
  await dropNameIndex(db)
  for (const name of ['name_words', 'description_words'])
    await db.schema
      .alterTable('products')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['number', 'name', 'description'])
      .where('number', '>', last)
      .orderBy('number')
      .limit(PART)
      .execute()
    const words = JSON.stringify(rows.map((row) => ({ number: row.number, ...wordsFor(row) })))
    const lines = isPostgres(db)
      ? sql<Words>`(select * from json_to_recordset(cast(${words} as json))
          as given(number bigint, name_words text, description_words text))`
      : sql<Words>`(select value ->> 'number' as number, value ->> 'name_words' as name_words,
          value ->> 'description_words' as description_words from json_each(${words}))`
    await db
      .updateTable('products')
      .from(lines.as('lines'))
      .set({ name_words: sql.ref('lines.name_words'), description_words: sql.ref('lines.description_words') })
      .whereRef('products.number', '=', 'lines.number')
      .execute()
    const end = rows.at(-1)
    if (!end || rows.length < PART) break
    last = end.number
  }
  // An import that was interrupted goes on after the upgrade.
  const parts = await db.selectFrom('import_parts').selectAll().execute()
  for (const { import_id, part, lines } of parts) {
    const worded = Lines.parse(JSON.parse(lines)).map((line) => ({ ...line, ...wordsFor(line) }))
    await db
      .updateTable('import_parts')
      .set({ lines: JSON.stringify(worded) })
      .where('import_id', '=', import_id)
      .where('part', '=', part)
      .execute()
  }
  await createWordIndex(db)
  const producers = await db
    .selectFrom('producer_applications')
    .select(['id', 'name'])
    .where('status', '=', 'approved')
    .execute()
  for (const { id, name } of producers) await setProducerWords(db, id, name)
}
