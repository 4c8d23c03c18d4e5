import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'

/** What a seller can change. */
export const auditActions = [
  'product.added',
  'product.copied',
  'product.changed',
  'product.published',
  'product.archived',
  'product.unarchived',
  'product.stock',
  'product.imported',
  'product.import-undone',
  'order.moved',
  'order.cash-received',
  'order.cash-undone',
  'order.cash-let-go',
  'order.refunded',
  'parcel.moved',
  'parcel.changed',
  'order.return',
  'application.approved',
  'application.rejected',
  'seller.password',
  'seller.email',
  'mails.sent',
  'mails.dropped',
  'producer.changed',
  'producer.suspended',
  'producer.unsuspended',
  'courier-file.booked',
  'producer.account',
  'payout.run',
  'payout.sent',
  'payout.failed',
  'payout.found',
  'payout.confirmed',
  'ledger.community-given',
  'ledger.corrected',
  'percentages.added',
  'percentages.removed',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEntry = z.object({
  _id: z.string(),
  at: IsoTime,
  /** E-mail address of the seller's account, as it was then. */
  seller: z.string(),
  action: z.enum(auditActions),
  /** Id of the product, order, application, producer, payout, import or seller; number of a payout run or an entry of the ledger. */
  subject: z.string(),
  /** A sentence for people, with the name it had then. */
  summary: z.string(),
  /** What was changed, as people read it; '' is nothing, and a long text is cut. Empty where the summary says it all. */
  changes: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** Newest first, 25 a page. */
export const listAudit = endpoint('GET', '/api/seller/audit', {
  access: 'seller',
  summary: 'What sellers changed, newest first',
  query: z.object({ page: Page }),
  response: z.object({ entries: z.array(AuditEntry), ...pageFields }),
})
