import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'
import type { PayoutState } from '../payouts.states.ts'

export interface PayoutTables {
  /** One row a run, numbered without a gap. */
  payout_runs: {
    number: number
    /** The Idempotency-Key of the call. */
    key: string
    made_at: number
    seller_email: string
  }
  /** What a run pays one producer. */
  payouts: {
    id: string
    run: number
    producer_id: string
    producer_name: string
    amount_paise: Paise
    state: PayoutState
    /** JSON: the account as it was at the run. */
    account: string
    /** The bank's, once it is sent. */
    reference: string | null
    /** Why it failed. */
    reason: string | null
    ended_at: number | null
    seller_email: string | null
    /** The last entry of the ledger when the payout was entered; 0 while it waits for a second yes. */
    last_number: number
    last_hash: string
    /** 0 or 1: the shop was told by mail that it failed. */
    shop_told: Generated<number>
  }
  /** Where producers are paid. Never in a log. */
  payout_accounts: {
    producer_id: string
    /** JSON: PayoutAccount; 'null': it was taken off. */
    account: string
    changed_at: number
    changed_by: string
    /** When it took the place of another one; null: it is the first. */
    replaced_at: number | null
    /** Who was called about the change, where no mail could tell it; null: nobody was. '': a mail told it. */
    called: string | null
  }
  /** When a producer with money due was last asked by mail for an account. */
  payout_asks: { producer_id: string; asked_at: number }
  /** A row while nothing is paid out: after a restore, until somebody has compared with the bank. */
  payout_locks: { id: number; since: number }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends PayoutTables {}
}
