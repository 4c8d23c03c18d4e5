import type { PlaceOrder } from '#features/orders/orders.contract.ts'
import { message as orderMessage } from '#features/orders/orders.messages.ts'
import { nothingToPay, onlineNotOffered } from '#features/orders/pay-order.contract.ts'
import { placedBefore, placeOrder } from '#features/orders/place/server/place-order.ts'
import { getOrderRowOfUser } from '#features/orders/server/order-row.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { message } from '../payments.messages.ts'
import { CHECKOUT_MS, HOLD_MS } from '../payments.rules.ts'
import { cancelUnpaidOrder, closeCheckout, gatewayOf } from './close-checkout.ts'
import { settle } from './mark-paid.ts'
import { openCheckout } from './open-checkout.ts'

interface Buyer {
  shopperId: string
  idempotencyKey: string | undefined
}

/** Opens the checkout after the commit; on failure the order is cancelled. Throws ONLINE_NOT_OFFERED, the service's errors, and as `placeOrder`. */
export async function placeOnlineOrder(deps: Deps, buyer: Buyer, input: PlaceOrder) {
  const { gateway } = deps.payments
  if (!gateway) throw onlineNotOffered()
  const alongside = async (tx: Tx, orderId: string) => {
    const at = deps.now().getTime()
    await tx
      .insertInto('payments')
      .values({
        id: newId(),
        order_id: orderId,
        provider: gateway.provider,
        session_id: null,
        url: null,
        state: 'open',
        reference: null,
        expires_at: at + CHECKOUT_MS,
        hold_until: at + HOLD_MS,
        due_at: at + CHECKOUT_MS,
      })
      .execute()
  }
  const { orderId, amountPaise, status } = await placeOrder(deps, buyer, input, { paymentType: 'Online', alongside })
  const said = status === 'Awaiting payment' ? message('ORDER_RESERVED') : placedBefore(status)
  try {
    const url = await openCheckout(deps, orderId)
    return { message: said, url, orderId, amount: amountPaise, status }
  } catch (error) {
    await cancelUnopened(deps, orderId)
    throw error
  }
}

/** The order stays if a call with the same key opened the checkout meanwhile. */
async function cancelUnopened(deps: Deps, orderId: string) {
  const payment = await deps.db
    .selectFrom('payments')
    .select('session_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (payment?.session_id) return
  await cancelUnpaidOrder(deps, orderId, { actor: 'shop' }, orderMessage('CANCELLED_NO_PAYMENT_SERVICE'))
}

/** Throws ORDER_NOT_FOUND, NOTHING_TO_PAY, and the service's errors. */
export async function payOrder(deps: Deps, shopperId: string, orderId: string) {
  const { status } = await getOrderRowOfUser(deps.db, shopperId, orderId)
  const payment = await deps.db
    .selectFrom('payments')
    .select(['expires_at', 'provider'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (status !== 'Awaiting payment' || !payment || payment.expires_at <= deps.now().getTime()) throw nothingToPay()
  if (!gatewayOf(deps, payment)) throw onlineNotOffered()
  return { message: message('PAYMENT_OPENED'), url: await openCheckout(deps, orderId) }
}

/** The shopper's longest wait; a later answer is booked all the same. */
const LONGEST_WAIT_MS = 3 * SECOND_MS
const RECENT_MS = HOUR_MS

type Result = { result: 'paid' | 'awaiting' | 'cancelled' | 'nothing'; orderId?: string }

/** The state of the shopper's latest online order, asked at the service (see the contract). */
export async function checkPayment(deps: Deps, shopperId: string, cancelled?: string): Promise<Result> {
  const since = deps.now().getTime() - RECENT_MS
  const find = () =>
    deps.db
      .selectFrom('orders')
      .leftJoin('payments', 'payments.order_id', 'orders.id')
      .select(['orders.id', 'status', 'is_paid', 'provider', 'session_id'])
      .where('user_id', '=', shopperId)
      .where('payment_type', '=', 'Online')
      .$if(cancelled !== undefined, (select) => select.where('orders.id', '=', cancelled ?? ''))
      .$if(cancelled === undefined, (select) => select.where('orders.created_at', '>', since))
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const order = await find()
  if (!order) return { result: 'nothing' }
  if (order.status === 'Awaiting payment' && (await deps.limits.allows('paymentLookUp', shopperId))) {
    const asked = cancelled === undefined ? lookUp(deps, order) : cancelOnReturn(deps, order.id)
    await waitFor(deps, asked)
  }
  const now = (await find()) ?? order
  if (now.status === 'Awaiting payment') return { result: 'awaiting', orderId: now.id }
  if (now.status === 'Cancelled') return { result: 'cancelled', orderId: now.id }
  return { result: now.is_paid === 1 ? 'paid' : 'awaiting', orderId: now.id }
}

async function lookUp(deps: Deps, { provider, session_id }: { provider: string | null; session_id: string | null }) {
  const gateway = provider ? gatewayOf(deps, { provider }) : undefined
  if (gateway && session_id) await settle(deps, await gateway.find(session_id))
}

async function cancelOnReturn(deps: Deps, orderId: string) {
  await closeCheckout(deps, orderId)
  await cancelUnpaidOrder(deps, orderId, { actor: 'shopper' }, orderMessage('CANCELLED_NOT_PAID'))
}

/** Waits for a limited time. Errors are logged; the regular job asks again. */
async function waitFor(deps: Deps, asked: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS)
  })
  const ended = asked.catch((error) => deps.log.warn({ err: error }, 'a payment could not be looked up'))
  await Promise.race([ended, patience])
  clearTimeout(timer)
}
