import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { isOff, isSale } from '#features/orders/orders.states.ts'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import { isLineOff, type Line, sum, wrongWithParcels } from './agreement-parcels.ts'
import type { PaymentShop } from './payments.ts'

/**
 * Money, orders, stock, carts and invoices agree: what Stripe took and refunded is what the orders say, every piece is in
 * stock or in an order, carts hold what was not bought. `isSettled`: and nothing is under way any more.
 */
export async function expectAgreement(shop: PaymentShop, { isSettled = false } = {}) {
  let before = await disagreements(shop, isSettled)
  // The shop may work meanwhile: what is wrong must stay wrong.
  for (let tries = 0; before.length > 0 && tries < 20; tries += 1) {
    await pause(10)
    const after = await disagreements(shop, isSettled)
    if (JSON.stringify(before) === JSON.stringify(after)) break
    before = after
  }
  expect(before).toEqual([])
}

async function disagreements(shop: PaymentShop, isSettled: boolean) {
  const books = await readBooks(shop)
  return [
    ...books.orders.flatMap((order) => wrongWithOrder(shop, books, order, isSettled)),
    ...wrongWithMoney(shop, books),
    ...wrongWithStock(shop, books),
    ...(await wrongWithCarts(shop, books)),
    ...wrongWithInvoices(books, isSettled),
    ...wrongWithCredit(books, isSettled),
  ]
}

async function readBooks({ db }: PaymentShop) {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'user_id', 'status', 'is_paid', 'paid_at', 'payment_type', 'amount_paise'])
    .select(['session_id', 'state'])
    .execute()
  const lines = await db
    .selectFrom('order_lines')
    .select([
      'order_id',
      'position',
      'product_id',
      'quantity',
      'refunded',
      'credited',
      'stock_taken',
      'restocked',
      'written_off',
      'offer_price_paise',
      'tax_paise',
      'parcel',
    ])
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const parcels = await db.selectFrom('parcels').selectAll().execute()
  const cash = await db.selectFrom('cash_entries').selectAll().execute()
  const ordered = await db.selectFrom('audit_log').select('subject').where('action', '=', 'order.refunded').execute()
  return {
    orders,
    linesOf: Map.groupBy(lines, ({ order_id }) => order_id),
    parcelsOf: Map.groupBy(parcels, ({ order_id }) => order_id),
    cashOf: Map.groupBy(cash, ({ order_id }) => order_id),
    refunds: new Map(refunds.map((refund) => [refund.id, refund])),
    refundsOf: Map.groupBy(refunds, ({ order_id }) => order_id),
    /** Refunds that a seller ordered, by order. */
    orderedOf: Map.groupBy(ordered, ({ subject }) => subject),
    products: await db.selectFrom('products').select(['id', 'stock', 'in_stock']).execute(),
    carts: new Map(
      (await db.selectFrom('carts').select(['user_id', 'items']).execute()).map(({ user_id, items }) => [
        user_id,
        items,
      ]),
    ),
    invoices: await db.selectFrom('invoices').select(['number', 'order_id']).orderBy('number').execute(),
    notes: await db
      .selectFrom('credit_notes')
      .select(['number', 'order_id', 'amount_paise', 'document'])
      .orderBy('number')
      .execute(),
  }
}
export type Books = Awaited<ReturnType<typeof readBooks>>
export type OrderRow = Books['orders'][number]

function wrongWithOrder({ stripe }: PaymentShop, books: Books, order: OrderRow, isSettled: boolean) {
  const wrong: string[] = []
  const check = (isRight: boolean, what: string) => {
    if (!isRight)
      wrong.push(`${order.payment_type} order ${order.id} (${order.status}, paid ${order.is_paid}): ${what}`)
  }
  const lines = books.linesOf.get(order.id) ?? []
  const parcels = books.parcelsOf.get(order.id) ?? []
  const all = books.refundsOf.get(order.id) ?? []
  const refunds = all.filter(({ purpose }) => purpose === 'order')
  const active = refunds.filter(({ state }) => state !== 'failed')
  const wentBack = sum(active.map(({ amount_minor }) => amount_minor))
  const byCard = sum(active.flatMap(({ method, amount_minor }) => (method === 'card' ? [amount_minor] : [])))
  /** Money that did not fit the order. */
  const wrongMoney = sum(
    all.flatMap(({ purpose, state, amount_minor }) =>
      purpose === 'payment' && state !== 'failed' ? [amount_minor] : [],
    ),
  )
  const priced = lines.map(({ offer_price_paise, quantity }) => ({ offerPricePaise: offer_price_paise, quantity }))
  check(priceOrder(priced).totalPaise === order.amount_paise, 'the amount is not that of its lines')
  for (const { position, quantity, refunded } of lines) {
    check(refunded >= 0 && refunded <= quantity, `${refunded} of ${quantity} pieces refunded`)
    const pieces = sum(active.map(({ quantities }) => Number(JSON.parse(quantities)[position] ?? 0)))
    check(pieces === refunded, `${refunded} pieces refunded, but refunds of ${pieces}`)
  }
  for (const { quantity, restocked, written_off } of lines) {
    const settled = restocked + written_off
    check(
      isOff(order.status) ? settled === quantity : settled <= quantity,
      `${settled} of ${quantity} pieces are back or written off`,
    )
  }
  check((order.is_paid === 1) === (order.paid_at !== null), `it was paid at ${order.paid_at}`)
  wrong.push(...wrongWithParcels(books, order))
  if (order.payment_type === 'COD') {
    // A delivered parcel was paid to its courier; one that came back afterwards had been, where money went back for it.
    const paid = sum(
      parcels.map(({ delivered_at, cash_paise, cash_received_paise }) =>
        delivered_at === null ? cash_received_paise : cash_paise,
      ),
    )
    check(wentBack <= paid, `${wentBack} of ${paid} in cash was refunded`)
    check(byCard === 0, 'cash went back by card')
    check(order.status !== 'Awaiting payment', 'cash is not awaited')
    return wrong
  }

  const session = order.session_id ? stripe.findSession(order.session_id) : undefined
  const ledger = stripe.ledgerOf(session?.payment_intent ?? null)
  check(order.session_id === null || session !== undefined, 'its checkout is unknown to Stripe')
  check((order.is_paid === 1) === (order.state === 'paid'), `its payment is ${order.state}`)
  check(order.is_paid === 0 || ledger.captured === order.amount_paise, `Stripe took ${ledger.captured}`)
  check(order.status === 'Awaiting payment' || order.status === 'Cancelled' || order.is_paid === 1, 'nobody paid')
  check(wrongMoney === 0 || order.is_paid === 0, 'money that did not fit has paid for it')
  check(order.status !== 'Awaiting payment' || order.is_paid === 0, 'is paid')
  check(order.is_paid === 1 || wentBack === 0, 'money back that never came')
  check(wentBack <= order.amount_paise, `${wentBack} refunded`)
  const allPieces = lines.every(({ quantity, refunded }) => quantity === refunded)
  check(!allPieces || wentBack === order.amount_paise, `all pieces refunded, but only ${wentBack}`)
  const unasked =
    refunds.filter(({ id }) => !id.startsWith('gateway-')).length - (books.orderedOf.get(order.id)?.length ?? 0)
  const off = parcels.filter(({ status }) => isParcelOff(status)).length
  check(unasked <= Math.max(off, isOff(order.status) ? 1 : 0), `${unasked} refunds that nobody ordered`)
  const hasFailed = refunds.length > active.length
  const isLineKept = (line: Line) => isLineOff(books, order, line) && line.refunded < line.quantity
  check(order.is_paid === 0 || hasFailed || !lines.some(isLineKept), 'off, and the money kept')

  if (isSettled) {
    check(order.status !== 'Awaiting payment' && order.state !== 'open', 'still under way')
    check(session?.status !== 'open', 'its checkout can still be paid')
    check(order.is_paid === 1 || ledger.captured === wrongMoney, `Stripe took ${ledger.captured}, and nobody knows`)
    check(
      active.every(({ state }) => state === 'done'),
      'a refund is still under way',
    )
    check(ledger.refunded === byCard + wrongMoney, `Stripe paid ${ledger.refunded} back`)
  }
  return wrong
}

/** Refund by refund, at Stripe and in the shop; and no money without an order. */
function wrongWithMoney({ stripe }: PaymentShop, { orders, refunds }: Books) {
  const wrong: string[] = []
  const carriedOut = Map.groupBy(
    stripe.refunds.filter(({ status }) => status === 'succeeded'),
    ({ metadata, id }) => metadata.refund ?? `gateway-${id}`,
  )
  for (const [id, made] of carriedOut) {
    const refund = refunds.get(id)
    if (made.length > 1) wrong.push(`refund ${id} was refunded ${made.length} times`)
    if (!refund || refund.state === 'failed') wrong.push(`Stripe refunded ${id}, which is ${refund?.state}`)
    if (refund?.amount_minor !== made[0]?.amount) wrong.push(`refund ${id} is of another amount`)
  }
  const failed = new Set(stripe.refunds.filter(({ status }) => status === 'failed').map(({ id }) => id))
  for (const { id, state, method, provider_id } of refunds.values()) {
    if (state === 'done' && method === 'card' && !carriedOut.has(id) && !failed.has(provider_id ?? ''))
      wrong.push(`refund ${id} is done, and Stripe knows nothing of it`)
  }
  const known = new Set(orders.map(({ session_id }) => session_id))
  for (const { id, payment_intent } of stripe.sessions.values()) {
    if (!known.has(id) && stripe.ledgerOf(payment_intent).captured > 0) wrong.push(`${id} was paid and has no order`)
  }
  return wrong
}

function wrongWithStock({ stocks }: PaymentShop, { linesOf, products }: Books) {
  const taken = new Map<string, number>()
  for (const { product_id, stock_taken, restocked } of [...linesOf.values()].flat())
    if (stock_taken > 0) taken.set(product_id, (taken.get(product_id) ?? 0) + stock_taken - restocked)
  return products.flatMap(({ id, stock, in_stock }) => {
    const there = stocks.get(id)
    if (there === undefined) return []
    const left = there - (taken.get(id) ?? 0)
    return [
      ...(stock === left ? [] : [`product ${id}: ${stock} in stock, ${left} should be`]),
      ...(in_stock === (left > 0 ? 1 : 0) ? [] : [`product ${id}: ${left} left, in stock is ${in_stock}`]),
    ]
  })
}

async function wrongWithCarts({ buyers }: PaymentShop, { carts }: Books) {
  const wrong: string[] = []
  const inOrder = (cart: Record<string, number>) => JSON.stringify(Object.entries(cart).sort())
  for (const buyer of buyers) {
    const holds = inOrder(JSON.parse(carts.get(buyer.user._id) ?? '{}'))
    const expected = inOrder(await buyer.expectedCart())
    if (holds !== expected) wrong.push(`cart of ${buyer.email}: ${holds}, should be ${expected}`)
  }
  return wrong
}

function wrongWithInvoices({ invoices, orders }: Books, isSettled: boolean) {
  const wrong = invoices.flatMap(({ number }, at) =>
    number === at + 1 ? [] : [`invoice ${number} stands at ${at + 1}`],
  )
  const invoiced = new Set(invoices.map(({ order_id }) => order_id))
  for (const { id, status, is_paid } of orders) {
    if (status === 'Awaiting payment' && invoiced.has(id)) wrong.push(`order ${id} has an invoice and awaits payment`)
    if (isSettled && isSale({ status, isPaid: is_paid === 1 }) && !invoiced.has(id))
      wrong.push(`order ${id} has no invoice`)
  }
  return wrong
}

/** Each piece that went back is credited once, and all notes of an order come to no more than its invoice. */
function wrongWithCredit(books: Books, isSettled: boolean) {
  const { notes, invoices, orders, linesOf } = books
  const wrong = notes.flatMap(({ number }, at) =>
    number === at + 1 ? [] : [`credit note ${number} stands at ${at + 1}`],
  )
  const invoiced = new Set(invoices.map(({ order_id }) => order_id))
  const notesOf = Map.groupBy(notes, ({ order_id }) => order_id)
  for (const order of orders) {
    const { id, amount_paise } = order
    const own = notesOf.get(id) ?? []
    const lines = linesOf.get(id) ?? []
    const credited = sum(own.map((note) => note.amount_paise))
    const pieces = own.flatMap(({ document }): { product: string; quantity: number }[] => JSON.parse(document).lines)
    if (own.length > 0 && !invoiced.has(id)) wrong.push(`order ${id} is credited and has no invoice`)
    if (credited > amount_paise) wrong.push(`${credited} of order ${id} are credited`)
    if (lines.every((line) => line.credited === line.quantity) !== (credited === amount_paise))
      wrong.push(`order ${id} is credited with ${credited}`)
    for (const line of lines) {
      const { product_id, quantity, refunded, credited: count } = line
      const noted = sum(pieces.flatMap((piece) => (piece.product === product_id ? [piece.quantity] : [])))
      if (noted !== count || count > quantity) wrong.push(`${noted} pieces of order ${id} are credited, not ${count}`)
      const due = isLineOff(books, order, line) ? quantity : refunded
      if (isSettled && invoiced.has(id) && count < due)
        wrong.push(`${count} of ${due} pieces of order ${id} are credited`)
    }
  }
  return wrong
}
