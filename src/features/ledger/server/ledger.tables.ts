import type { Paise } from '#shared/money.ts'
import type { EntryKind } from '../ledger.kinds.ts'

interface Sums {
  maker_paise: Paise
  costs_paise: Paise
  producer_paise: Paise
  community_paise: Paise
  shop_paise: Paise
  tax_paise: Paise
}

export interface LedgerTables {
  /** The number by which the ledger names a producer. */
  ledger_makers: { number: number; producer_id: string }
  /** 1, 2, 3 …, each with the hash of the one before; only `restored` leaves numbers out. The database refuses to change or remove one. */
  ledger_entries: Sums & {
    number: number
    at: number
    kind: EntryKind
    /** null: no producer. */
    maker_number: number | null
    /** SHA-256 of the order's salt and id; null: no order. */
    order_hash: string | null
    /** 1, 2 …; null: the whole order, or none. */
    line: number | null
    /** Pieces: below 0 where they go back. */
    quantity: number
    previous_hash: string
    hash: string
    /** What follows is not hashed. */
    order_id: string | null
    /** 0 or 1: the maker's price was not stated. */
    unstated: number
    /** Why, of a correction. */
    reason: string | null
    payout_id: string | null
    /** The form in which it is hashed. 1: with its time and all amounts, before there was 2. */
    format: number
    /** Part of what is hashed; 0 until makers are paid in advance. */
    advance_paise: Paise
    /** What the public row has in place of maker, pieces and amounts: SHA-256 of the salt and these. null: it shows them. */
    commitment: string | null
    salt: string | null
    /** 1: its maker had agreed to be named, or it has none; what of format 2 has no commitment. */
    named: number
    /** When what it brings its maker was to be due; null: it brings nothing. */
    payable_at: number | null
    /** Of a payout: SHA-256 of where it was to go. null: it was made before this was kept, or by the bank alone. */
    account_hash: string | null
  }
  /** Sums of the entries by month and producer, kept by the writer; of what names its maker, and of the rest. */
  ledger_sums: Sums & {
    /** 'YYYY-MM', of India. */
    month: string
    /** 0: no producer. */
    maker_number: number
    unstated: number
    named: number
    /** Entries of these kinds. */
    sales: number
    returns: number
    /** What producers were paid, and what communities were given; neither is in the six sums. */
    paid_paise: Paise
    given_paise: Paise
  }
  /** The entries of each month, kept likewise; `skipped` numbers among them were left out after a restore. */
  ledger_months: { month: string; first_number: number; last_number: number; last_hash: string; skipped: number }
  /** What each entry brings its producer, and when; below 0 where it takes. */
  ledger_dues: {
    entry_number: number
    producer_id: string
    amount_paise: Paise
    due_at: number
    order_id: string | null
    /** 1, 2 … */
    line: number | null
    /** The payout that holds it; null: none does yet. */
    payout_id: string | null
  }
  /** One row: how the last check of the whole ledger ended. */
  ledger_checks: {
    id: number
    at: number
    entries: number
    bad_number: number | null
    problem: string | null
    /** What is wrong with the activity's chain. */
    activity_problem: string | null
  }
  /** Idempotency-Keys of entries that were made by hand. */
  ledger_keys: { key: string; content_hash: string; entry_number: number }
  /** Where the community share went. */
  community_payouts: {
    id: string
    entry_number: number
    /** 'YYYY-MM-DD'. */
    day: string
    text: string
    amount_paise: Paise
    link: string | null
    seller_email: string
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends LedgerTables {}
}
