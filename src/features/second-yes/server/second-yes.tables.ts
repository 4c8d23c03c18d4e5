import type { Paise } from '#shared/money.ts'
import type { YesKind, YesState } from '../second-yes.states.ts'

export interface SecondYesTables {
  /** Acts by which money leaves: what waits for a second person and what became of it, and for a day what went without. */
  second_yeses: {
    id: string
    kind: YesKind
    /** The order or the payout run that it is about; '': it stands alone. */
    subject: string
    /** JSON: what was asked, as the API took it. */
    asked: string
    summary: string
    /** JSON: names and values of what was asked, for who decides. */
    facts: string
    amount_paise: Paise
    /** The Idempotency-Key of the call. */
    key: string | null
    asked_by: string
    asked_name: string
    asked_email: string
    asked_at: number
    /** When it lapses. */
    until_at: number
    state: YesState
    decided_by: string | null
    decided_name: string | null
    decided_at: number | null
    /** Why it was sent back or given up. */
    reason: string | null
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends SecondYesTables {}
}
