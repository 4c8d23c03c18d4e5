import type { Db } from '#kernel/db/database.ts'
import { findSimilarWords } from '#kernel/db/query/word-search.ts'
import { searchedWords, singular, soundAlike } from '#kernel/search/search-words.ts'
import { nearestWord } from '../search.spelling.ts'
import { productWords } from './product-words.ts'
import { categoryWords, toSearchWord } from './search-words.ts'

/** Corrects a search with the catalogue's words, by sound, then by letters; undefined when no word is near or misspelt. */
export async function spellAnew(db: Db, q: string) {
  const words = searchedWords(q)
  const similar = await findSimilarWords(db, productWords, words)
  const spelled = words.map((word) => {
    const { synonyms, of } = toSearchWord(word)
    const tokens = similar.filter(({ typed }) => typed === word).map(({ token }) => token)
    const isKnown = synonyms.length > 0 || of.length > 0 || tokens.some((token) => token.includes(singular(word)))
    if (isKnown) return word
    const all = [...tokens, ...categoryWords]
    return all.find((other) => soundAlike(word, other)) ?? nearestWord(word, all)
  })
  const whole = spelled.join(' ')
  return spelled.includes(undefined) || whole === words.join(' ') ? undefined : whole
}
