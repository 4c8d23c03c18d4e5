import { bookMadeRefunds, type MadeRefund } from '#features/orders/refunds/server/forgotten-refunds.ts'
import { bookMoneyTaken, giveMoneyBack, moveRefund } from '#features/orders/refunds/server/refunds.ts'
import { endProblems, noteProblem } from '#features/orders/server/money-problems.ts'
import { recordEvent } from '#features/orders/server/order-history.ts'
import { type LockedOrder, lockOrder } from '#features/orders/server/order-row.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Message } from '#shared/messages.ts'
import { message } from '../payments.messages.ts'
import type { Gateway, GatewayDispute, GatewayRefund } from './gateway.ts'

/** The payment with this reference of the service; undefined: not this shop's. */
export const findPayment = (db: Db, provider: Gateway['provider'], reference: string) =>
  db
    .selectFrom('payments')
    .select(['order_id', 'state'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()

export const ownId = (providerId: string) => `gateway-${providerId}`

const toMade = (refund: GatewayRefund): MadeRefund => ({
  id: refund.id ?? ownId(refund.providerId),
  isOurs: refund.id !== undefined,
  providerId: refund.providerId,
  amount: refund.amount,
  currency: refund.currency,
  at: refund.at,
})

/** Books refunds of a payment, whoever made them: writes unknown ones down and opens failed ones again. False: nothing was new. */
export async function followRefunds(
  deps: Deps,
  orderId: string,
  provider: Gateway['provider'],
  refunds: readonly GatewayRefund[],
) {
  for (const refund of refunds.filter(({ hasFailed }) => hasFailed)) await moveRefund(deps, toMade(refund).id, 'failed')
  const made = refunds.filter(({ hasFailed, amount }) => !hasFailed && amount > 0).map(toMade)
  return bookMadeRefunds(deps, orderId, provider, made)
}

export async function askForRefunds(deps: Deps, reference: string) {
  const { gateway } = deps.payments
  if (!gateway) return
  const payment = await findPayment(deps.db, gateway.provider, reference)
  if (!payment) return deps.log.warn({ reference }, 'a refund of a payment that is not ours')
  await followRefunds(deps, payment.order_id, gateway.provider, await gateway.refundsOf(reference))
}

/** Books a dispute: a problem while it lasts, and money gone while the bank has it. Idempotent, but the end must not come before the beginning. */
export async function followDispute(deps: Deps, provider: Gateway['provider'], dispute: GatewayDispute) {
  const { id: subject, amount, currency, state, isWithdrawn, reference } = dispute
  if (amount <= 0) return
  const payment = await findPayment(deps.db, provider, reference)
  const orderId = payment?.order_id ?? null
  const problem = { subject, orderId, provider, amount, currency } as const
  await transact(deps, async (tx) => {
    const now = deps.now()
    const order: LockedOrder | undefined = orderId === null ? undefined : await lockOrder(tx, orderId)
    const told = (happened: Message) => order && recordEvent(tx, order.id, { actor: 'payment' }, happened, now)
    if (order && isWithdrawn) {
      const taken = { id: ownId(subject), providerId: subject, amount, currency, at: now }
      if (await bookMoneyTaken(tx, order.id, taken)) await told(message('MONEY_DISPUTED', { amount, currency }))
    }
    if (order && isWithdrawn === false && (await giveMoneyBack(tx, order.id, ownId(subject))))
      await told(message('MONEY_GIVEN_BACK', { amount, currency }))
    if (state === 'open') return noteProblem(tx, now, { ...problem, kind: 'disputed' })
    await endProblems(tx, now, orderId, ['disputed'], subject)
    if (state === 'lost') await noteProblem(tx, now, { ...problem, kind: 'dispute lost' })
  })
}
