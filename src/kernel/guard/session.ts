import type { AccountKind } from '#shared/endpoint.ts'
import type { Language } from '#shared/languages.ts'
import type { Kinds, Principal } from './principals.ts'

export interface Session extends Principal {
  tokenHash: string
  /** Only in a session of the shop's people. '': the account was made by a setting. */
  person?: {
    name: string
    /** Until when acts with `proof` go without asking again. */
    provedUntil: number
    /** What is asked for then. */
    asks: 'password' | 'code'
    hasFactor: boolean
  }
  /** What the person has chosen to read, where a kind of account asks for it. */
  language?: Language
  /** Only in a session of a producer's people. */
  workshop?: {
    name: string
    isHelper: boolean
    producer: { id: string; name: string; isSuspended: boolean }
    /** The bound phone, null for a login by password. `isShared`: several people open their workshop on it. */
    device: { id: string; isShared: boolean } | null
    /** When the person came in. */
    since: Date
  }
  /** Only in a shopper's session. `items`: the cart's row, null when it is empty. */
  shopper?: { name: string; email: string; isEmailConfirmed: boolean; items: string | null }
}

/** How routes find out whose request it is. The feature auth keeps the sessions. */
export interface Sessions {
  kinds: Kinds
  find: (kind: AccountKind, cookieHeader: string | undefined) => Promise<Session | undefined>
  cookiesIn: (cookieHeader: string | undefined) => AccountKind[]
  cookieName: (kind: AccountKind) => string
  /** Throws WRONG_PASSWORD, NOT_LOGGED_IN, TOO_MANY. */
  checkPassword: (principal: Principal, password: string) => Promise<void>
}
