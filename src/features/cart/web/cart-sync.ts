import type { Cart } from '../cart.rules.ts'

export interface CartSync {
  snapshot: () => { items: Cart; failed: boolean }
  subscribe: (listener: () => void) => () => void
  set: (items: Cart) => void
  /** Takes over another tab's or an order's change; sends nothing. */
  adopt: (items: Cart) => void
  /** Takes over what a loader read, unless the cart changed here meanwhile. */
  refresh: (items: Cart) => void
  retry: () => void
  /** Resolves when nothing is being sent. */
  settled: () => Promise<void>
}

/** A shopper's cart in this tab. Changes are sent one after the other; of waiting ones only the newest, for each is the whole cart. */
export function createCartSync(start: Cart, save: (items: Cart) => Promise<void>): CartSync {
  let state = { items: start, failed: false }
  let touched = false
  let waiting = false
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const change = (next: Partial<typeof state>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function send() {
    while (waiting) {
      waiting = false
      try {
        await save(state.items)
        if (state.failed) change({ failed: false })
      } catch {
        if (waiting) continue
        change({ failed: true })
        break
      }
    }
    running = undefined
  }
  const enqueue = () => {
    waiting = true
    running ??= send()
  }

  return {
    snapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (items) => {
      touched = true
      change({ items })
      enqueue()
    },
    adopt: (items) => {
      touched = true
      change({ items })
    },
    refresh: (items) => {
      if (!touched && items !== state.items) change({ items })
    },
    retry: enqueue,
    settled: () => running ?? Promise.resolve(),
  }
}
