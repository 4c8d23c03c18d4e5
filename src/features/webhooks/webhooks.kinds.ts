/** What webhooks tell of; the id in the message is that of the order, parcel, product or payout. */
export const webhookKinds = [
  'order placed',
  'order moved',
  'order paid',
  'order refunded',
  'parcel moved',
  'product changed',
  'return asked',
  'payout made',
] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** Why a try failed. */
export const problems = ['address', 'silent', 'refused', 'redirect', 'status'] as const
export type Problem = (typeof problems)[number]
