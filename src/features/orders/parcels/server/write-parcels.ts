import type { Tx } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { NO_MONEY, plus, sumOf, times } from '#shared/money.ts'
import { shareTax } from '../../orders.shares.ts'
import type { LockedOrder } from '../../server/order-row.ts'
import { ParcelSender } from './parcel-answer.ts'
import { parcelToken } from './parcel-token.ts'

const SendsFrom = ParcelSender.omit({ name: true })

const linesWithSenders = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_lines')
    .leftJoin('producers', 'producers.id', 'order_lines.sender_id')
    .select(['offer_price_paise', 'quantity', 'tax_paise', 'parcel', 'sender_id', 'sends_from'])
    .select('producers.name as sender_name')
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
type Line = Awaited<ReturnType<typeof linesWithSenders>>[number]

/** Price and tax of each line, in paise; lines of older orders have no tax and share the order's in the same way. */
function amountsOf(lines: readonly Line[], { tax_paise }: LockedOrder) {
  const prices = lines.map((line) => times(line.offer_price_paise, line.quantity))
  const shared = shareTax(tax_paise, prices)
  return lines.map((line, at) => plus(prices[at] ?? NO_MONEY, line.tax_paise ?? shared[at] ?? NO_MONEY))
}

/** The sender as of now; the shop, where a producer has stopped sending. */
function senderOf({ sender_id, sender_name, sends_from }: Line) {
  if (sender_id === null || sender_name === null || sends_from === null) return { sender_id: null, sender: null }
  const sender: ParcelSender = { name: sender_name, ...SendsFrom.parse(JSON.parse(sends_from)) }
  return { sender_id, sender: JSON.stringify(sender) }
}

/** Writes a parcel for each sender of an order that is being confirmed, with the cash of its lines unless it is paid by card. */
export async function writeParcels(tx: Tx, order: LockedOrder, now: Date) {
  const lines = await linesWithSenders(tx, order.id)
  const amounts = amountsOf(lines, order)
  const numbered = Map.groupBy(
    lines.map((line, at) => ({ ...line, amount: amounts[at] ?? NO_MONEY })),
    ({ parcel }) => parcel,
  )
  const parcels = [...numbered].flatMap(([number, [first, ...others]]) => {
    if (first === undefined) return []
    const cash = order.payment_type === 'COD' ? sumOf([first, ...others].map(({ amount }) => amount)) : NO_MONEY
    return {
      ...{ id: newId(), order_id: order.id, number, status: 'To pack' as const },
      ...senderOf(first),
      cash_paise: cash,
      cash_received_paise: order.is_paid === 1 ? cash : NO_MONEY,
      token: parcelToken(),
      confirmed_at: now.getTime(),
      ...{ courier: null, tracking_number: null, tracking_key: null, tracking_url: null },
    }
  })
  await tx.insertInto('parcels').values(parcels).execute()
}
