import pluralize from 'pluralize'
import { foldText } from '#shared/text.ts'
import { hindiKey, isDevanagari } from './hindi-key.ts'

// Words of the trade that its rules take for others: chilly, dhurry.
for (const word of ['chilli', 'dhurrie', 'durrie'])
  pluralize.addIrregularRule(word, /ie$/.test(word) ? `${word}s` : `${word}es`)

/** Longer words are compared by their beginning. */
const LONGEST = 60
/** A shorter word is not taken for a plural, nor found by how a Hindi word sounds. */
const SHORTEST_PLURAL = 4
const SHORTEST_SOUND = 3
/** The sound of a shorter Hindi word is not the beginning of a Latin one: चाय is "che", and no cherry. */
const SHORTEST_BEGINNING = 4

/** What stands before a word in the index says what it is: a word of the name, one in Devanagari, the sound of one in Latin letters. */
export const IN_NAME = '~'
const DEVANAGARI = '='
const SOUND = '+'

/** Words of a text, folded. One in Devanagari comes as its sound, marked. */
export function wordsOf(text: string) {
  const words = text.replace(/[\p{Cf}'’`]/gu, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const folded = words.flatMap((word) =>
    isDevanagari(word) ? [DEVANAGARI + hindiKey(word)] : foldText(word).split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(folded.map((word) => [...word].slice(0, LONGEST).join('')))].filter((word) =>
    /[\p{L}\p{N}]/u.test(word),
  )
}

/** The word itself, when it is one thing: "rugs" is "rug". */
export const singular = (word: string) => (word.length < SHORTEST_PLURAL ? word : pluralize.singular(word))

/** How a word sounds: the same for a Hindi word in both scripts, to look it up in a table. */
export const soundOf = (word: string) =>
  word.startsWith(DEVANAGARI) ? word.slice(DEVANAGARI.length) : /^[a-z]+$/.test(word) ? hindiKey(word) : word

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

/** A word or the beginning of one, as it stands in the index. */
export interface Term {
  text: string
  /** Only the whole word. */
  isWhole?: boolean
}

/** What a typed word may stand for in the index: itself, and how it sounds in the other script. */
export function termsOf(word: string): Term[] {
  if (word.startsWith(DEVANAGARI)) {
    const sound = word.slice(DEVANAGARI.length)
    const spoken = [SOUND + sound, sound].map((text) => ({ text, isWhole: sound.length < SHORTEST_BEGINNING }))
    return [{ text: word, isWhole: sound.length < SHORTEST_SOUND }, ...spoken]
  }
  const sound = soundOf(word)
  const hasSound = sound.length >= SHORTEST_SOUND && !/\d/.test(word)
  const spoken = hasSound ? [{ text: DEVANAGARI + sound }] : []
  return [{ text: singular(word) }, ...spoken]
}
