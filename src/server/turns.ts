import { overloaded } from '#shared/app-error.ts'

/**
 * Lets so many works run at once and so many more wait, in their order: any number, unless `waiting` says how many. Beyond that they
 * are refused, so that a rush costs nobody but those who are part of it: what it returns throws OVERLOADED.
 */
export function createTurns({
  atOnce,
  waiting: mostWaiting = Number.POSITIVE_INFINITY,
}: {
  atOnce: number
  waiting?: number
}) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>) {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw overloaded()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The next one takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
