import type { AccountKind } from '#shared/endpoint.ts'

export interface AccountTables {
  /** Links in mails to the holder of an account. */
  account_links: {
    /** SHA-256 of the token in the link. */
    token_hash: string
    role: AccountKind
    account_id: string
    /** To set a new password, or to confirm an address. */
    purpose: 'password' | 'email'
    /** Where the link was sent; for `email` the address it confirms, which may be a new one. */
    email: string
    /** The mail that has the link, to send it once more. */
    mail_id: string | null
    expires_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends AccountTables {}
}
