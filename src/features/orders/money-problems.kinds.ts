/**
 * What a payment service did by itself. `refund failed` may come weeks later; `refunded there` is a refund made in the service's own dashboard; in
 * `dispute lost` the cardholder's bank has the money back; `no order` is money without an order; `books differ` means that the service's sum of an
 * order is not ours.
 */
export const moneyProblemKinds = [
  'refund failed',
  'refunded there',
  'disputed',
  'dispute lost',
  'no order',
  'books differ',
] as const
export type MoneyProblemKind = (typeof moneyProblemKinds)[number]

/** What happened and what to do; `money` is like ₹510.00, `service` like Stripe. */
export const moneyProblemWords: Readonly<Record<MoneyProblemKind, (money: string, service: string) => string>> = {
  'refund failed': (money, service) =>
    `A refund of ${money} failed: ${service} has the money again. Refund it once more, or send it by UPI or bank transfer.`,
  'refunded there': (money, service) =>
    `${money} was refunded in ${service} itself. The books have it; say here what it was for.`,
  disputed: (money, service) =>
    `The cardholder disputes ${money}. Answer at ${service} before its last day: who does not answer loses.`,
  'dispute lost': (money, service) =>
    `A dispute over ${money} is lost: ${service} has given the money back, and it is the shop’s loss. The maker is paid all the same.`,
  'no order': (money, service) =>
    `${money} came at ${service} for no order of this shop. Find out who paid, and give it back there if it is not ours.`,
  'books differ': (money, service) =>
    `What ${service} has for this order is not what the books have: ${money} apart. Compare the payment there with the order.`,
}

const services: Readonly<Record<string, string>> = { stripe: 'Stripe', test: 'the test checkout' }
export const serviceName = (provider: string) => services[provider] ?? provider
