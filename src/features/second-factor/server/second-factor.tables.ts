export interface SecondFactorTables {
  /** Apps that show six digits. Their secrets stand here as they are: the shop has no key of its own to lock them up with. */
  authenticators: {
    person_id: string
    /** In base 32. */
    secret: string
    /** When its first code was typed; null: it is being set up and counts for nothing. */
    confirmed_at: number | null
    /** The last step of 30 seconds of which a code was taken: each works once. */
    last_step: number
  }
  /** What opens the door when the phone is lost: each once, then its row goes. */
  recovery_codes: {
    /** SHA-256 of person and code. */
    code_hash: string
    person_id: string
  }
  /** Wrong codes, counted from the first one on, for who has given the right password. */
  code_tries: {
    person_id: string
    wrong: number
    ends_at: number
  }
  /** The password was right, the code is still to come. */
  begun_logins: {
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    person_id: string
    /** SHA-256 of the person's password_hash at that time. */
    password_hash: string
    expires_at: number
  }
  /** Browsers in which somebody has logged in. */
  known_devices: {
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    person_id: string
    seen_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends SecondFactorTables {}
}
