import type { Payments } from '#features/orders/server/order-payments.ts'
import { startWorker } from '#kernel/background.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import { builtInGateway } from './built-in-gateway.ts'
import { closeCheckout } from './close-checkout.ts'
import type { Gateway } from './gateway.ts'
import { sweep } from './sweep.ts'

declare module '#features/orders/server/order-payments.ts' {
  interface Payments {
    /** The payment service; undefined: payment online is not offered. */
    gateway: Gateway | undefined
    /** Does now what is due: holds that run out, checkouts to close, refunds, invoices to number. */
    sweep: () => Promise<void>
    stop: () => Promise<void>
  }
}

const SWEEP_EVERY_MS = 30 * SECOND_MS

type Parts = Pick<OwnDeps, 'db' | 'config' | 'log' | 'now'>

async function openGateway({ db, config, now }: Parts): Promise<Gateway | undefined> {
  const { payment } = config
  if (!payment) return undefined
  if (payment.kind === 'test') return builtInGateway({ db, config, now })
  // Loaded where it is needed only: it is large.
  const { stripeGateway } = await import('./stripe-gateway.ts')
  return stripeGateway(payment)
}

/** Opens the payment service that the settings name. `deps` is asked for later, when it is whole. */
export async function startPayments(parts: Parts, deps: () => Deps): Promise<Payments> {
  const worker = startWorker('looking after payments', SWEEP_EVERY_MS, parts.log, (isStopping) =>
    sweep(deps(), isStopping),
  )
  return {
    gateway: await openGateway(parts),
    closeCheckout: (orderId, userId) => closeCheckout(deps(), orderId, userId),
    async closeLater(tx, orderId) {
      const due_at = parts.now().getTime()
      await tx.updateTable('payments').set({ due_at }).where('order_id', '=', orderId).execute()
    },
    wake: worker.wake,
    sweep: worker.run,
    stop: worker.stop,
  }
}
