import { endProblems, noteProblem } from '#features/orders/server/money-problems.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { type Job, transact } from '#kernel/background.ts'
import { takeNight } from '#kernel/db/nights.ts'
import type { Deps } from '#kernel/deps.ts'
import { NO_MONEY, paise, plus } from '#shared/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { Gateway, GatewayBook, GatewayPayment } from './gateway.ts'
import { followDispute, followRefunds, ownId } from './gateway-news.ts'

/** When few people shop, and after the ledger's own check: 04:00 in India. */
const AT_MS = 4 * HOUR_MS
/** Banks report failed refunds and disputes weeks later. */
const LOOK_BACK_MS = 35 * DAY_MS
/** Newer movements may not be booked yet. */
const UNDER_WAY_MS = HOUR_MS
const PART = 500

/** Every night, in one process of the shop. */
export const nightlyComparison = (deps: Deps): Job => ({
  name: 'gateway-check',
  first: 'listening',
  everyMs: MINUTE_MS,
  async work() {
    const { gateway } = deps.payments
    if (!gateway) return
    const last = await tell(deps, gateway)
    if (await takeNight(deps, 'gateway-check-at', AT_MS, last?.at)) await compareGateway(deps)
  },
})

async function tell({ db, metrics }: Deps, { provider }: Gateway) {
  const last = await db.selectFrom('gateway_checks').selectAll().where('provider', '=', provider).executeTakeFirst()
  if (last) {
    metrics.gatewayOk.set(last.off === 0 ? 1 : 0)
    metrics.gatewayChecked.set(last.at / SECOND_MS)
  } else for (const gauge of [metrics.gatewayOk, metrics.gatewayChecked]) gauge.remove()
  return last
}

/** Books unknown news of the service's last 35 days, and notes as problems what still differs. Throws what the service throws. */
export async function compareGateway(deps: Deps) {
  const { gateway } = deps.payments
  if (!gateway) return undefined
  const { provider } = gateway
  const now = deps.now()
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const book = await gateway.bookSince(since)
  await bookNews(deps, provider, book)

  const references = [
    ...new Set([...book.payments.map(({ reference }) => reference), ...(await paidSince(deps, provider, since))]),
  ]
  const books = await readBooks(deps, provider, references, book)
  const there = netOf(book)
  let [off, gateway_paise, books_paise] = [0, NO_MONEY, NO_MONEY]
  for (const reference of references) {
    const [has, known] = [there.get(reference), books.get(reference)]
    const isYoung = has !== undefined && has.payment.at.getTime() > now.getTime() - UNDER_WAY_MS
    const [gets, knows] = [has?.net ?? 0, known?.net ?? 0]
    if (has?.payment.currency === 'inr' || known?.currency === 'inr') {
      gateway_paise = plus(gateway_paise, paise(gets))
      books_paise = plus(books_paise, paise(knows))
    }
    if (gets === knows) await settle(deps, known?.orderId ?? null, reference)
    else if (!isYoung) {
      off += 1
      await noteDifference(deps, provider, reference, { has: has?.payment, known, difference: Math.abs(gets - knows) })
    }
  }
  const row = { at: now.getTime(), payments: references.length, gateway_paise, books_paise, off }
  await deps.db
    .insertInto('gateway_checks')
    .values({ provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
  const said = { provider, ...row }
  if (off > 0) deps.log.error(said, 'the payment service has something else than the books')
  else deps.log.info(said, 'the payment service has what the books have')
  await tell(deps, gateway)
  return row
}

async function bookNews(deps: Deps, provider: Gateway['provider'], { refunds, disputes }: GatewayBook) {
  const all = [...refunds, ...disputes].map(({ reference }) => reference)
  const orders = await ordersOf(deps, provider, [...new Set(all)])
  for (const [reference, made] of Map.groupBy(refunds, (refund) => refund.reference)) {
    const orderId = orders.get(reference)
    if (orderId !== undefined) await followRefunds(deps, orderId, provider, made)
  }
  for (const dispute of disputes) await followDispute(deps, provider, dispute)
}

async function ordersOf({ db }: Deps, provider: Gateway['provider'], references: readonly string[]) {
  const orders = new Map<string, string>()
  for (let from = 0; from < references.length; from += PART) {
    const rows = await db
      .selectFrom('payments')
      .select(['order_id', 'reference'])
      .where('provider', '=', provider)
      .where('reference', 'in', references.slice(from, from + PART))
      .execute()
    for (const { order_id, reference } of rows) orders.set(reference ?? '', order_id)
  }
  return orders
}

/** Payments in the books, without the first day after `since`: the service may count them to the time before. */
async function paidSince({ db }: Deps, provider: Gateway['provider'], since: Date) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('reference')
    .where('paid_at', '>', since.getTime() + DAY_MS)
    .where('provider', '=', provider)
    .where('reference', 'is not', null)
    .execute()
  return rows.flatMap(({ reference }) => reference ?? [])
}

/** What came for each payment, less what went back. */
function netOf({ payments, refunds, disputes }: GatewayBook) {
  const net = new Map(payments.map((payment) => [payment.reference, { payment, net: payment.amount }]))
  const gone = [
    ...refunds.filter(({ hasFailed }) => !hasFailed),
    ...disputes.filter(({ isWithdrawn }) => isWithdrawn === true),
  ]
  for (const { reference, amount } of gone) {
    const one = net.get(reference)
    if (one) one.net -= amount
  }
  return net
}

interface Known {
  orderId: string
  orderNumber: number
  net: number
  currency: string
}

/** What the books have of each payment; a queued refund counts once the service has made it. */
async function readBooks(
  { db }: Deps,
  provider: Gateway['provider'],
  references: readonly string[],
  { refunds }: GatewayBook,
) {
  const made = new Set(refunds.map(({ id, providerId }) => id ?? ownId(providerId)))
  const books = new Map<string, Known>()
  for (let from = 0; from < references.length; from += PART) {
    const rows = await db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['reference', 'payments.state', 'order_id', 'orders.number', 'amount_paise'])
      .where('provider', '=', provider)
      .where('reference', 'in', references.slice(from, from + PART))
      .execute()
    if (rows.length === 0) continue
    const back = await db
      .selectFrom('refunds')
      .select(['id', 'order_id', 'amount_minor', 'currency', 'state', 'purpose'])
      .where('method', '=', 'card')
      .where(
        'order_id',
        'in',
        rows.map(({ order_id }) => order_id),
      )
      .orderBy('created_at')
      .execute()
    const backOf = Map.groupBy(back, ({ order_id }) => order_id)
    for (const { reference, state, order_id: orderId, number: orderNumber, amount_paise } of rows) {
      const own = backOf.get(orderId) ?? []
      // Wrong payments are in the books as their refund.
      const wrong = own.find(({ purpose }) => purpose === 'payment')
      const came = state === 'paid' ? amount_paise : (wrong?.amount_minor ?? 0)
      const gone = own.filter(({ id, state: is }) => is === 'done' || (is === 'queued' && made.has(id)))
      const net = gone.reduce((left, { amount_minor }) => left - amount_minor, came)
      books.set(reference ?? '', { orderId, orderNumber, net, currency: wrong?.currency ?? 'inr' })
    }
  }
  return books
}

async function settle(deps: Deps, orderId: string | null, reference: string) {
  const kind = orderId === null ? 'no order' : 'books differ'
  const open = await deps.db
    .selectFrom('money_problems')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', reference)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!open) return
  await transact(deps, async (tx) => {
    if (orderId !== null) await lockOrder(tx, orderId)
    await endProblems(tx, deps.now(), orderId, [kind], reference)
  })
}

interface Difference {
  has: GatewayPayment | undefined
  known: Known | undefined
  difference: number
}

async function noteDifference(
  deps: Deps,
  provider: Gateway['provider'],
  reference: string,
  { has, known, difference }: Difference,
) {
  const currency = has?.currency ?? known?.currency ?? 'inr'
  await transact(deps, async (tx) => {
    if (known) await lockOrder(tx, known.orderId)
    await noteProblem(tx, deps.now(), {
      ...{ kind: known ? 'books differ' : 'no order', subject: reference, orderId: known?.orderId ?? null },
      ...{ provider, amount: difference, currency },
    })
  })
}
