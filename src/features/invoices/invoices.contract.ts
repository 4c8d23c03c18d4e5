import { z } from 'zod'
import { Address } from '#features/addresses/addresses.contract.ts'
import { Order, OrderShares, orderNotFound } from '#features/orders/orders.contract.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { numberInText } from '#shared/reading/number-in-text.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { appError, finding } from './invoices.messages.ts'

export const noInvoice = appError('NO_INVOICE', 404)
export const noCreditNote = appError('NO_CREDIT_NOTE', 404)

/** The order as it was on the day of the paper. */
const PaperOrder = z.object({
  _id: z.string(),
  number: z.int(),
  items: z.array(
    z.object({
      product: z.object({
        _id: z.string(),
        name: z.string(),
        weight: z.string().optional(),
        /** The price of one piece. */
        offerPrice: Rupees,
      }),
      quantity: z.int(),
    }),
  ),
  subtotal: Rupees,
  tax: Rupees,
  amount: Rupees,
  /** On invoices with at least one stated line. */
  shares: OrderShares.optional(),
  address: Address.omit({ _id: true, isDefault: true, email: true, phone: true }),
  paymentType: Order.shape.paymentType,
  /** Whether it was paid on the day of the paper. */
  isPaid: z.boolean(),
  createdAt: IsoTime,
})
export type PaperOrder = z.output<typeof PaperOrder>

/** Nothing on a paper ever changes. */
const paper = {
  /** 1, 2, 3 … without a gap; credit notes are numbered apart. */
  number: z.int(),
  issuedAt: IsoTime,
  /** A line each, the shop's name first. */
  seller: z.array(z.string()),
  storeName: z.string(),
  order: PaperOrder,
  ...ofDemo,
}

export const Invoice = z.object({
  ...paper,
  // Credit notes came later and are no part of the invoice.
  /** Credit notes, the oldest first. */
  creditNotes: Order.shape.creditNotes,
  ledger: Order.shape.ledger,
})
export type Invoice = z.output<typeof Invoice>

export const creditReasons = ['Cancelled', 'Returned', 'Refunded'] as const
export type CreditReason = (typeof creditReasons)[number]

/** A paper for goods or money of an invoiced order that went back; `order` has the pieces and their price. */
export const CreditNote = z.object({ ...paper, invoice: z.int(), reason: z.enum(creditReasons) })
export type CreditNote = z.output<typeof CreditNote>

const ofOrder = { params: z.object({ id: Id }), errors: [orderNotFound, noInvoice] } as const
const invoice = { ...ofOrder, response: z.object({ invoice: Invoice }) } as const
const invoicePdf = { ...ofOrder, isHeavy: true, file: 'application/pdf' } as const

/** `id` is the order's. */
export const getMyInvoice = endpoint('GET', '/api/order/:id/invoice', {
  ...invoice,
  access: 'user',
  summary: 'The invoice of an order',
})
export const getSellerInvoice = endpoint('GET', '/api/order/seller/:id/invoice', {
  ...invoice,
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'The invoice of an order, for the seller',
})
export const getMyInvoicePdf = endpoint('GET', '/api/order/:id/invoice.pdf', {
  ...invoicePdf,
  access: 'user',
  summary: 'The invoice of an order as PDF',
})
export const getSellerInvoicePdf = endpoint('GET', '/api/order/seller/:id/invoice.pdf', {
  ...invoicePdf,
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'The invoice of an order as PDF, for the seller',
})

const ofNumber = {
  params: z.object({
    id: Id,
    number: numberInText(z.string().regex(/^[1-9]\d{0,14}$/, finding('CREDIT_NOTE_NUMBER')), {
      minimum: 1,
      maximum: 999_999_999_999_999,
    }).transform(Number),
  }),
  errors: [orderNotFound, noCreditNote],
} as const
const creditNote = { ...ofNumber, response: z.object({ creditNote: CreditNote }) } as const
const creditNotePdf = { ...ofNumber, isHeavy: true, file: 'application/pdf' } as const

/** `id` is the order's, `number` one of its `creditNotes`. */
export const getMyCreditNote = endpoint('GET', '/api/order/:id/credit-note/:number', {
  ...creditNote,
  access: 'user',
  summary: 'A credit note of an order',
})
export const getSellerCreditNote = endpoint('GET', '/api/order/seller/:id/credit-note/:number', {
  ...creditNote,
  access: 'seller',
  rights: ['money'],
  summary: 'A credit note of an order, for the seller',
})
export const getMyCreditNotePdf = endpoint('GET', '/api/order/:id/credit-note/:number.pdf', {
  ...creditNotePdf,
  access: 'user',
  summary: 'A credit note of an order as PDF',
})
export const getSellerCreditNotePdf = endpoint('GET', '/api/order/seller/:id/credit-note/:number.pdf', {
  ...creditNotePdf,
  access: 'seller',
  rights: ['money'],
  summary: 'A credit note of an order as PDF, for the seller',
})
