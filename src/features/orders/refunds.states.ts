import type { OrderActor } from './orders.states.ts'

/** queued: the payment service is to make it. What was sent by hand is done from the beginning. */
export const refundStates = ['queued', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

interface RefundMove {
  from: readonly RefundState[]
  by: OrderActor
  /** What the order's history says; `money` is like ₹102.00. */
  text: (money: string) => string
  /** The pieces count as not refunded, so that the seller can refund them again. */
  hasPiecesBack: boolean
}

/** Every move there is, by where it leads; server/refunds.ts makes them. The bank may send back what was done. */
export const refundMoves: Readonly<Record<Exclude<RefundState, 'queued'>, RefundMove>> = {
  done: { from: ['queued'], by: 'payment', text: (money) => `${money} refunded`, hasPiecesBack: false },
  failed: {
    from: ['queued', 'done'],
    by: 'payment',
    text: (money) => `Refund of ${money} failed`,
    hasPiecesBack: true,
  },
}
