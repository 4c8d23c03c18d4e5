import type { Generated } from 'kysely'
import type { ActorKind, AuditAction } from '../audit.contract.ts'

export interface AuditTables {
  audit_log: {
    /** Counts up: the order of the entries. */
    number: Generated<number>
    at: number
    seller_id: string
    seller_email: string
    action: AuditAction
    /** Id of what was changed. */
    subject: string
    summary: string
    /** JSON: Change[]; null: the summary says it all. */
    changes: string | null
    actor_kind: Generated<ActorKind>
    /** The person's or key's name at that time; '' where they have none. */
    actor_name: Generated<string>
    /** "Chrome on Android"; '' where no session acted. */
    device: Generated<string>
    /** What was done at once: one act on many things. */
    bulk: string | null
    /** `foldText` of what is searched. */
    search_text: Generated<string>
    /** Counts up without a gap, once the entry is chained (chain.ts). */
    place: Generated<number | null>
    previous_hash: Generated<string | null>
    hash: Generated<string | null>
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends AuditTables {}
}
