import type { AuditAction } from './audit.contract.ts'

/** Where the seller finds what an act was about, by the first word of the act. Others are about no one thing. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  product: (id) => `/seller/product-list/${id}`,
  order: (id) => `/seller/orders/${id}`,
  producer: (id) => `/seller/producers/${id}`,
  payout: () => '/seller/payouts',
  ledger: () => '/seller/ledger',
}

/** The page in the seller's area, or undefined. An approved application is a producer; a rejected one is read in its list. */
export function pageOf({ action, subject }: { action: AuditAction; subject: string }) {
  const id = encodeURIComponent(subject)
  if (action === 'product.imported') return `/seller/product-list/import?import=${id}`
  if (action === 'application.approved') return pages.producer?.(id)
  if (action === 'application.rejected') return `/seller/rejected-producers?id=${id}`
  return pages[action.split('.')[0] ?? '']?.(id)
}
