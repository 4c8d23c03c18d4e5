/** The payment of an order that is paid online. closed: it can no longer be paid, or what was paid is refunded. */
export const paymentStates = ['open', 'paid', 'closed'] as const
export type PaymentState = (typeof paymentStates)[number]

/** What a move does besides changing the state. The order is cancelled only where it still awaits payment. */
export type PaymentEffect = 'order is paid' | 'all is refunded' | 'order is cancelled' | 'checkout is closed'

interface PaymentMove {
  from: readonly PaymentState[]
  to: PaymentState
  /** `payment`: the payment service has confirmed it; `shop`: the shop by itself. */
  by: 'payment' | 'shop'
  effect?: PaymentEffect
}

/** What happens to a payment. */
export const paymentHappenings = ['paid', 'paid wrongly', 'run out', 'given up', 'opened too late'] as const
export type PaymentHappening = (typeof paymentHappenings)[number]

/** Every move there is, by what has happened; server/move-payment.ts makes them. What was booked, by its reference, moves no more. */
export const paymentMoves: Readonly<Record<PaymentHappening, PaymentMove>> = {
  /** In time, or after the order was cancelled. */
  paid: { from: ['open', 'closed'], to: 'paid', by: 'payment', effect: 'order is paid' },
  /** In another amount or currency than the order's. */
  'paid wrongly': { from: ['open', 'closed'], to: 'closed', by: 'payment', effect: 'all is refunded' },
  'run out': { from: ['open'], to: 'closed', by: 'payment', effect: 'order is cancelled' },
  /** It never had a checkout, or its payment service is not the shop's any more. */
  'given up': { from: ['open'], to: 'closed', by: 'shop' },
  /** Its checkout was opened while the order was cancelled. */
  'opened too late': { from: ['open', 'closed'], to: 'open', by: 'shop', effect: 'checkout is closed' },
}
