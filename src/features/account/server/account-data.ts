import { z } from 'zod'
import { listAddresses } from '#features/addresses/server/addresses.service.ts'
import { getCart } from '#features/cart/server/cart.service.ts'
import { Order } from '#features/orders/orders.contract.ts'
import { partsOfShopper } from '#features/orders/server/orders.service.ts'
import { Return } from '#features/returns/returns.contract.ts'
import { allReturnsOfShopper } from '#features/returns/server/returns.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Session } from '#kernel/guard/session.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { listSessions } from './account.service.ts'

/** All but the orders. What belongs to the address alone only after the address is confirmed. */
async function collectData(deps: Deps, session: Session) {
  const { id: accountId } = session
  const [user, { addresses }, cart, { sessions }, returns] = await Promise.all([
    deps.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_confirmed_at', 'created_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
    listAddresses(deps.db, accountId),
    getCart(deps.db, accountId),
    listSessions(deps, session),
    allReturnsOfShopper(deps.db, accountId),
  ])
  if (!user) throw notLoggedIn()
  const subscription =
    user.email_confirmed_at === null
      ? undefined
      : await deps.db
          .selectFrom('newsletter_subscriptions')
          .select(['subscribed_at', 'confirmed_at'])
          .where('email', '=', user.email)
          .executeTakeFirst()
  const alerts = await alertsOf(deps.db, user)
  return {
    account: {
      name: user.name,
      email: user.email,
      emailConfirmed: user.email_confirmed_at !== null,
      createdAt: new Date(user.created_at),
    },
    addresses,
    cart,
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({ device, createdAt, lastSeenAt })),
    newsletter: subscription
      ? { subscribedAt: new Date(subscription.subscribed_at), confirmed: subscription.confirmed_at !== null }
      : null,
    returns: returns.map(writeReturn),
    waitingFor: alerts.map(({ name, asked_at, sent_at }) => ({
      product: name,
      askedAt: new Date(asked_at),
      toldAt: sent_at === null ? null : new Date(sent_at),
    })),
  }
}

/** Asked for in the account, and by the address once it is confirmed. */
const alertsOf = (db: Db, user: { id: string; email: string; email_confirmed_at: number | null }) =>
  db
    .selectFrom('stock_alerts')
    .innerJoin('products', 'products.id', 'stock_alerts.product_id')
    .select(['products.name', 'asked_at', 'sent_at'])
    .where((alert) =>
      user.email_confirmed_at === null
        ? alert('account_id', '=', user.id)
        : alert.or([alert('account_id', '=', user.id), alert('stock_alerts.email', '=', user.email)]),
    )
    .orderBy('asked_at')
    .execute()

/** A return as in the API, without pictures. */
function writeReturn(given: z.output<typeof Return>) {
  const { items, ...shown } = z.encode(Return, given)
  return { ...shown, items: items.map(({ product: { name }, quantity }) => ({ name, quantity })) }
}

/** An order as in the API, in rupees, without pictures. */
function writeOrder(order: z.output<typeof Order>) {
  const { items, ...shown } = z.encode(Order, order)
  return {
    ...shown,
    items: items.map(({ product: { name, offerPrice }, quantity, refunded }) => ({
      name,
      offerPrice,
      quantity,
      refunded,
    })),
  }
}

async function* writeOrders(deps: Deps, shopperId: string) {
  let separator = ''
  for await (const orders of partsOfShopper(deps, shopperId)) {
    for (const order of orders) {
      yield `${separator}\n${JSON.stringify(writeOrder(order), null, 2)}`
      separator = ','
    }
  }
}

/** A shopper's data as JSON in parts, so that years of orders are not in memory at once. Throws NOT_LOGGED_IN before the first part. */
export async function writeData(deps: Deps, session: Session) {
  const data = JSON.stringify(await collectData(deps, session), null, 2)
  return (async function* () {
    yield `${data.slice(0, -2)},\n  "orders": [`
    yield* writeOrders(deps, session.id)
    yield ']\n}\n'
  })()
}
