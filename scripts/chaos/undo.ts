const pending: (() => unknown)[] = []

/** Notes what has to be undone in the end, also when the run is broken off: processes, folders, mounts. */
export function undoLater(undo: () => unknown) {
  pending.push(undo)
}

/** The last first. */
export async function undoAll() {
  for (let undo = pending.pop(); undo; undo = pending.pop()) await undo()
}
