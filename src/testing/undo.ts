const pending: (() => unknown)[] = []

/** Notes what has to be undone in the end, also when the run is broken off: processes, folders, mounts. */
export function undoLater(undo: () => unknown) {
  pending.push(undo)
}

let undoing: Promise<void> | undefined

async function undoEach() {
  for (let undo = pending.pop(); undo; undo = pending.pop()) await undo()
}

/** The last first. Called again meanwhile, as when a run is stopped and fails because of that, it waits for the same end. */
export function undoAll() {
  undoing ??= undoEach().finally(() => {
    undoing = undefined
  })
  return undoing
}

/** A run that is told to stop undoes everything first. */
export function undoWhenStopped() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await undoAll()
      process.exit(1)
    })
}
