import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { escapeLike } from '#kernel/db/query/text-index.ts'
import { rowsWithWords } from '#kernel/db/query/word-search.ts'
import { singular } from '#kernel/search/search-words.ts'
import { type Rank, ranking, type Way, type Where } from '../search.ranking.ts'
import { productWords } from './product-words.ts'
import type { Search } from './read-search.ts'
import { toSearchWords } from './search-words.ts'

const wordsIn = ({ words, isFragment }: Search, where: Where, way: Way) =>
  toSearchWords(words, where, way === 'inside' && isFragment ? 'fragment' : way)

/** All that a search finds, in any way. */
export const foundBy = (db: Db, search: Search) =>
  rowsWithWords(db, productWords, wordsIn(search, 'anywhere', 'inside'))

/** How a name and the whole search go together; `single` is the search of one for many. */
function fitsName({ name }: Rank, folded: string, single: string) {
  const like = (pattern: string) => sql<boolean>`products.name_folded like ${pattern} escape '\\'`
  if (name === 'is the search') return sql<boolean>`products.name_folded in (${folded}, ${single})`
  if (name === 'begins with it') return like(`${escapeLike(single)}%`)
  return sql<boolean>`(${like(`%${escapeLike(folded)}`)} or ${like(`%${escapeLike(single)}`)})`
}

/** The products that fit each line of the table, and the place they get in it. Lines that differ by the name alone are read at once. */
export function linesOf(db: Db, search: Search) {
  const single = search.words.map(singular).join(' ')
  const lines: readonly (Rank & { at: number })[] = ranking.map((rank, at) => ({ ...rank, at }))
  return lines
    .filter(({ name }) => name === undefined)
    .map((line) => {
      const named = lines.filter(({ name, where, way }) => name && where === line.where && way === line.way)
      const looked = named.map((rank) => sql`when ${fitsName(rank, search.folded, single)} then ${sql.lit(rank.at)}`)
      return {
        rows: () => rowsWithWords(db, productWords, wordsIn(search, line.where, line.way)),
        place:
          looked.length > 0 ? sql`case ${sql.join(looked, sql` `)} else ${sql.lit(line.at)} end` : sql.lit(line.at),
      }
    })
}
