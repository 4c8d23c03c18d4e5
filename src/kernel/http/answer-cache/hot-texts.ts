import { LRUCache } from 'lru-cache'

/** So many bytes of texts are kept: most visitors ask for the same few answers. */
const KEPT_BYTES = 1024 * 1024
/** Kept is what was sent so often within this time; all others would only push out one another. */
const OFTEN = 8
const STRETCH_MS = 250

/** A body as Node sends it fastest: as a text with a character for each byte (latin1), in one piece with its head. */
export const toText = (body: Buffer) => body.toString('latin1')

/** To make a text takes a tenth of sending it, so those of the kept answers that are sent most stay. Nothing personal may be given to it. */
export function createHotTexts() {
  const texts = new LRUCache<Buffer, string>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length + 1 })
  /** How often the others were sent since the stretch began. */
  const counts = new Map<Buffer, number>()
  let endsAt = 0

  function countOf(body: Buffer) {
    const now = performance.now()
    if (now >= endsAt) {
      counts.clear()
      endsAt = now + STRETCH_MS
    }
    const count = (counts.get(body) ?? 0) + 1
    counts.set(body, count)
    return count
  }

  return {
    textOf(body: Buffer): string {
      const kept = texts.get(body)
      if (kept !== undefined) return kept
      const text = toText(body)
      if (countOf(body) >= OFTEN) texts.set(body, text)
      return text
    },

    /** How much is kept, in texts and in bytes. */
    size: () => ({ texts: texts.size, bytes: texts.calculatedSize }),
  }
}
