import type { AuditAction } from './audit.contract.ts'

/** Pages by the first word of an act; other acts are about no one thing. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  product: (id) => `/seller/product-list/${id}`,
  change: () => '/seller/changes',
  order: (id) => `/seller/orders/${id}`,
  producer: (id) => `/seller/producers/${id}`,
  payout: () => '/seller/payouts',
  ledger: () => '/seller/ledger',
  team: () => '/seller/team',
  'second-yes': () => '/seller/second-yes',
  key: () => '/seller/connections',
}

/** A path, or undefined. An approved application is a producer, a rejected one is in its list. */
export function pageOf({ action, subject }: { action: AuditAction; subject: string }) {
  const id = encodeURIComponent(subject)
  if (action === 'product.imported') return `/seller/product-list/import?import=${id}`
  if (action === 'application.approved') return pages.producer?.(id)
  if (action === 'application.rejected') return `/seller/rejected-producers?id=${id}`
  return pages[action.split('.')[0] ?? '']?.(id)
}
