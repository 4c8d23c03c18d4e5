import type { Paise } from '#shared/money.ts'
import type { CreditReason } from '../invoices.contract.ts'

export interface InvoiceTables {
  /** The shop as it called itself on its papers; a new row when that changes. */
  paper_sellers: {
    id: number
    store_name: string
    /** JSON: name and address, a line each. */
    lines: string
  }
  invoices: {
    /** Counts up by one, without a gap. */
    number: number
    order_id: string
    issued_at: number
    seller_id: number
    /** JSON: PaperDocument, as on its day. */
    document: string
  }
  /** What went back of what was invoiced. */
  credit_notes: {
    /** Counts up by one, without a gap. */
    number: number
    order_id: string
    invoice_number: number
    reason: CreditReason
    issued_at: number
    amount_paise: Paise
    seller_id: number
    /** JSON: PaperDocument, its lines the pieces that went back. */
    document: string
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends InvoiceTables {}
}
