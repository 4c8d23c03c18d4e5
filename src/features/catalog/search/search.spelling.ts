import { spellingDistance } from '#shared/spelling.ts'

/** Shorter words are never taken for others, of longer ones this many letters may differ: a guess that is wrong sends people away. */
const allowedChanges = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
/** In a word up to this long no letter may be another one, but a vowel a vowel: shirt is no skirt. */
const SHORT = 5

/** A word that only begins like the typed one: better than none, worse than a whole match. */
const BEGINNING = 0.5

const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiou'.includes(letter)

/** Are both words the same but for letters in the same places, one of which is a consonant? */
const hasOtherConsonant = (word: string, other: string) =>
  word.length === other.length &&
  [...word].toSorted().join('') !== [...other].toSorted().join('') &&
  [...word].some((letter, at) => letter !== other[at] && !(isVowel(letter) && isVowel(other[at])))

/** Letters by which a typed word differs from another, or from its beginning. */
function distanceTo(word: string, other: string) {
  // Each extra letter is a change, so words of very different length are skipped: comparing is slow.
  const isAlike = Math.abs(word.length - other.length) <= allowedChanges(word)
  const whole = isAlike ? spellingDistance(word, other) : Number.POSITIVE_INFINITY
  if (other.length <= word.length) return whole
  return Math.min(whole, spellingDistance(word, other.slice(0, word.length)) + BEGINNING)
}

/** The nearest word that begins with the same letter, or with the first two in turn; of equals the shortest. Both folded. */
export function nearestWord(word: string, known: readonly string[]) {
  const near = known
    .filter((other) => other[0] === word[0] || (other[0] === word[1] && other[1] === word[0]))
    .filter(
      (other) => word.length > SHORT || !hasOtherConsonant(word, other.slice(0, Math.max(word.length, other.length))),
    )
    .map((other) => ({ other, distance: distanceTo(word, other) }))
    .filter(({ distance }) => distance <= allowedChanges(word))
    .sort((a, b) => a.distance - b.distance || a.other.length - b.other.length)
  return near[0]?.other
}

/** Shorter parts of a word are no words. */
const SHORTEST_HALF = 3

/** The two words that were typed as one: blockprint is block print. */
export function twoWords(word: string, known: readonly string[]) {
  const all = new Set(known)
  const first = known.find((other) => {
    const rest = word.slice(other.length)
    return other.length >= SHORTEST_HALF && rest.length >= SHORTEST_HALF && word.startsWith(other) && all.has(rest)
  })
  return first === undefined ? undefined : [first, word.slice(first.length)]
}
