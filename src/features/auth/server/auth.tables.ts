import type { Generated } from 'kysely'
import type { AccountKind } from '#shared/endpoint.ts'

export interface AuthTables {
  users: {
    id: string
    name: string
    /** Folded: lower case, no outer spaces, NFC. */
    email: string
    password_hash: string
    created_at: number
    /** When a link in a mail to this address was opened; null: nobody knows yet whose address it is. */
    email_confirmed_at: number | null
  }
  sellers: {
    id: string
    email: string
    password_hash: string
    created_at: number
    /** What SELLER_EMAIL was when the account was made. */
    setting_email: string | null
    /** '': the account was made by SELLER_EMAIL. */
    name: Generated<string>
    /** 'catalogue orders producers money team', or some of them. */
    rights: Generated<string>
    /** Since when the person has a second factor. */
    factor_since: Generated<number | null>
  }
  sessions: {
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    role: AccountKind
    account_id: string
    created_at: number
    last_seen_at: number
    user_agent: string
    /** Until when acts with `proof` go without asking again. */
    proved_until: Generated<number | null>
    /** The bound browser in which one of a producer's people came in by PIN. */
    device_id: Generated<string | null>
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends AuthTables {}
}
