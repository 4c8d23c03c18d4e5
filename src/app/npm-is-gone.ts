const LOOK_MS = 250

/** Calls `stop` once npm is gone: a signal to npm ends the shell between npm and its program without reaching the program. */
export function whenNpmIsGone(stop: () => unknown) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK_MS)
  timer.unref()
}
