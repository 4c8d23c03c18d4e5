import { z } from 'zod'
import { linkUsedUp } from '#features/newsletter/newsletter.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { Email } from '#shared/text.ts'
import { productNotFound } from './catalog.contract.ts'
import { appError } from './catalog.messages.ts'

/** Products that one person can wait for. */
export const MAX_ALERTS = 50

export const productIsBack = appError('PRODUCT_IS_BACK', 409)
export const tooManyAlerts = appError('TOO_MANY_ALERTS', 409)

/** One mail when a product is back. A shopper's confirmed address needs no link, any other does. Known or not, the answer is the same. */
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

/** Called by the button of the page in the mail. */
export const confirmStockAlert = endpoint('POST', '/api/stock-alert/confirm', {
  ...byLink,
  summary: 'Confirm the wish for a mail when a product is back',
  errors: [linkUsedUp, tooManyAlerts],
})

/** Ends the requests for all products; mail programs use the page's one-click form (RFC 8058). */
export const stopStockAlerts = endpoint('POST', '/api/stock-alert/stop', {
  ...byLink,
  summary: 'Stop mails about products that are back',
})
