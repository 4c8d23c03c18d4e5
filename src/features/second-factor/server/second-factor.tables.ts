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
  /** Keys that a device or a password program keeps for its person. */
  passkeys: {
    id: string
    person_id: string
    /** How the device names it, in base64url. */
    credential_id: string
    /** In base64url. */
    public_key: string
    /** How often the device says it has used it; many say 0. */
    uses: number
    /** How browsers reach the device, with spaces between. */
    transports: string
    name: string
    added_at: number
    used_at: number | null
  }
  /** What a passkey is to sign: each once, within five minutes. */
  passkey_questions: {
    /** SHA-256 */
    question_hash: string
    /** Who adds one; null: somebody logs in, or proves once more who is there. */
    person_id: string | null
    expires_at: number
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
