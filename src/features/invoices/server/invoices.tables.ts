export interface InvoiceTables {
  invoices: {
    /** Counts up by one, without a gap. */
    number: number
    order_id: string
    issued_at: number
  }
}
