import { overloaded } from '#shared/app-error.ts'

interface Bounds {
  atOnce: number
  waiting?: number
}

/** Runs up to `atOnce` pieces of work at once, the others in order. With more than `waiting` in line the function throws OVERLOADED. */
export function createTurns({ atOnce, waiting: mostWaiting = Number.POSITIVE_INFINITY }: Bounds) {
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
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
