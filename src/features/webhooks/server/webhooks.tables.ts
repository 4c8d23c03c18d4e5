import type { Generated } from 'kysely'

export interface WebhookTables {
  /** Addresses of programs that are told of what happens. */
  webhooks: {
    id: string
    url: string
    /** JSON: WebhookKind[]. */
    kinds: string
    /** whsec_…, as it is: each message is signed with it. */
    secret: string
    made_at: number
    /** Id of a person. */
    made_by: string
    /** Messages that were given up since the last one that arrived. */
    given_up: Generated<number>
    /** 'failures' or 'restore'; null: it is not paused. */
    paused_by: Generated<'failures' | 'restore' | null>
  }
  /** Messages, each with the id that it is always sent with; kept for 30 days. */
  webhook_deliveries: {
    id: string
    webhook_id: string
    kind: string
    /** Id of the order, parcel, product or payout. */
    subject: string
    at: number
    tries: Generated<number>
    /** When it is sent next; null: it arrived, or was given up. */
    due_at: number | null
    /** The status of the last answer; null: there was none. */
    answer: Generated<number | null>
    /** Why the last try failed; null: it did not. */
    problem: Generated<string | null>
    tried_at: Generated<number | null>
    arrived_at: Generated<number | null>
  }
  /** How far products and payouts were read for them; of orders journal_cursors says it. */
  webhook_cursors: { journal: 'products' | 'payouts'; place: number }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends WebhookTables {}
}
