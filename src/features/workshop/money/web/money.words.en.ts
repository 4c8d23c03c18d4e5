import { formatMonth } from '#shared/day.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-IN')} ${many}`

/** What the page of a producer's money says. */
export const moneyEn = {
  title: 'Your money',

  howFar: 'How far your money has come',
  together: (sum: string) => `${sum} together`,
  onTheWay: 'Parcels on the way',
  parcels: (count: number) => counted(count, 'parcel', 'parcels'),
  withCustomer: 'With the customer',
  daysToReturn: (day: string) => `The days to return are not over. The first sum is due from ${day}.`,
  waitsForPayout: 'Waits for a payout',
  takenLater: 'Is taken from what comes next',

  earned: 'Earned so far',
  earnedIn: (month: string, orders: number) => `Since ${formatMonth(month)}, in ${counted(orders, 'order', 'orders')}`,

  noSales: 'No sale yet',
  noSalesText: 'A sale is shown here once the piece has arrived and its money has come.',
  later: 'Later',
  inPayout: 'In a payout',
  dueFrom: (day: string) => `Due from ${day}`,
  entryKind: {
    sale: 'Sale',
    return: 'Came back',
    loss: 'Lost on the way, owed to you all the same',
    payout: 'Payout',
    'payout failed': 'Payout that failed',
    correction: 'Correction',
    restored: 'Books go on',
  },
  yoursOf: (own: string, price: string) => `${own} of the customer’s ${price} are yours`,
  share: {
    maker: 'Your price',
    producer: 'Your part of the profit',
    costs: 'Packing and courier',
    community: 'Community',
  },
  shop: (storeName: string) => storeName,
  customersPrice: 'The customer’s price',

  statements: 'Statements',
  eachPayout: 'One for each payout',
  payoutState: { open: 'On its way to your bank', sent: 'Sent', failed: 'Came back from the bank' },
  statement: 'Statement (PDF)',
  statementCsv: 'For a spreadsheet (CSV)',
}
