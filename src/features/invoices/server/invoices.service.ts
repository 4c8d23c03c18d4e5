import { waitingFor } from '#features/orders/journal/server/journal.ts'
import { isSale } from '#features/orders/orders.states.ts'
import { getOrderRow, getOrderRowOfUser } from '#features/orders/server/order-row.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Deps } from '#kernel/deps.ts'
import { type CreditNote, type Invoice, noCreditNote, noInvoice } from '../invoices.contract.ts'
import { readPaper } from './papers.ts'
import { writePapers } from './write-papers.ts'

type OrderRow = Awaited<ReturnType<typeof getOrderRow>>

/** Numbers the invoice if needed. Throws ORDER_NOT_FOUND, NO_INVOICE. */
export const getInvoice = async (deps: Deps, orderId: string) => invoiceOf(deps, await getOrderRow(deps.db, orderId))

/** Throws the same, for somebody else's order too. */
export const getInvoiceOfShopper = async (deps: Deps, shopperId: string, orderId: string) =>
  invoiceOf(deps, await getOrderRowOfUser(deps.db, shopperId, orderId))

async function invoiceOf(deps: Deps, order: OrderRow): Promise<Invoice> {
  const find = () => deps.db.selectFrom('invoices').selectAll().where('order_id', '=', order.id).executeTakeFirst()
  if ((await waitingFor(deps.db, 'papers', [order.id])).size > 0) await writePapers(deps)
  const row = await find()
  if (!row && isSale({ status: order.status, isPaid: order.is_paid === 1 })) checkDate(deps)
  if (!row) throw noInvoice()
  const notes = await deps.db
    .selectFrom('credit_notes')
    .select(['number', 'issued_at', 'amount_paise'])
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  const creditNotes = notes.map(({ number, issued_at, amount_paise }) => ({
    number,
    issuedAt: new Date(issued_at),
    amount: amount_paise,
  }))
  const entries = await deps.db
    .selectFrom('ledger_entries')
    .select('number')
    .where('order_id', '=', order.id)
    .orderBy('number')
    .execute()
  return { ...(await readPaper(deps, row)), creditNotes, ledger: entries.map(({ number }) => number) }
}

/** Throws ORDER_NOT_FOUND, NO_CREDIT_NOTE. */
export const getCreditNote = async (deps: Deps, orderId: string, number: number) =>
  creditNoteOf(deps, await getOrderRow(deps.db, orderId), number)

/** Throws the same, for somebody else's order too. */
export const getCreditNoteOfShopper = async (deps: Deps, shopperId: string, orderId: string, number: number) =>
  creditNoteOf(deps, await getOrderRowOfUser(deps.db, shopperId, orderId), number)

async function creditNoteOf(deps: Deps, order: OrderRow, number: number): Promise<CreditNote> {
  const row = await deps.db
    .selectFrom('credit_notes')
    .selectAll()
    .where('number', '=', number)
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (!row) throw noCreditNote()
  return { ...(await readPaper(deps, row)), invoice: row.invoice_number, reason: row.reason }
}
