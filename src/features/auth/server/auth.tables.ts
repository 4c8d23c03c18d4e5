export interface AuthTables {
  users: {
    id: string
    name: string
    /** Folded: lower case, no outer spaces. */
    email: string
    password_hash: string
    created_at: number
    /** When a link in a mail to this address was opened; null: nobody knows yet whose address it is. */
    email_confirmed_at: number | null
  }
  sellers: { id: string; email: string; password_hash: string; created_at: number }
  sessions: {
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    role: 'user' | 'seller'
    account_id: string
    created_at: number
    last_seen_at: number
    user_agent: string
  }
  password_resets: {
    /** SHA-256 of the token in the mail's link. */
    token_hash: string
    user_id: string
    expires_at: number
  }
}
