const pending: (() => unknown)[] = []

/** Notes what has to be undone in the end, also when the run is broken off: processes, folders, mounts. */
export function undoLater(undo: () => unknown) {
  pending.push(undo)
}

/** The last first. */
export async function undoAll() {
  for (let undo = pending.pop(); undo; undo = pending.pop()) await undo()
}

/** A run that is told to stop undoes everything first. */
export function undoWhenStopped() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await undoAll()
      process.exit(1)
    })
}
