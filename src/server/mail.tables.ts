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
    created_at: number
    attempts: number
    /** Not before this time. */
    due_at: number
    sent_at: number | null
    last_error: string | null
  }
}
