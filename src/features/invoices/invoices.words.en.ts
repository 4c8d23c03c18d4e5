/** What invoices say, with their credit notes. */
export const invoicesEn = {
  NO_INVOICE: 'There is no invoice for an order that is not paid',
  NO_CREDIT_NOTE: 'This order has no such credit note',

  CREDIT_NOTE_NUMBER: 'Credit notes are numbered from 1 on',
}
