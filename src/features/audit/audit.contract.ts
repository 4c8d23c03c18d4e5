import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'

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
  'order.money-problem',
  'orders.exported',
  'newsletter.exported',
  'parcel.moved',
  'parcel.changed',
  'order.return',
  'application.approved',
  'application.rejected',
  'seller.password',
  'seller.email',
  'team.invited',
  'team.entered',
  'team.rights',
  'team.removed',
  'team.logged-out',
  'mails.sent',
  'mails.dropped',
  'producer.changed',
  'producer.suspended',
  'producer.unsuspended',
  'courier-file.booked',
  'date.confirmed',
  'restore.seen',
  'producer.account',
  'producer.account-read',
  'producer.account-called',
  'payout.run',
  'payout.bank-file',
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
  /** The seller's e-mail address at that time. */
  seller: z.string(),
  action: z.enum(auditActions),
  /** Id of product, order, application, producer, payout, import or person; number of a payout run or ledger entry. */
  subject: z.string(),
  summary: z.string(),
  /** '' is nothing; long texts are cut. Empty where the summary says all. */
  changes: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** Newest first, 25 a page. */
export const listAudit = endpoint('GET', '/api/seller/audit', {
  access: 'seller',
  rights: ['team'],
  summary: 'What sellers changed, newest first',
  query: z.object({ page: Page }),
  response: z.object({ entries: z.array(AuditEntry), ...pageFields }),
})
