import type { FastifyBaseLogger } from 'fastify'
import { startWorker } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { SECOND_MS } from '#shared/time.ts'
import { builtInGateway } from './built-in-gateway.ts'
import { closeCheckout } from './close-checkout.ts'
import type { Gateway } from './gateway.ts'
import { sweep } from './sweep.ts'

/** What the rest of the shop knows of online payment. */
export interface Payments {
  /** The payment service; undefined: payment online is not offered. */
  gateway: Gateway | undefined
  /**
   * Closes the checkout of an order that awaits payment, before it is cancelled, and books the money if it was paid. A payment
   * service that does not answer stops nobody: money that still comes is refunded. With `userId` only that shopper's order.
   */
  closeCheckout: (orderId: string, userId?: string) => Promise<void>
  /** Has the checkout of a cancelled order closed after the commit. */
  closeLater: (tx: Tx, orderId: string) => Promise<void>
  /** Does soon what is due; call it after a commit that cancelled or refunded. */
  wake: () => void
  /** Does now what is due: holds that run out, checkouts to close, refunds, invoices to number. */
  sweep: () => Promise<void>
  stop: () => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    payments: Payments
  }
}

const SWEEP_EVERY_MS = 30 * SECOND_MS

interface Parts {
  db: Db
  config: Config
  log: FastifyBaseLogger
  now: () => Date
}

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
