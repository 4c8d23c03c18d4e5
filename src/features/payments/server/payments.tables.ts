import type { Paise } from '#shared/money.ts'
import type { PaymentState } from '../payments.states.ts'

export interface PaymentTables {
  /** One of each order that is paid online. */
  payments: {
    id: string
    order_id: string
    provider: 'stripe' | 'test'
    /** The checkout at the payment service; null until it has answered. */
    session_id: string | null
    url: string | null
    state: PaymentState
    /** What a refund names: Stripe's payment intent. */
    reference: string | null
    /** The checkout takes no money after this. */
    expires_at: number
    /** The stock is held until then. */
    hold_until: number
    /** When the sweep looks at it next. */
    due_at: number
  }
  /** Events of the payment service that were dealt with: a second delivery changes nothing. */
  payment_events: {
    id: string
    type: string
    received_at: number
  }
  /** The checkouts of the built-in test checkout. */
  test_checkouts: {
    id: string
    key: string
    amount_paise: Paise
    /** JSON: id of a refund -> paise. */
    refunds: string
    state: 'open' | 'paid' | 'expired'
    expires_at: number
    success_url: string
    cancel_url: string
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends PaymentTables {}
}
