import type { Db } from '#kernel/db/database.ts'
import { findSimilarWords } from '#kernel/db/word-search.ts'
import { singular, wordsOf } from '#kernel/search/search-words.ts'
import { nearestWord } from '../catalog.spelling.ts'
import { categoryWords, toSearchWord } from './search-words.ts'

/** The search as it would be spelled, of words of the catalogue; undefined when no word is near, or none is misspelt. */
export async function spellAnew(db: Db, q: string) {
  const words = wordsOf(q)
  const similar = await findSimilarWords(db, words)
  const spelled = words.map((word) => {
    const { synonyms, of } = toSearchWord(word)
    const tokens = similar.filter(({ typed }) => typed === word).map(({ token }) => token)
    const isKnown = synonyms.length > 0 || of.length > 0 || tokens.some((token) => token.includes(singular(word)))
    return isKnown ? word : nearestWord(word, [...tokens, ...categoryWords])
  })
  const whole = spelled.join(' ')
  return spelled.includes(undefined) || whole === words.join(' ') ? undefined : whole
}
