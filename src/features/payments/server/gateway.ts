import type { CheckoutLine } from '../payments.rules.ts'

/** What the shop asks of a payment service. Every call answers within 8 s or throws PAYMENT_SERVICE_FAILED or _SILENT. */
export interface Gateway {
  provider: 'stripe' | 'test'
  /** Opens a checkout. The same `key` gives the same checkout, however often and in parallel it is asked. */
  open: (checkout: NewCheckout) => Promise<{ sessionId: string; url: string }>
  /** What became of a checkout. */
  find: (sessionId: string) => Promise<Checkout>
  /** Closes a checkout, so that it can no longer be paid; says what it is then, which may be paid. */
  close: (sessionId: string) => Promise<Checkout>
  /** Pays back. The same `id` pays back once, however often it is asked. Throws RefundRefused. */
  refund: (refund: GatewayRefund) => Promise<{ providerId: string }>
}

export interface NewCheckout {
  key: string
  order: { id: string; number: number; amountPaise: number }
  lines: readonly CheckoutLine[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

export interface Checkout {
  sessionId: string
  /** complete: the shopper has gone through with it, which is not yet paid. */
  state: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amountPaise: number
  /** Lower case, such as inr. */
  currency: string
  /** What a refund names; there once it is paid. */
  reference: string | null
}

export interface GatewayRefund {
  id: string
  reference: string
  amountPaise: number
  /** Was it tried before? Then the service may have carried it out already. */
  isRetry: boolean
}

/** The payment service says that this will never work. */
export class RefundRefused extends Error {}
