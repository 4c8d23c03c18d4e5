export const roles = ['user', 'seller'] as const
export type Role = (typeof roles)[number]

export interface Session {
  role: Role
  accountId: string
  tokenHash: string
  /** Of a shopper's session, as the rows are; `items` is the cart, null when it is empty. */
  shopper?: { name: string; email: string; isEmailConfirmed: boolean; items: string | null }
}

/** How routes find out whom a request is for. The feature auth keeps the sessions. */
export interface Sessions {
  /** Who a request is for, or undefined. */
  find: (role: Role, cookieHeader: string | undefined) => Promise<Session | undefined>
  cookieName: (role: Role) => string
}
