import { useState } from 'react'

/** Which products are ticked. They stay ticked from page to page of a list, and are let go when `list` is another one. */
export function useSelection(list: string) {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() })
  const ids = chosen.list === list ? chosen.ids : new Set<string>()
  const set = (wanted: Iterable<string>) => setChosen({ list, ids: new Set(wanted) })
  return {
    ids,
    set,
    /** Ticks these as well, or none of them. */
    tick: (some: readonly string[], isTicked: boolean) =>
      set(isTicked ? [...ids, ...some] : [...ids].filter((id) => !some.includes(id))),
  }
}
export type Selection = ReturnType<typeof useSelection>
