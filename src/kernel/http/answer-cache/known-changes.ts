/** So many ids are remembered. */
const MAX_IDS = 10_000

/** Remembers which products and producers changed at which version, as far back as is known. */
export function rememberChanges() {
  const lastChange = new Map<string, number>()
  /** All changes after this version are known. */
  let since = Number.POSITIVE_INFINITY

  return {
    /** `version` is the newest now, and `changes` are all since the one before; undefined: they are not known. */
    add(version: number, changes: readonly { id: string; version: number }[] | undefined) {
      for (const change of changes ?? [])
        lastChange.set(change.id, Math.max(change.version, lastChange.get(change.id) ?? 0))
      if (changes && lastChange.size <= MAX_IDS) return
      lastChange.clear()
      since = version
    },

    /** The ids of what changed since a version; undefined when that is not known. */
    changedSince(from: number): string[] | undefined {
      if (from < since) return undefined
      return [...lastChange].flatMap(([id, version]) => (version > from ? [id] : []))
    },

    /** Has what has this id changed since a version? Undefined when that is not known. */
    hasChanged(id: string, from: number): boolean | undefined {
      return from < since ? undefined : (lastChange.get(id) ?? 0) > from
    },
  }
}
