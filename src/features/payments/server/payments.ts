import type { Payments } from '#features/orders/server/order-payments.ts'
import { wakeAfterCommit } from '#kernel/background.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { builtInGateway } from './built-in-gateway.ts'
import { closeCheckout } from './close-checkout.ts'
import type { Gateway } from './gateway.ts'

declare module '#features/orders/server/order-payments.ts' {
  interface Payments {
    gateway: Gateway | undefined
  }
}

async function openGateway({ db, config, now }: OwnDeps): Promise<Gateway | undefined> {
  const { payment } = config
  if (!payment) return undefined
  if (payment.kind === 'test') return builtInGateway({ db, config, now })
  const { stripeGateway } = await import('./stripe-gateway.ts')
  return stripeGateway(payment)
}

export const openPayments = async (own: OwnDeps): Promise<Payments> => ({
  gateway: await openGateway(own),
  closeCheckout,
  async closeLater({ now }, tx, orderId) {
    const due_at = now().getTime()
    await tx.updateTable('payments').set({ due_at }).where('order_id', '=', orderId).execute()
    wakeAfterCommit(tx, 'payments')
  },
})
