import type { Generated } from 'kysely'
import type { AuditAction } from '../audit.contract.ts'

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
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends AuditTables {}
}
