import { categoryToken } from '#kernel/db/word-index.ts'
import type { SearchWord } from '#kernel/db/word-search.ts'
import { singular, soundOf, termsOf, wordsOf } from '#kernel/search/search-words.ts'
import { categories } from '../catalog.categories.ts'
import { synonyms } from '../catalog.synonyms.ts'

/** A shorter part of a word counts at its beginning only. */
const SHORTEST_INSIDE = 3
const SHORTEST = 2
/** In labels and subtitles, and not what a category is about. */
const joining = new Set(['and', 'by'])

const notJoining = (word: string) => !joining.has(word)
const known = categories.map(({ path, text, subtitle }) => ({
  path,
  names: wordsOf(text).filter(notJoining).map(singular),
  all: wordsOf(`${text} ${subtitle}`).filter(notJoining).map(singular),
}))
const meanings = new Map(Object.entries(synonyms).map(([word, others]) => [soundOf(wordsOf(word)[0] ?? ''), others]))

/** All words that the categories are called and found by. */
export const categoryWords = [...new Set(known.flatMap(({ all }) => all))]

const isPartOf = (part: string, word: string) =>
  word.startsWith(part) ? part.length >= SHORTEST : part.length >= SHORTEST_INSIDE && word.includes(part)

/** Other words for the same thing. */
const synonymsOf = (word: string) =>
  word.length < SHORTEST_INSIDE ? [] : (meanings.get(soundOf(word)) ?? meanings.get(soundOf(singular(word))) ?? [])

/** What a typed word is looked for by. */
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

/** Slugs of the categories that one of the words names, in whichever language. */
export function namedCategories(words: readonly string[]) {
  const meant = words.flatMap((word) => [singular(word), ...synonymsOf(word)])
  return known.filter(({ names }) => names.some((name) => meant.includes(name))).map(({ path }) => path)
}
