import type { Db } from '#kernel/db/database.ts'
import { findSimilarWords } from '#kernel/db/query/word-search.ts'
import { singular, soundAlike } from '#kernel/search/search-words.ts'
import { purposes } from '../search.small-words.ts'
import { nearestWord, twoWords } from '../search.spelling.ts'
import { productWords } from './product-words.ts'
import { categoryWords, hasMeaning, toSearchWord } from './search-words.ts'

/** Is it a right word of English, or the plural of one? The dictionary is read with the first word that nothing is called. */
async function isEnglish(word: string) {
  const { default: dictionary } = await import('dictionary-en')
  const words = Buffer.from(dictionary.dic.buffer, dictionary.dic.byteOffset, dictionary.dic.byteLength)
  return [word, singular(word)].some((one) => words.includes(`\n${one}\n`) || words.includes(`\n${one}/`))
}

/**
 * Writes words that nothing is called, each for itself, as the catalogue does: as a word that sounds alike, as two words, or with a letter changed. A right word of
 * English is never changed by a letter: a gift is no gilt.
 */
export async function spellAnew(db: Db, words: readonly string[]): Promise<string[][]> {
  const similar = await findSimilarWords(db, productWords, words)
  const spelled: string[][] = []
  for (const word of words) {
    const tokens = similar.filter(({ typed }) => typed === word).map(({ token }) => token)
    const isKnown =
      hasMeaning(word) ||
      toSearchWord(word).whole.some((token) => token.startsWith('@')) ||
      tokens.some((token) => token.includes(singular(word)))
    const all = [...tokens, ...categoryWords]
    const alike = isKnown || purposes.has(word) ? word : all.find((other) => soundAlike(word, other))
    const split = alike ? [alike] : twoWords(word, all)
    const guess = split ?? ((await isEnglish(word)) ? [word] : [nearestWord(word, all) ?? word])
    spelled.push(guess)
  }
  return spelled
}
