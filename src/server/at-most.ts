/** Has at most so many pieces of work run at the same time; the others wait, who came first begins first. */
export function atMost(count: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes on to whoever is next.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
