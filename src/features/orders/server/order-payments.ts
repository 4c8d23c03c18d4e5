import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'

/** What payments, a feature above, gives orders by `deps`. Its job `payments` makes refunds and numbers invoices. */
export interface Payments {
  /** Closes the checkout of an order before it is cancelled, and books its money if paid. If the service does not answer, late money is refunded. */
  closeCheckout: (deps: Deps, orderId: string) => Promise<void>
  /** Closes the checkout of a cancelled order after the commit. */
  closeLater: (deps: Deps, tx: Tx, orderId: string) => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    payments: Payments
  }
}
