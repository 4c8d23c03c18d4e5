import type { OrderActor } from '../orders.states.ts'

/** queued: the payment service will make it. A refund by hand is done at once. */
export const refundStates = ['queued', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

interface RefundMove {
  from: readonly RefundState[]
  by: OrderActor
  /** What the order's history tells. */
  kind: 'REFUND_ARRIVED' | 'REFUND_FAILED'
  /** The pieces can be refunded again. */
  hasPiecesBack: boolean
}

/** Every move, by the state it leads to; server/refunds.ts makes them. A bank may send back a refund that was done. */
export const refundMoves: Readonly<Record<Exclude<RefundState, 'queued'>, RefundMove>> = {
  done: { from: ['queued'], by: 'payment', kind: 'REFUND_ARRIVED', hasPiecesBack: false },
  failed: {
    from: ['queued', 'done'],
    by: 'payment',
    kind: 'REFUND_FAILED',
    hasPiecesBack: true,
  },
}
