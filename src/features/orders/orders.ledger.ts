import type { Order } from './orders.contract.ts'
import { inWords } from './parcels/parcels.words.ts'

const plain = new Intl.NumberFormat('en-IN')

export const orderLedgerUrl = (orderId: string) => `/my-orders/${orderId}/ledger`

/** "entry 7", "entries 1 and 2", "entries 1 to 4 and 1,618": rising numbers, three or more in a row by the first and the last. */
export function entriesInWords(numbers: readonly number[]) {
  const rows: number[][] = []
  for (const number of numbers) {
    const row = rows.at(-1)
    if (row?.at(-1) === number - 1) row.push(number)
    else rows.push([number])
  }
  const texts = rows.flatMap((row) => {
    const each = row.map((number) => plain.format(number))
    return each.length > 2 ? [`${each[0]} to ${each.at(-1)}`] : each
  })
  return `${numbers.length === 1 ? 'entry' : 'entries'} ${inWords(texts)}`
}

/** When an order placed just now will be in the ledger, as the start of a sentence. */
export const whenInLedger = ({ paymentType }: Pick<Order, 'paymentType'>, parcels: number) =>
  `Once ${parcels < 2 ? 'it is' : 'its parcels are'} delivered${paymentType === 'COD' ? ' and the courier has handed over the cash' : ''}, this order stands in`
