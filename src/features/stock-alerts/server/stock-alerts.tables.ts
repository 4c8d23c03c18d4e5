export interface StockAlertsTables {
  /** Who wants a mail when a product is back. */
  stock_alerts: {
    /** In the links of its mails. */
    token: string
    product_id: string
    email: string
    /** The shopper who asked when logged in; null: the address alone. */
    account_id: string | null
    asked_at: number
    /** Null: nobody has opened the link yet that was sent to the address, so nothing else is. */
    confirmed_at: number | null
    /** Not before this time. */
    due_at: number
    /** When it was answered: once for each request. */
    sent_at: number | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends StockAlertsTables {}
}
