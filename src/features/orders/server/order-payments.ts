import type { Tx } from '#kernel/db/database.ts'

/** What orders need of payments, a feature above this one: it gives this to `deps`, with what else it has. */
export interface Payments {
  /**
   * Closes the checkout of an order that awaits payment, before it is cancelled, and books the money if it was paid. A payment
   * service that does not answer stops nobody: money that still comes is refunded. With `userId` only that shopper's order.
   */
  closeCheckout: (orderId: string, userId?: string) => Promise<void>
  /** Has the checkout of a cancelled order closed after the commit. */
  closeLater: (tx: Tx, orderId: string) => Promise<void>
  /** Does soon what is due; call it after a commit that cancelled or refunded. */
  wake: () => void
}

declare module '#kernel/deps.ts' {
  interface Deps {
    payments: Payments
  }
}
