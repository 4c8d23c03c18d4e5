/** Gives out turns of the event loop, one each, for work of some milliseconds; between two of them the process reads what has come in. */
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
