import type { Paise } from '#shared/money.ts'
import type { CheckoutLine } from '../payments.rules.ts'

/** A payment service. Every call answers within 8 s or throws PAYMENT_SERVICE_FAILED or _SILENT. */
export interface Gateway {
  provider: 'stripe' | 'test'
  /** The same `key` always gives the same checkout, also in parallel. */
  open: (checkout: NewCheckout) => Promise<{ sessionId: string; url: string }>
  find: (sessionId: string) => Promise<Checkout>
  /** Returns the checkout's last state: it may have been paid before. */
  close: (sessionId: string) => Promise<Checkout>
  refundsOf: (reference: string) => Promise<GatewayRefund[]>
  bookSince: (since: Date) => Promise<GatewayBook>
  /** The same `id` refunds once, while the service remembers it: call `refundsOf` first. Throws RefundRefused. */
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
  /** complete: the shopper has finished; the money may still be on its way. */
  state: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** The amount in the currency's smallest unit, such as paise. */
  amount: number
  currency: string
  /** Named by a refund; null until paid. */
  reference: string | null
}

export interface NewRefund {
  id: string
  reference: string
  /** The amount in the smallest unit of the paid currency. */
  amount: number
}

export interface GatewayRefund {
  providerId: string
  /** Our id; undefined: the shop did not make it. */
  id: string | undefined
  /** The amount in the smallest unit of the paid currency. */
  amount: number
  currency: string
  hasFailed: boolean
  at: Date
}

export interface GatewayPayment {
  reference: string
  orderId: string | undefined
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
  at: Date
}

export interface GatewayDispute {
  id: string
  reference: string
  amount: number
  currency: string
  state: 'open' | 'won' | 'lost'
  /** Does the bank have the money, for now or for good? undefined: not told. */
  isWithdrawn: boolean | undefined
}

export interface GatewayBook {
  payments: GatewayPayment[]
  refunds: (GatewayRefund & { reference: string })[]
  disputes: GatewayDispute[]
}

/** The service refuses a refund for good. */
export class RefundRefused extends Error {}
