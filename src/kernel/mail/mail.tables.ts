import type { Generated } from 'kysely'

export interface MailTables {
  /** Mails written in the same transaction as what they tell of; the worker sends them. */
  outbox: {
    id: string
    /** The shopper it is for; null: it belongs to no account. */
    account_id: string | null
    recipient: string
    subject: string
    text_body: string
    html_body: string
    /** JSON: further headers. */
    headers: string | null
    /** 0: somebody is waiting for it; 1: everything else. */
    priority: Generated<number>
    /** 0 or 1: not sent when the database was restored from a backup, so a person decides. */
    held: Generated<number>
    created_at: number
    attempts: number
    /** Not before this time. */
    due_at: number
    sent_at: number | null
    /** When it was refused for good, or tried for the last time. */
    given_up_at: number | null
    last_error: string | null
  }
  /** What the shop remembers of itself. */
  shop_notes: {
    key: 'restored-at' | 'shop-mails-at' | 'demo-ended-at'
    value: string
  }
}
