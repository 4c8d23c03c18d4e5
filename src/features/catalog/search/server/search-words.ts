import type { SearchWord } from '#kernel/db/query/word-search.ts'
import { DEVANAGARI, formsOf, IN_NAME, SOUND, singular, soundOf, wordsOf } from '#kernel/search/search-words.ts'
import { categories } from '../../catalog.categories.ts'
import { type Way, type Where, ways } from '../search.ranking.ts'
import { purposes } from '../search.small-words.ts'
import { synonyms } from '../search.synonyms.ts'
import { categoryToken, producerWord } from './product-words.ts'

/** A shorter word is the beginning of words of names only, or there would be too many. */
const SHORTEST_BEGINNING = 2
/** Fewer letters stand inside of too many words. */
const SHORTEST_INSIDE = 4
const SHORTEST_FRAGMENT = 2
const SHORTEST_MEANING = 3
/** A shorter word of Hindi is not looked for by its sound but where it is the whole word: चाय is "che", and no cherry. */
const SHORTEST_SOUND = 4
/** Words in category names that have no meaning for a search. */
const joining = new Set(['and', 'by', 'new'])

const namesOf = (text: string) =>
  wordsOf(text)
    .filter((word) => !joining.has(word))
    .map(singular)
const known = categories.map(({ path, text, subtitle }) => ({ path, names: namesOf(text), besides: namesOf(subtitle) }))
const meanings = new Map(
  Object.entries(synonyms).map(([word, others]) => [soundOf(wordsOf(word)[0] ?? ''), others.split(' ')]),
)

/** All words for categories. */
export const categoryWords = [...new Set(known.flatMap(({ names, besides }) => [...names, ...besides]))]

/** Words that say what something is, and of what and how it is made: those for categories and those with other words for the same. */
export const tradeWords = new Set([
  ...categoryWords,
  ...Object.entries(synonyms).flatMap(([word, others]) => [word, ...others.split(' ')].map(singular)),
])

const synonymsOf = (word: string) =>
  word.length < SHORTEST_MEANING && !/\d/.test(word)
    ? []
    : (meanings.get(soundOf(word)) ?? meanings.get(soundOf(singular(word))) ?? [])

/** The word in the index: in Latin letters, and how it sounds in the other script. */
function tokensFor(word: string) {
  const sound = soundOf(word)
  if (word.startsWith(DEVANAGARI)) {
    const spoken = [word, SOUND + sound, sound]
    return { whole: spoken, begins: sound.length < SHORTEST_SOUND ? [] : spoken }
  }
  const inHindi = sound.length < SHORTEST_MEANING || /\d/.test(word) ? [] : [DEVANAGARI + sound]
  return { whole: [...formsOf(word), ...inHindi], begins: [singular(word), ...inHindi] }
}

const includes = (way: Way, other: Way) => ways.indexOf(other) <= ways.indexOf(way)

const isInside = (word: string, way: Way) =>
  includes(way, 'inside') &&
  [...word].length >= (way === 'fragment' ? SHORTEST_FRAGMENT : SHORTEST_INSIDE) &&
  !/^\d+$/.test(word)

function categoriesCalled(word: string, others: readonly string[], where: Where, way: Way) {
  const one = singular(word)
  const isIn = (names: readonly string[], meant: readonly string[] = []) =>
    names.some(
      (name) =>
        name === one ||
        meant.includes(name) ||
        (includes(way, 'beginning') && one.length >= SHORTEST_BEGINNING && name.startsWith(one)) ||
        (isInside(one, way) && name.includes(one)),
    )
  // What stands below a category's name tells little of one product.
  const hasBesides = where === 'anywhere' && includes(way, 'beginning')
  return known
    .filter(({ names, besides }) => isIn(names, others) || (hasBesides && isIn(besides)))
    .map(({ path }) => categoryToken(path))
}

/** What a typed word stands for in the index, found in this place and this way. */
export function toSearchWord(word: string, where: Where = 'anywhere', way: Way = 'inside'): SearchWord {
  const isShort = [...word].length < SHORTEST_BEGINNING
  const others = includes(way, 'meaning') ? synonymsOf(word) : []
  const { whole, begins } = tokensFor(word)
  const mark = (tokens: readonly string[]) =>
    tokens.map((token) => (where === 'anywhere' && !isShort ? token : IN_NAME + token))
  const hasBeginning = includes(way, 'beginning')
  return {
    whole: [
      ...mark([...whole, ...others.flatMap(formsOf)]),
      ...(where === 'name' ? [] : categoriesCalled(word, others, where, way)),
    ],
    begins: hasBeginning ? mark(begins) : [],
    parts: [
      ...(isInside(word, way) ? begins : []),
      ...(where === 'name' || isShort
        ? []
        : hasBeginning
          ? begins.map(producerWord.beginning)
          : whole.map(producerWord.whole)),
    ],
  }
}

/** What the words of a search stand for. Beside other words a purpose is only itself: a gift for a man is no mango. */
export const toSearchWords = (words: readonly string[], where: Where, way: Way) =>
  words.map((word) => toSearchWord(word, where, words.length > 1 && purposes.has(word) ? 'word' : way))

/** Is there another word for it? */
export const hasMeaning = (word: string) => synonymsOf(word).length > 0

/** Slugs of categories that one of the words names, in any language. */
export function namedCategories(words: readonly string[]) {
  const meant = words.flatMap((word) => [singular(word), ...synonymsOf(word)])
  return known.filter(({ names }) => names.some((name) => meant.includes(name))).map(({ path }) => path)
}
