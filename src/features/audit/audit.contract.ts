import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { AskedDay, Page, pageFields, Search } from '#shared/paging.ts'

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
  'change.asked',
  'change.taken-back',
  'change.sent-back',
  'order.moved',
  'order.cash-received',
  'order.cash-undone',
  'order.cash-let-go',
  'order.refunded',
  'order.money-problem',
  'orders.exported',
  'parcels.printed',
  'newsletter.exported',
  'parcel.moved',
  'parcel.changed',
  'order.return',
  'application.approved',
  'application.rejected',
  'seller.password',
  'seller.email',
  'seller.factor',
  'team.invited',
  'team.entered',
  'team.rights',
  'team.removed',
  'team.logged-out',
  'key.made',
  'key.resumed',
  'key.ended',
  'webhook.made',
  'webhook.resumed',
  'webhook.sent',
  'webhook.removed',
  'mails.sent',
  'mails.dropped',
  'producer.added',
  'producer.changed',
  'producer.suspended',
  'producer.unsuspended',
  'courier-file.booked',
  'date.confirmed',
  'restore.seen',
  'workshop.invited',
  'workshop.invitation-ended',
  'workshop.entered',
  'workshop.login-set',
  'workshop.person-removed',
  'workshop.device-ended',
  'workshop.device-resumed',
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
  'second-yes.asked',
  'second-yes.agreed',
  'second-yes.sent-back',
  'second-yes.given-up',
  'second-yes.lapsed',
  'percentages.added',
  'percentages.removed',
] as const
/** `producer`: one of a producer's people. `shop`: it acted by itself. */
export const ActorKind = z.enum(['person', 'key', 'producer', 'shop'])
export type ActorKind = z.output<typeof ActorKind>
export type AuditAction = (typeof auditActions)[number]

export const AuditEntry = z.object({
  _id: z.string(),
  at: IsoTime,
  /** The seller's e-mail address at that time; the name of a key. */
  seller: z.string(),
  /** `device`: "Chrome on Android", or ''. */
  who: z.object({ kind: ActorKind, name: z.string(), device: z.string() }),
  action: z.enum(auditActions),
  /** Id of product, order, application, producer, payout, import or person; number of a payout run or ledger entry. */
  subject: z.string(),
  summary: z.string(),
  /** '' is nothing; long texts are cut. Empty where the summary says all. */
  changes: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
  /** Where it stands for several things that were done at once: `?act=` lists them. */
  act: z.object({ _id: z.string(), things: z.int() }).nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** Newest first, 25 a page. Both days are counted in. */
export const listAudit = endpoint('GET', '/api/seller/audit', {
  access: 'seller',
  rights: ['team'],
  summary: 'What was done here, by whom, newest first',
  query: z.object({ page: Page, q: Search, person: Search, thing: Search, act: Search, from: AskedDay, to: AskedDay }),
  response: z.object({
    entries: z.array(AuditEntry),
    people: z.array(z.object({ _id: z.string(), kind: ActorKind, name: z.string() })),
    ...pageFields,
  }),
})
