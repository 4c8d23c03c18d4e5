import type { Generated } from 'kysely'

export interface KeyTables {
  /** Keys by which programs call the shop. The row goes when a key is ended. */
  api_keys: {
    id: string
    name: string
    /** 'catalogue orders producers money', or some of them; never team. */
    rights: string
    /** SHA-256 of the key. */
    key_hash: string
    made_at: number
    /** Id of a person. */
    made_by: string
    /** Null: the key works until somebody ends it. */
    ends_at: number | null
    /** Written every ten minutes at most. */
    last_used_at: Generated<number | null>
    /** 1 after a restore, until a person lets the key work again. */
    paused: Generated<number>
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends KeyTables {}
}
