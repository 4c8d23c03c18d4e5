export interface NewsletterTables {
  newsletter_subscriptions: {
    email: string
    /** In the links of every mail: confirms and unsubscribes. */
    token: string
    subscribed_at: number
    confirmed_at: number | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends NewsletterTables {}
}
