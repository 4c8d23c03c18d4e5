import { DEVANAGARI, wordsOf } from '#kernel/search/search-words.ts'
import { foldText } from '#shared/text.ts'
import { type PriceBound, readPriceBound } from '../search.prices.ts'
import { smallWords } from '../search.small-words.ts'

export interface Search {
  text: string
  /** What stands beside a name to see whether it is the name. */
  folded: string
  /** The telling words, folded. */
  words: readonly string[]
  /** Parts of words are looked for, however short. */
  isFragment?: boolean
}

/** Hindi in Devanagari is compared by its sound. */
const isSmall = (word: string) => smallWords.has(word.startsWith(DEVANAGARI) ? word.slice(DEVANAGARI.length) : word)

/** "140 by 200" and "150 * 150" are sizes as 6 x 9 is; of "38cm" the number is searched. */
const plainSizes = (text: string) =>
  text
    .replace(/(?<=\d)\s*(?:\*|by)\s*(?=\d)/giu, ' x ')
    .replace(/(?<=\d)(?=(?:cm|mm|m|in|inch|inches|ft|feet|g|gm|kg|ml|l)\b)/giu, ' ')

/** Undefined when nothing is searched. */
export function searchOf(text: string): Search | undefined {
  const folded = foldText(text)
  if (folded === '') return undefined
  const words = wordsOf(plainSizes(text))
  const telling = words.filter((word) => !isSmall(word))
  return { text, folded, words: telling.length > 0 ? telling : words }
}

export interface Asked {
  search: Search | undefined
  /** A price between which it has to be. */
  bound?: PriceBound | undefined
  /** As it was searched, if that is another spelling than the typed one. */
  didYouMean?: string
  /** What was typed and is not searched, since nothing has all of it. */
  missing?: string[]
  /** What was searched instead, as people write it. */
  searched?: string[]
}

/** What was typed, as words to look for and a price. */
export function readSearch(q: string): Asked {
  const bound = readPriceBound(q)
  return { bound, search: searchOf(bound?.rest ?? q) }
}
