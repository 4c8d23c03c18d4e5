import { useState } from 'react'
import { MAX_MOVED } from '#features/orders/orders.desk.ts'
import type { Chosen } from '#features/orders/web/desk-steps.ts'

export type ChosenOrders = ReturnType<typeof useChosen>

/** Which orders are ticked; other filters begin anew, another page of the list does not. */
export function useChosen(filters: string) {
  const [state, setState] = useState({ filters, map: new Map<string, Chosen>() })
  const map = state.filters === filters ? state.map : new Map<string, Chosen>()
  const set = (next: Iterable<readonly [string, Chosen]>, under = filters) =>
    setState({ filters: under, map: new Map([...next].slice(0, MAX_MOVED)) })
  return {
    map,
    /** With other filters: under those, which are shown next. */
    set,
    clear: () => set([]),
    toggle: (id: string, chosen: Chosen) =>
      set(map.has(id) ? [...map].filter(([other]) => other !== id) : [...map, [id, chosen]]),
  }
}
