import type { Delivery } from '../webhooks.contract.ts'
import { type Problem, type WebhookKind, webhookKinds } from '../webhooks.kinds.ts'

export const kindWords: Readonly<Record<WebhookKind, string>> = {
  'order placed': 'An order was placed',
  'order moved': 'An order’s status changed',
  'order paid': 'Money for an order came',
  'order refunded': 'Money of an order went back',
  'parcel moved': 'A parcel’s status changed',
  'product changed': 'A product changed, or left the shop',
  'return asked': 'A shopper asked for a return',
  'payout made': 'A payout to a maker was made',
}

export const tickOf = (kind: WebhookKind) => `told-${kind.replace(' ', '-')}`

/** The kinds that were ticked. */
export const tickedKinds = (form: FormData) => webhookKinds.filter((kind) => form.has(tickOf(kind)))

const problemWords: Readonly<Record<Problem, string>> = {
  address: 'Its address is not public',
  silent: 'No answer within 5 seconds',
  refused: 'No connection, or a certificate that is not valid',
  redirect: 'It sent us elsewhere, which is not followed',
  status: 'It refused the message',
}

/** What came back at the last try. */
export function answerInWords({ answer, problem, tries }: Pick<Delivery, 'answer' | 'problem' | 'tries'>) {
  if (tries === 0) return 'Not sent yet'
  const status = answer === null ? '' : ` (answer ${answer})`
  if (problem !== null) return `${problemWords[problem]}${status}`
  return answer === null ? 'On its way' : `Answer ${answer}`
}

export function waitingInWords(messages: number) {
  if (messages === 0) return 'No message waits'
  return messages === 1 ? '1 message waits' : `${messages.toLocaleString('en-IN')} messages wait`
}
