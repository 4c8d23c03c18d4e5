import { setImmediate } from 'node:timers/promises'

/** Rows that a clean-up takes at once, so that nobody waits for it. */
export const PART = 200

/** Does `part` again and again until it has found less than a whole part; between them everybody else has a turn. */
export async function inParts(part: (size: number) => Promise<number>, size = PART) {
  while ((await part(size)) >= size) await setImmediate()
}
