/** How many letters must change, at most: one in a short word, two in a longer one. */
const allowedChanges = (word: string) => (word.length <= 4 ? 1 : 2)

/** Letters to insert, drop, change or swap to get from one word to the other (optimal string alignment). */
export function spellingDistance(from: string, to: string) {
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

/** How many letters a typed word differs from a name's nearest word, or its beginning. Infinite when it is too far. */
function distanceToName(word: string, name: string) {
  let nearest = Number.POSITIVE_INFINITY
  for (const part of name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)) {
    // Each letter too many is a change: long words are not compared with short ones, which takes long.
    if (Math.abs(word.length - part.length) <= allowedChanges(word))
      nearest = Math.min(nearest, spellingDistance(word, part))
    if (part.length > word.length) nearest = Math.min(nearest, spellingDistance(word, part.slice(0, word.length)))
  }
  return nearest
}

/** Ids of the names that have a word near each of the typed ones, nearest first. Words and names are folded. */
export function findNearNames(words: readonly string[], names: readonly { id: string; name: string }[]) {
  const scored = names.flatMap(({ id, name }) => {
    const distances = words.map((word) => ({ word, distance: distanceToName(word, name) }))
    const isNear = distances.every(({ word, distance }) => distance <= allowedChanges(word))
    return isNear ? [{ id, total: distances.reduce((sum, { distance }) => sum + distance, 0) }] : []
  })
  return scored.sort((a, b) => a.total - b.total).map(({ id }) => id)
}
