const MAX_IDS = 10_000

/** Remembers which products and producers changed at which version; undefined for changes before `since`, which are not known. */
export function rememberChanges() {
  const lastChange = new Map<string, number>()
  let since = Number.POSITIVE_INFINITY

  return {
    add(version: number, changes: readonly { id: string; version: number }[] | undefined) {
      for (const change of changes ?? [])
        lastChange.set(change.id, Math.max(change.version, lastChange.get(change.id) ?? 0))
      if (changes && lastChange.size <= MAX_IDS) return
      lastChange.clear()
      since = version
    },

    changedSince(from: number): string[] | undefined {
      if (from < since) return undefined
      return [...lastChange].flatMap(([id, version]) => (version > from ? [id] : []))
    },

    hasChanged(id: string, from: number): boolean | undefined {
      return from < since ? undefined : (lastChange.get(id) ?? 0) > from
    },
  }
}
