import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'

/**
 * What orders need of payments, a feature above this one: it gives this to `deps`, with what else it has. Its job `payments` has
 * queued refunds made, and papers numbered.
 */
export interface Payments {
  /**
   * Closes the checkout of an order that awaits payment, before it is cancelled, and books the money if it was paid. A payment
   * service that does not answer stops nobody: money that still comes is refunded.
   */
  closeCheckout: (deps: Deps, orderId: string) => Promise<void>
  /** Has the checkout of a cancelled order closed after the commit. */
  closeLater: (deps: Deps, tx: Tx, orderId: string) => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    payments: Payments
  }
}
