/**
 * Gives out turns of the event loop, one each: whoever is first goes at once, the others one after another, and between two of them the
 * process reads what has come in. For work that takes some milliseconds without a pause.
 */
export function createLoopTurns() {
  const waiting: (() => void)[] = []
  let isTaken = false
  function next() {
    const begin = waiting.shift()
    isTaken = begin !== undefined
    if (!begin) return
    setImmediate(next)
    begin()
  }
  return (): Promise<void> => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve))
    isTaken = true
    setImmediate(next)
    return Promise.resolve()
  }
}
