import { z } from 'zod'
import { linkUsedUp } from '#features/newsletter/newsletter.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Email } from '#shared/text.ts'
import { productNotFound } from './catalog.contract.ts'

/** Products that one person waits for at most. */
export const MAX_ALERTS = 50

export const productIsBack = appError(
  'PRODUCT_IS_BACK',
  409,
  (name: string) => `${name} is in stock. You can order it now`,
)
export const tooManyAlerts = appError(
  'TOO_MANY_ALERTS',
  409,
  `You wait for ${MAX_ALERTS} products already. That is as many as we can keep`,
)

/**
 * Asks for one mail when the product is back. A shopper's own confirmed address, which counts without `email`, is written to at once;
 * any other first gets a link to confirm. The answer is the same whether an address is known or not.
 */
export const askStockAlert = endpoint('POST', '/api/product/:id/alert', {
  access: 'public',
  rate: 'stockAlert',
  summary: 'Ask for a mail when a product is back',
  params: z.object({ id: Id }),
  body: z.object({ email: Email.optional() }),
  response: z.object({ message: z.string() }),
  errors: [productNotFound, productIsBack, tooManyAlerts],
})

const byLink = {
  access: 'public',
  body: z.object({ token: z.string().min(1).max(100) }),
  response: z.object({ message: z.string() }),
} as const

/** The link in the mail leads to a page whose button calls this. */
export const confirmStockAlert = endpoint('POST', '/api/stock-alert/confirm', {
  ...byLink,
  summary: 'Confirm the wish for a mail when a product is back',
  errors: [linkUsedUp],
})

/** For all products that the address waits for; mail programs use the one-click form of its page (RFC 8058). */
export const stopStockAlerts = endpoint('POST', '/api/stock-alert/stop', {
  ...byLink,
  summary: 'Stop mails about products that are back',
})
