import { orderPlacedMail } from '#features/orders/mails/server/order.mails.ts'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { openDatabase } from '#kernel/db/database.ts'
import type { Purchase } from './buyers.ts'
import type { Part } from './report.ts'

/** Each acknowledged order must be there once and whole, with its mail, no other, and sold pieces gone. `before`: the stock at the beginning. */
export async function checkBooks(
  part: Part,
  database: string,
  purchases: readonly Purchase[],
  before: ReadonlyMap<string, number>,
) {
  const db = openDatabase(database)
  const orders = await db.selectFrom('orders').selectAll().execute()
  const lines = Map.groupBy(await db.selectFrom('order_lines').selectAll().execute(), (line) => line.order_id)
  const mails = await db.selectFrom('outbox').select(['kind', 'data']).execute()
  const products = await db.selectFrom('products').select(['id', 'stock']).execute()
  await db.destroy()

  let isRight = true
  const check = (holds: boolean, problem: string) => {
    isRight &&= holds
    part.check(holds, problem)
  }
  const known = new Map(orders.map((order) => [order.id, order]))
  const acknowledged = purchases.filter(({ orderIds }) => orderIds.size > 0)
  for (const { key, items, orderIds } of acknowledged) {
    check(orderIds.size === 1, `key ${key} was answered with ${orderIds.size} different orders`)
    const [id = ''] = orderIds
    const order = known.get(id)
    check(order !== undefined, `order ${id} was acknowledged and is lost`)
    if (!order) continue
    const bought = lines.get(id) ?? []
    const isWhole =
      bought.length === items.length &&
      items.every((item) => bought.some((line) => line.product_id === item.product && line.quantity === item.quantity))
    check(isWhole, `order ${id} has other lines than were bought`)
    const { totalPaise } = priceOrder(
      bought.map((line) => ({ offerPricePaise: line.offer_price_paise, quantity: line.quantity })),
    )
    check(order.amount_paise === totalPaise, `order ${id} costs something else than its lines`)
  }
  check(orders.length === acknowledged.length, `${orders.length} orders for ${acknowledged.length} acknowledged`)
  check(lines.size === orders.length, `${lines.size} orders have lines, of ${orders.length}`)

  for (const { id, number } of orders) {
    const placed = orderPlacedMail.of({ orderId: id })
    const told = mails.filter(({ kind, data }) => kind === placed.kind && data === placed.data).length
    check(told === 1, `order #${number} has ${told} mails`)
  }
  for (const { id, stock } of products) {
    const start = before.get(id)
    if (start === undefined) continue
    const sold = [...lines.values()].flat().filter((line) => line.product_id === id)
    const expected = start - sold.reduce((sum, line) => sum + line.quantity, 0)
    check(stock === expected, `${stock} pieces of ${id} are left, and should be ${expected}`)
  }
  if (isRight)
    part.say(`books: ${orders.length} orders, each acknowledged, there once and whole; stock, lines and mails agree`)
}
