import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { addressNotFound } from '#features/addresses/addresses.contract.ts'
import { shipsTo } from '#features/addresses/addresses.rules.ts'
import { insertMailToAccount, type MailToAccount, mailToAccount } from '#features/auth/server/mail-to-account.ts'
import { MAX_QUANTITY } from '#features/cart/cart.rules.ts'
import { type CartChange, changeSeenCart, takeFromCart, takenFromCart } from '#features/cart/server/cart.service.ts'
import { type BatchChange, batchChange, sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { deliveryDates, latestDays } from '#features/catalog/catalog.delivery.ts'
import { type StockChange, stockChange } from '#features/catalog/server/stock-changes.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { shareLine } from '#features/prices/prices.shares.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { preparedTogether, type Slots } from '#kernel/db/query/prepared.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import { type Paise, times } from '#shared/money.ts'
import { orderPlacedMail } from '../../mails/server/order.mails.ts'
import { orderSearchText } from '../../order-search.ts'
import { doesNotShip, type PlaceOrder, totalChanged } from '../../orders.contract.ts'
import { message } from '../../orders.messages.ts'
import { priceOrder } from '../../orders.pricing.ts'
import { parcelNumbers, shareTax } from '../../orders.shares.ts'
import type { OrderStatus } from '../../orders.states.ts'
import { lockBuyer } from '../../server/buyer.ts'
import { cancelUnpaid } from '../../server/move-order.ts'
import { placedEvent } from '../../server/order-history.ts'
import { lockOrder } from '../../server/order-row.ts'
import { refuseOrderedCart } from '../../server/ordered-already.ts'
import { claimKey, hashContent, type Placed, restartTwinWindow } from './idempotency-key.ts'
import { checkLimits } from './order-limits.ts'
import { reserveProducts, takenBy } from './order-stock.ts'

interface Buyer {
  shopperId: string
  idempotencyKey: string | undefined
}

/** `alongside` writes the payment's own rows in the order's transaction. */
type Payment = { paymentType: 'COD' } | { paymentType: 'Online'; alongside: (tx: Tx, orderId: string) => Promise<void> }

interface NewOrder {
  order: Insertable<Tables['orders']>
  event: Insertable<Tables['order_events']>
  lines: Insertable<Tables['order_lines']>[]
  taken: StockChange[]
  batches: BatchChange[]
  carts: CartChange[]
  mails: MailToAccount[]
}

const writeOrder = preparedTogether((db, { order, event, lines, taken, batches, carts, mails }: Slots<NewOrder>) => {
  const [cart] = carts
  const [mail] = mails
  return {
    order: db.insertInto('orders').values(order),
    event: db.insertInto('order_events').values(event),
    lines: db.insertInto('order_lines').values(lines),
    ...(taken.length > 0 ? { stock: stockChange(db, taken) } : {}),
    ...(batches.length > 0 ? { batches: batchChange(db, batches) } : {}),
    ...(cart ? { cart: changeSeenCart(db, cart) } : {}),
    ...(mail ? { mail: insertMailToAccount(db, mail) } : {}),
  }
})

/** Places a cash-on-delivery order. Throws as `placeOrder`. */
export async function placeCodOrder(deps: Deps, buyer: Buyer, input: PlaceOrder) {
  const { orderId, amountPaise, status } = await placeOrder(deps, buyer, input, { paymentType: 'COD' })
  const said = status === 'Order Placed' ? message('ORDER_PLACED') : placedBefore(status)
  return { message: said, orderId, amount: amountPaise, status }
}

export const placedBefore = (status: OrderStatus) => message('ORDER_PLACED_BEFORE', { status })

/**
 * Places an order in one transaction: locks the account, claims the key, replaces the shopper's order that awaits payment, checks address, limits and
 * products, takes stock. A cash order empties the cart and queues the mail; an online one does both once paid. The same Idempotency-Key gives the
 * same order. Throws NOT_LOGGED_IN, ADDRESS_NOT_FOUND, DOES_NOT_SHIP, TOO_MANY, TOO_MANY_COD_ORDERS, UNKNOWN_PRODUCT, PRODUCT_UNAVAILABLE,
 * NOT_ENOUGH_STOCK, TOTAL_CHANGED, KEY_REUSED, ORDERED_ALREADY; then nothing is left behind.
 */
export async function placeOrder(deps: Deps, buyer: Buyer, input: PlaceOrder, payment: Payment): Promise<Placed> {
  const { shopperId, idempotencyKey } = buyer
  const { paymentType } = payment
  const wanted = mergeLines(input.items)
  const contentHash = hashContent([...wanted], input.address, paymentType)
  const now = deps.now()
  const orderId = newId()

  const placed = await transact(deps, async (tx): Promise<Placed> => {
    // Sent together: the key is claimed as soon as the account is locked.
    const [locking, claiming] = await Promise.allSettled([
      lockBuyer(tx, shopperId, input.address, indianDay(now)),
      claimKey(tx, { shopperId, idempotencyKey, contentHash, orderId, now }),
    ])
    const { address, cart, isEmailConfirmed, percentages } = outcomeOf(locking)
    const { earlier, claimed } = outcomeOf(claiming)
    if (earlier) return earlier
    if (input.fromCart) await refuseOrderedCart(tx, { shopperId, seenCart: cart, wanted, now })
    if (!address) throw addressNotFound()
    if (!shipsTo(address.country, deps.config.shipTo)) throw doesNotShip({ country: address.country })
    if (deps.config.rateLimit) checkLimits({ ...claimed, paymentType, isEmailConfirmed, now })
    if (claimed.awaiting) await replaceOrder(deps, tx, claimed.awaiting, wanted)

    const { lines, days, batches } = await reserveProducts(tx, wanted, { ...sellingDay(deps), now })
    const totals = priceOrder(
      lines.map((line) => ({ offerPricePaise: line.offer_price_paise, quantity: line.quantity })),
    )
    if (input.expectedTotal !== undefined && input.expectedTotal !== totals.totalPaise)
      throw totalChanged({ totalPaise: totals.totalPaise })

    const { _id, isDefault, ...shipTo } = address
    const delivery = deliveryDates(latestDays(days), now)
    const status = paymentType === 'COD' ? 'Order Placed' : 'Awaiting payment'
    const order = {
      id: orderId,
      user_id: shopperId,
      subtotal_paise: totals.subtotalPaise,
      tax_paise: totals.taxPaise,
      amount_paise: totals.totalPaise,
      address: JSON.stringify(shipTo),
      payment_type: paymentType,
      status,
      is_paid: 0,
      created_at: now.getTime(),
      search_text: orderSearchText(shipTo, lines),
      delivery_from: delivery.from,
      delivery_to: delivery.to,
      ledger_salt: randomBytes(16).toString('hex'),
    } as const
    const isDone = payment.paymentType === 'COD'
    const change = isDone ? takenFromCart(shopperId, cart, lines, now) : undefined
    const written = await writeOrder(tx, {
      order,
      event: placedEvent(order),
      lines: withShares(lines, totals.taxPaise, percentages).map((line) => ({ ...line, order_id: orderId })),
      taken: takenBy(lines),
      batches,
      carts: change ? [change] : [],
      mails: isDone ? [mailToAccount(tx, shopperId, orderPlacedMail.of({ orderId }), now)] : [],
    })
    // The cart was changed on another device since it was read.
    if (written.cart === 0) await takeFromCart(tx, shopperId, lines, now)
    if (payment.paymentType === 'Online') await payment.alongside(tx, orderId)
    await restartTwinWindow(tx, orderId, now, deps.now())
    return { orderId, amountPaise: totals.totalPaise, status }
  })
  if (placed.orderId === orderId) deps.metrics.ordersPlaced.inc({ payment_type: paymentType })
  return placed
}

type CopiedLine = Awaited<ReturnType<typeof reserveProducts>>['lines'][number]

function withShares(lines: readonly CopiedLine[], taxPaise: Paise, percentages: Percentages) {
  const priced = lines.map((line) => ({ ...line, net_paise: times(line.offer_price_paise, line.quantity) }))
  const taxes = shareTax(
    taxPaise,
    priced.map(({ net_paise }) => net_paise),
  )
  const parcels = parcelNumbers(
    lines.map(({ sender_id, batches }) => ({ sender: sender_id, isFood: batches !== null })),
  )
  return priced.map(({ makerPrice, ...line }, at) => {
    const shares = shareLine(
      { offerPricePaise: line.offer_price_paise, quantity: line.quantity },
      makerPrice,
      percentages,
    )
    return {
      ...line,
      tax_paise: taxes[at] ?? null,
      maker_paise: shares.maker,
      costs_paise: shares.costs,
      producer_paise: shares.producer,
      community_paise: shares.community,
      shop_paise: shares.shop,
      unstated: makerPrice ? 0 : 1,
      parcel: parcels[at] ?? 1,
    }
  })
}

function outcomeOf<T>(result: PromiseSettledResult<T>) {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Locks the products of both orders first, by id. */
async function replaceOrder(deps: Deps, tx: Tx, orderId: string, wanted: Map<string, number>) {
  const order = await lockOrder(tx, orderId)
  if (order.status !== 'Awaiting payment') return
  const lines = await tx.selectFrom('order_lines').select('product_id').where('order_id', '=', orderId).execute()
  const ids = [...wanted.keys(), ...lines.map((line) => line.product_id)]
  await lockRows(tx, tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id')).execute()
  await cancelUnpaid(deps, tx, order, { actor: 'shopper' }, message('CANCELLED_REPLACED'))
}

/** Joins lines of the same product. Throws BAD_INPUT above 999 pieces. */
function mergeLines(items: PlaceOrder['items']) {
  const wanted = new Map<string, number>()
  for (const { product, quantity } of items) wanted.set(product, (wanted.get(product) ?? 0) + quantity)
  for (const quantity of wanted.values()) {
    if (quantity > MAX_QUANTITY) throw badInput({ items: message('ORDER_QUANTITY_TOO_LARGE', { most: MAX_QUANTITY }) })
  }
  return wanted
}
