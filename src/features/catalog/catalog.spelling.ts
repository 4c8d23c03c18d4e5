/** How many letters must change, at most: one in a short word, two in a longer one. */
const allowedChanges = (word: string) => (word.length <= 4 ? 1 : 2)

/** Letters to insert, drop, change or swap to get from one word to the other (optimal string alignment). */
function spellingDistance(from: string, to: string) {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let best = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        best = Math.min(best, (rows[row - 2]?.[column - 2] ?? 0) + 1)
      }
      current.push(best)
    }
    rows.push(current)
  }
  return rows[from.length]?.[to.length] ?? Math.max(from.length, to.length)
}

/** A word that begins like the typed one is still being typed: nearer than none, farther than one that is like it as a whole. */
const BEGINNING = 0.5

/** How many letters a typed word differs from another, or from its beginning. */
function distanceTo(word: string, other: string) {
  // Each letter too many is a change: long words are not compared with short ones, which takes long.
  const isAlike = Math.abs(word.length - other.length) <= allowedChanges(word)
  const whole = isAlike ? spellingDistance(word, other) : Number.POSITIVE_INFINITY
  if (other.length <= word.length) return whole
  return Math.min(whole, spellingDistance(word, other.slice(0, word.length)) + BEGINNING)
}

/** The word that a misspelt one may mean; of several that are as near, the one that begins alike, then the shortest. Folded, both. */
export function nearestWord(word: string, known: readonly string[]) {
  const near = known
    .map((other) => ({ other, distance: distanceTo(word, other), begins: other[0] === word[0] ? 0 : 1 }))
    .filter(({ distance }) => distance <= allowedChanges(word))
    .sort((a, b) => a.distance - b.distance || a.begins - b.begins || a.other.length - b.other.length)
  return near[0]?.other
}
