import type { SearchWord } from '#kernel/db/query/word-search.ts'
import { singular, soundOf, termsOf, wordsOf } from '#kernel/search/search-words.ts'
import { categories } from '../../catalog.categories.ts'
import { synonyms } from '../search.synonyms.ts'
import { categoryToken } from './product-words.ts'

/** Shorter parts count only at a word's beginning. */
const SHORTEST_INSIDE = 3
const SHORTEST = 2
/** Words in category names that have no meaning for a search. */
const joining = new Set(['and', 'by'])

const notJoining = (word: string) => !joining.has(word)
const known = categories.map(({ path, text, subtitle }) => ({
  path,
  names: wordsOf(text).filter(notJoining).map(singular),
  all: wordsOf(`${text} ${subtitle}`).filter(notJoining).map(singular),
}))
const meanings = new Map(Object.entries(synonyms).map(([word, others]) => [soundOf(wordsOf(word)[0] ?? ''), others]))

/** All words for categories. */
export const categoryWords = [...new Set(known.flatMap(({ all }) => all))]

const isPartOf = (part: string, word: string) =>
  word.startsWith(part) ? part.length >= SHORTEST : part.length >= SHORTEST_INSIDE && word.includes(part)

const synonymsOf = (word: string) =>
  word.length < SHORTEST_INSIDE ? [] : (meanings.get(soundOf(word)) ?? meanings.get(soundOf(singular(word))) ?? [])

export function toSearchWord(word: string): SearchWord {
  const others = synonymsOf(word)
  const one = singular(word)
  const ofCategory = known.filter(
    ({ names, all }) => all.some((name) => isPartOf(one, name)) || others.some((other) => names.includes(other)),
  )
  return {
    terms: termsOf(word),
    synonyms: others.map((text) => ({ text })),
    of: ofCategory.map(({ path }) => categoryToken(path)),
  }
}

/** Slugs of categories that one of the words names, in any language. */
export function namedCategories(words: readonly string[]) {
  const meant = words.flatMap((word) => [singular(word), ...synonymsOf(word)])
  return known.filter(({ names }) => names.some((name) => meant.includes(name))).map(({ path }) => path)
}
