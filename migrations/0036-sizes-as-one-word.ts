import type { Kysely } from 'kysely'
import { descriptionWords, nameWords } from './frozen/search-words.ts'

export const besideOldVersion = true

interface Before {
  products: { number: number; name: string; description: string; name_words: string; description_words: string }
}

/** A size that is written with spaces is found as one word: 6 x 9 as 6x9. */
export async function up(db: Kysely<Before>) {
  const rows = await db
    .selectFrom('products')
    .select(['number', 'name', 'description'])
    .where(({ eb, or }) =>
      or(
        [' x ', ' X ', '×'].flatMap((sign) => [
          eb('name', 'like', `%${sign}%`),
          eb('description', 'like', `%${sign}%`),
        ]),
      ),
    )
    .execute()
  for (const { number, name, description } of rows)
    await db
      .updateTable('products')
      .set({ name_words: nameWords(name), description_words: descriptionWords(JSON.parse(description)) })
      .where('number', '=', number)
      .execute()
}
