export interface TeamTables {
  /** Who may become one of the shop's people by opening a link. The row goes when that happens. */
  team_invitations: {
    /** The person's, once the link is opened. */
    id: string
    /** Folded: lower case, no outer spaces, NFC. */
    email: string
    name: string
    /** 'catalogue orders producers money team', or some of them. */
    rights: string
    /** SHA-256 of the token in the link. */
    token_hash: string
    /** A person; when that one is removed or loses `team`, the invitation ends. */
    invited_by: string
    expires_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends TeamTables {}
}
