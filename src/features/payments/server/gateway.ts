import type { Paise } from '#shared/money.ts'
import type { CheckoutLine } from '../payments.rules.ts'

/** What the shop needs of a payment service. Every call answers within 8 s or throws PAYMENT_SERVICE_FAILED or _SILENT. */
export interface Gateway {
  provider: 'stripe' | 'test'
  /** Opens a checkout. The same `key` gives the same checkout, however often and in parallel it is asked. */
  open: (checkout: NewCheckout) => Promise<{ sessionId: string; url: string }>
  /** What became of a checkout. */
  find: (sessionId: string) => Promise<Checkout>
  /** Closes a checkout, so that it can no longer be paid. Returns its state then: it may have been paid before. */
  close: (sessionId: string) => Promise<Checkout>
  /** Every refund that was made of a payment, by whom it may be. */
  refundsOf: (reference: string) => Promise<GatewayRefund[]>
  /** Refunds. The same `id` refunds once, while the service remembers it: look at `refundsOf` first. Throws RefundRefused. */
  refund: (refund: NewRefund) => Promise<{ providerId: string }>
}

export interface NewCheckout {
  key: string
  order: { id: string; number: number; amountPaise: Paise }
  lines: readonly CheckoutLine[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

export interface Checkout {
  sessionId: string
  /** complete: the shopper has finished the checkout; the money may still be on its way. */
  state: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** In the smallest unit of its currency: paise where that is inr. */
  amount: number
  /** Lower case, such as inr. */
  currency: string
  /** What a refund names; there once it is paid. */
  reference: string | null
}

export interface NewRefund {
  id: string
  reference: string
  /** In the smallest unit of the currency that was paid. */
  amount: number
}

export interface GatewayRefund {
  providerId: string
  /** The id that we gave it; undefined: it was not made by the shop. */
  id: string | undefined
  /** In the smallest unit of the currency that was paid. */
  amount: number
  /** Its money did not reach the shopper. */
  hasFailed: boolean
  at: Date
}

/** The payment service refuses a refund for good. */
export class RefundRefused extends Error {}
