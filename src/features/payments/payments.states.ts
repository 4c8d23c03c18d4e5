/** closed: it can no longer be paid, or what was paid is refunded. */
export const paymentStates = ['open', 'paid', 'closed'] as const
export type PaymentState = (typeof paymentStates)[number]

export type PaymentEffect = 'order is paid' | 'all is refunded' | 'order is cancelled' | 'checkout is closed'

interface PaymentMove {
  from: readonly PaymentState[]
  to: PaymentState
  /** `payment`: the payment service has confirmed it; `shop`: the shop by itself. */
  by: 'payment' | 'shop'
  effect?: PaymentEffect
}

export const paymentHappenings = ['paid', 'paid wrongly', 'run out', 'given up', 'opened too late'] as const
export type PaymentHappening = (typeof paymentHappenings)[number]

/** Every move, by what has happened; server/move-payment.ts makes them. A payment booked with its reference moves no more. */
export const paymentMoves: Readonly<Record<PaymentHappening, PaymentMove>> = {
  /** The money came in time, or after the order was cancelled. */
  paid: { from: ['open', 'closed'], to: 'paid', by: 'payment', effect: 'order is paid' },
  /** The money came in another amount or currency than the order's. */
  'paid wrongly': { from: ['open', 'closed'], to: 'closed', by: 'payment', effect: 'all is refunded' },
  'run out': { from: ['open'], to: 'closed', by: 'payment', effect: 'order is cancelled' },
  /** The payment never had a checkout, or its service is not the shop's any more. */
  'given up': { from: ['open'], to: 'closed', by: 'shop' },
  'opened too late': { from: ['open', 'closed'], to: 'open', by: 'shop', effect: 'checkout is closed' },
}
