import type { Cart } from '../cart.rules.ts'

export interface CartSync {
  /** The same object as long as nothing changed. */
  snapshot: () => { items: Cart; failed: boolean }
  subscribe: (listener: () => void) => () => void
  /** Changes the cart at once and sends it in the background. */
  set: (items: Cart) => void
  /** Takes over what another tab did or an order emptied; nothing is sent. */
  adopt: (items: Cart) => void
  /** Takes over what a loader read, unless the cart was changed here: then the loader may have been too early. */
  refresh: (items: Cart) => void
  retry: () => void
  /** Resolves when nothing is on its way any more, sent or failed. */
  settled: () => Promise<void>
}

/**
 * A logged-in shopper's cart in this tab. Changes reach the server one after the other, never side by side; of several
 * that wait only the newest is sent, because each one is the whole cart.
 */
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
        // A newer change is sent all the same; this one waits for it or for a retry.
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
