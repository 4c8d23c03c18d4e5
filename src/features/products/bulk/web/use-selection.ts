import { useState } from 'react'

/** Ticks stay from page to page of a list, and end with another `list`. */
export function useSelection(list: string) {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() })
  const ids = chosen.list === list ? chosen.ids : new Set<string>()
  const set = (wanted: Iterable<string>) => setChosen({ list, ids: new Set(wanted) })
  return {
    ids,
    set,
    /** Ticks all of these, or none. */
    tick: (some: readonly string[], isTicked: boolean) =>
      set(isTicked ? [...ids, ...some] : [...ids].filter((id) => !some.includes(id))),
  }
}
export type Selection = ReturnType<typeof useSelection>
