import type { CheckName } from '../health.contract.ts'

export interface HealthTables {
  troubles: {
    name: CheckName
    /** A message's code and values. */
    says: string
    since: number
    /** When a process saw it last. */
    seen_at: number
    /** When the team was mailed. */
    told_at: number | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends HealthTables {}
}
