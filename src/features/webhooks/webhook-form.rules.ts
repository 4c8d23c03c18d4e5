export const webhookFields = ['url'] as const
export type WebhookField = (typeof webhookFields)[number]

/** The mistake that the browser can see. */
export const webhookProblem = (_: WebhookField, typed: Partial<Record<WebhookField, string>>) =>
  (typed.url ?? '').trim().startsWith('https://') ? undefined : 'Enter an address that begins with https://'
