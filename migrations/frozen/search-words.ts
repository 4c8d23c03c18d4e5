import pluralize from 'pluralize'
import { foldText } from './fold-text.ts'
import { hindiKey, isDevanagari } from './hindi-key.ts'

// Words of the trade that its rules take for others: chilly, dhurry.
for (const word of ['chilli', 'dhurrie', 'durrie'])
  pluralize.addIrregularRule(word, /ie$/.test(word) ? `${word}s` : `${word}es`)

/** Longer words are compared by their beginning. */
const LONGEST = 60
/** A shorter word is not taken for a plural. */
const SHORTEST_PLURAL = 4

/** What stands before a word in the index says what it is: a word of the name, one in Devanagari, the sound of one in Latin letters. */
const IN_NAME = '~'
const DEVANAGARI = '='
const SOUND = '+'

/** Sizes are one word, however they are written: 6 x 9, 6×9 and 6X9 are 6x9. */
const asOneSize = (text: string) => text.replace(/(?<=\d) ?[x×] ?(?=\d)/giu, 'x')

/** Words of a text, folded. One in Devanagari comes as its sound, marked. */
export function wordsOf(text: string) {
  const words = asOneSize(text.replace(/[\p{Cf}'’`]/gu, '')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const folded = words.flatMap((word) =>
    isDevanagari(word) ? [DEVANAGARI + hindiKey(word)] : foldText(word).split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(folded.map((word) => [...word].slice(0, LONGEST).join('')))].filter((word) =>
    /[\p{L}\p{N}]/u.test(word),
  )
}

const singular = (word: string) => (word.length < SHORTEST_PLURAL ? word : pluralize.singular(word))
const soundOf = (word: string) => (/^[a-z]+$/.test(word) ? hindiKey(word) : word)

/** What a word of a text is found by, besides its beginning. */
export function tokensOf(word: string) {
  if (word.startsWith(DEVANAGARI)) return [word]
  const one = singular(word)
  const sound = soundOf(word)
  return [word, ...(word.startsWith(one) ? [] : [one]), ...(sound === word ? [] : [SOUND + sound])]
}

const unique = (tokens: readonly string[]) => [...new Set(tokens)].join(' ')

/** What a product is found by for its description: single spaces between. */
export const descriptionWords = (lines: readonly string[]) => unique(wordsOf(lines.join(' ')).flatMap(tokensOf))

/** The same for its name, each marked as of the name too. */
export function nameWords(name: string) {
  const tokens = wordsOf(name).flatMap(tokensOf)
  return unique([...tokens, ...tokens.map((token) => IN_NAME + token)])
}
