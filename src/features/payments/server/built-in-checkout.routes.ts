import type { FastifyInstance } from 'fastify'
import { nothingToPay } from '#features/orders/pay-order.contract.ts'
import type { Deps } from '#kernel/deps.ts'
import { implement } from '#kernel/http/implement.ts'
import { notFound } from '#shared/app-error.ts'
import * as contract from '../built-in-checkout.contract.ts'
import { message } from '../payments.messages.ts'
import { payTestCheckoutRow } from './built-in-gateway.ts'
import { settle } from './mark-paid.ts'

/** Served only where the test checkout is the payment service (docs/promises.md 15). */
export function builtInCheckoutRoutes(app: FastifyInstance) {
  const { deps } = app
  if (deps.payments.gateway?.provider !== 'test') return
  implement(app, contract, {
    getTestCheckout: async ({ session, params }) => ({
      checkout: await findTestCheckout(deps, session.id, params.id),
    }),
    async payTestCheckout({ session, params }) {
      const { successPath } = await findTestCheckout(deps, session.id, params.id)
      if (!(await payTestCheckoutRow(deps.db, params.id, deps.now()))) throw nothingToPay()
      const checkout = await deps.payments.gateway?.find(params.id)
      if (checkout) await settle(deps, checkout)
      return { message: message('TEST_CHECKOUT_PAID'), successPath }
    },
  })
}

/** Throws NOT_FOUND, for another shopper's too. */
async function findTestCheckout(deps: Deps, shopperId: string, id: string) {
  const row = await deps.db
    .selectFrom('test_checkouts')
    .innerJoin('payments', 'payments.session_id', 'test_checkouts.id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['test_checkouts.id', 'test_checkouts.state', 'test_checkouts.expires_at'])
    .select(['test_checkouts.amount_paise', 'success_url', 'cancel_url'])
    .where('test_checkouts.id', '=', id)
    .where('orders.user_id', '=', shopperId)
    .executeTakeFirst()
  if (!row) throw notFound({ what: message('THIS_CHECKOUT') })
  const hasRunOut = row.state === 'open' && row.expires_at <= deps.now().getTime()
  const pathOf = (url: string) => url.slice(deps.config.publicUrl.length)
  return {
    _id: row.id,
    amount: row.amount_paise,
    state: hasRunOut ? ('expired' as const) : row.state,
    successPath: pathOf(row.success_url),
    cancelPath: pathOf(row.cancel_url),
  }
}
