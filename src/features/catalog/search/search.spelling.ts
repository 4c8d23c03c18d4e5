import { spellingDistance } from '#shared/spelling.ts'

/** Letters that may differ: one in a short word, two in a longer one. */
const allowedChanges = (word: string) => (word.length <= 4 ? 1 : 2)

/** A word that only begins like the typed one: better than none, worse than a whole match. */
const BEGINNING = 0.5

/** Letters by which a typed word differs from another, or from its beginning. */
function distanceTo(word: string, other: string) {
  // Each extra letter is a change, so words of very different length are skipped: comparing is slow.
  const isAlike = Math.abs(word.length - other.length) <= allowedChanges(word)
  const whole = isAlike ? spellingDistance(word, other) : Number.POSITIVE_INFINITY
  if (other.length <= word.length) return whole
  return Math.min(whole, spellingDistance(word, other.slice(0, word.length)) + BEGINNING)
}

/** The nearest word; of equals the one that begins alike, then the shortest. Both folded. */
export function nearestWord(word: string, known: readonly string[]) {
  const near = known
    .map((other) => ({ other, distance: distanceTo(word, other), begins: other[0] === word[0] ? 0 : 1 }))
    .filter(({ distance }) => distance <= allowedChanges(word))
    .sort((a, b) => a.distance - b.distance || a.begins - b.begins || a.other.length - b.other.length)
  return near[0]?.other
}
