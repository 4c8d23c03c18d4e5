import pluralize from 'pluralize'
import { foldText } from '#shared/text.ts'
import { hindiKey, isDevanagari } from './hindi-key.ts'

// `pluralize` takes these words of the trade for others: chilly, dhurry.
for (const word of ['chilli', 'dhurrie', 'durrie'])
  pluralize.addIrregularRule(word, /ie$/.test(word) ? `${word}s` : `${word}es`)

const LONGEST = 60
/** A shorter word is not taken for a plural. */
const SHORTEST_PLURAL = 4
/** Shorter words that sound alike are still different ones: चाय is "che", and no cherry. */
const SHORTEST_SOUND = 4

/** Marks before a word in the index: a word of the name, one in Devanagari, the sound of one in Latin letters. */
export const IN_NAME = '~'
export const DEVANAGARI = '='
export const SOUND = '+'
/** Marks facts besides the words, such as the category. */
export const BESIDES = '@'

/** Sizes are one word, however they are written: 6 x 9, 6×9 and 6X9 are 6x9. */
const asOneSize = (text: string) => text.replace(/(?<=\d) ?[x×] ?(?=\d)/giu, 'x')

export function wordsOf(text: string) {
  const words = asOneSize(text.replace(/[\p{Cf}'’`]/gu, '')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const folded = words.flatMap((word) =>
    isDevanagari(word) ? [DEVANAGARI + hindiKey(word)] : foldText(word).split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(folded.map((word) => [...word].slice(0, LONGEST).join('')))].filter((word) =>
    /[\p{L}\p{N}]/u.test(word),
  )
}

export const singular = (word: string) => (word.length < SHORTEST_PLURAL ? word : pluralize.singular(word))

/** The word itself, one of it and many: rugs are rug and rugs. */
export function formsOf(word: string) {
  const one = singular(word)
  return /^\p{L}+$/u.test(word) ? [...new Set([word, one, pluralize.plural(one)])] : [word]
}

export const soundOf = (word: string) =>
  word.startsWith(DEVANAGARI) ? word.slice(DEVANAGARI.length) : /^[a-z]+$/.test(word) ? hindiKey(word) : word

/** Do both sound alike, as sari and saree do? Of short words that says little. */
export const soundAlike = (one: string, other: string) => {
  const sound = soundOf(one)
  return sound.length >= SHORTEST_SOUND && sound === soundOf(other)
}

export function tokensOf(word: string) {
  if (word.startsWith(DEVANAGARI)) return [word]
  const one = singular(word)
  const sound = soundOf(word)
  return [word, ...(word.startsWith(one) ? [] : [one]), ...(sound === word ? [] : [SOUND + sound])]
}

const unique = (tokens: readonly string[]) => [...new Set(tokens)].join(' ')

export const descriptionWords = (lines: readonly string[]) => unique(wordsOf(lines.join(' ')).flatMap(tokensOf))

export function nameWords(name: string) {
  const tokens = wordsOf(name).flatMap(tokensOf)
  return unique([...tokens, ...tokens.map((token) => IN_NAME + token)])
}
