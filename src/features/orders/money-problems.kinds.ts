/**
 * What a payment service did by itself. `refund failed` may come weeks later; `refunded there` is a refund made in the service's own dashboard; in
 * `dispute lost` the cardholder's bank has the money back; `no order` is money without an order; `books differ` means that the service's sum of an
 * order is not ours. `left undone` is our own: what follows from an event, such as an invoice, could not be done (read-journal.ts); its provider is the
 * reader of the journal.
 */
export const moneyProblemKinds = [
  'refund failed',
  'refunded there',
  'disputed',
  'dispute lost',
  'no order',
  'books differ',
  'left undone',
] as const
export type MoneyProblemKind = (typeof moneyProblemKinds)[number]

const services: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  test: 'the test checkout',
  papers: 'the invoices',
  ledger: 'the ledger',
  'new orders': 'the mails to the shop',
  'parcel mails': 'the mails to producers',
  'search texts': 'the search',
}
export const serviceName = (provider: string) => services[provider] ?? provider
