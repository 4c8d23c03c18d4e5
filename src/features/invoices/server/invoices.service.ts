import { orderNotFound } from '#features/orders/orders.contract.ts'
import { isSale } from '#features/orders/orders.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { type CreditNote, type Invoice, noCreditNote, noInvoice } from '../invoices.contract.ts'
import { writeCreditNotes } from './credit-notes.ts'
import { numberInvoices } from './number-invoices.ts'
import { readPaper } from './papers.ts'

/** Throws ORDER_NOT_FOUND, for another shopper's order too where a shopper is named. */
async function checkOwner(db: Db, orderId: string, userId: string | undefined) {
  const order = await db
    .selectFrom('orders')
    .select(['status', 'is_paid', 'credit_due'])
    .where('id', '=', orderId)
    .$if(userId !== undefined, (select) => select.where('user_id', '=', userId ?? ''))
    .executeTakeFirst()
  if (!order) throw orderNotFound()
  return order
}

/**
 * The invoice of an order of this shopper, or of anybody's where none is named, as on its day. Numbers it if that has not been
 * done yet. Throws ORDER_NOT_FOUND, NO_INVOICE.
 */
export async function getInvoice(deps: Deps, orderId: string, userId?: string): Promise<Invoice> {
  const find = () => deps.db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  const order = await checkOwner(deps.db, orderId, userId)
  let row = await find()
  if (!row && isSale({ status: order.status, isPaid: order.is_paid === 1 })) {
    await numberInvoices(deps)
    row = await find()
  }
  if (!row) throw noInvoice()
  if (order.credit_due === 1) await writeCreditNotes(deps)
  const notes = await deps.db
    .selectFrom('credit_notes')
    .select(['number', 'issued_at', 'amount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  const creditNotes = notes.map(({ number, issued_at, amount_paise }) => ({
    number,
    issuedAt: new Date(issued_at),
    amount: amount_paise,
  }))
  return { ...(await readPaper(deps, row)), creditNotes }
}

/** A credit note of an order of this shopper, or of anybody's where none is named. Throws ORDER_NOT_FOUND, NO_CREDIT_NOTE. */
export async function getCreditNote(deps: Deps, orderId: string, number: number, userId?: string): Promise<CreditNote> {
  await checkOwner(deps.db, orderId, userId)
  const row = await deps.db
    .selectFrom('credit_notes')
    .selectAll()
    .where('number', '=', number)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) throw noCreditNote()
  return { ...(await readPaper(deps, row)), invoice: row.invoice_number, reason: row.reason }
}
