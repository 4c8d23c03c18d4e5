import type { Generated } from 'kysely'

export interface MailTables {
  /** Mails queued in the same transaction as what they tell of; the job `mails` writes and sends them. */
  outbox: {
    id: string
    /** The shopper it is for; null: it belongs to no account. */
    account_id: string | null
    recipient: string
    /** What kind of mail it is (mail-kinds.ts); null: an older version queued it, written as a whole. */
    kind: Generated<string | null>
    /** JSON: what a mail of this kind says. */
    data: Generated<string | null>
    /** The written mail where there is no kind, else empty, as are the next two. */
    subject: string
    text_body: string
    html_body: string
    /** JSON: further headers of a mail without a kind. */
    headers: Generated<string | null>
    /** 0: somebody is waiting for it; 1: everything else. */
    priority: Generated<number>
    /** 0 or 1: not sent when the database was restored from a backup, so a person decides. */
    held: Generated<number>
    created_at: number
    attempts: number
    /** Not sent before this time. Null: an older version queued it, and `due_at` says when. */
    try_at: Generated<number | null>
    /** When a process of an older version may send it: never (NOT_BY_OLDER), where it was queued or taken over by this one. */
    due_at: number
    sent_at: Generated<number | null>
    /** When it was refused for good, or tried for the last time. */
    given_up_at: Generated<number | null>
    last_error: Generated<string | null>
  }
  /** What the shop remembers of itself. */
  shop_notes: {
    key:
      | 'restored-at'
      | 'shop-mails-at'
      | 'demo-ended-at'
      | 'demo-month'
      | 'ledger-check-at'
      | 'gateway-check-at'
      | 'date-confirmed-at'
      | 'restore-seen'
      | 'facts-required-at'
      | 'facts-told'
      | 'one-with-money-since'
    value: string
  }
}

/** A time that no clock reaches: the last that JavaScript can tell, in the year 275760. */
export const NOT_BY_OLDER = 8.64e15
