import { z } from 'zod'
import { Order, orderNotFound } from '#features/orders/orders.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/time.ts'

export const noInvoice = appError('NO_INVOICE', 404, () => 'There is no invoice for an order that is not paid')

/** Numbered without a gap, in the order of the sales. */
export const Invoice = z.object({
  /** 1, 2, 3 … */
  number: z.int(),
  issuedAt: IsoTime,
  order: Order.omit({ history: true }),
})
export type Invoice = z.output<typeof Invoice>

export const invoiceParams = z.object({ id: Id })
const response = z.object({ invoice: Invoice })
const errors = [orderNotFound, noInvoice]

/** `id` is the order's. */
export const getMyInvoice = endpoint({
  method: 'GET',
  path: '/api/order/:id/invoice',
  access: 'user',
  summary: 'The invoice of an order',
  params: invoiceParams,
  response,
  errors,
})

export const getSellerInvoice = endpoint({
  method: 'GET',
  path: '/api/order/seller/:id/invoice',
  access: 'seller',
  summary: 'The invoice of an order, for the seller',
  params: invoiceParams,
  response,
  errors,
})

/** GET: the same as PDF. */
export const myInvoicePdfPath = '/api/order/:id/invoice.pdf'
export const sellerInvoicePdfPath = '/api/order/seller/:id/invoice.pdf'
