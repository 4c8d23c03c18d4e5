import type { z } from 'zod'
import type { LineBatch } from '#features/catalog/batches/batches.contract.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import type { PrintPart } from '#features/orders/parcels/print.contract.ts'
import type { PdfPicture } from '#kernel/pdf/document.ts'
import type { Language } from '#shared/languages.ts'
import type { Paise } from '#shared/money.ts'

// All that the PDF thread gets: what is on paper.

export interface Sender {
  name: string
  phone: string | undefined
  address: { street: string; city: string; state: string; zipcode: string } | undefined
}

export interface Piece {
  id: string
  name: string
  weight: string | null
  category: string
  producer: string | null
  quantity: number
  /** Those that its pieces are of, of a product in batches. */
  batches?: readonly z.output<typeof LineBatch>[]
  /** False: it can be returned only if it came damaged. */
  returnable: boolean
  /** The key of its picture in the job. */
  picture: string | undefined
}

export interface PrintedParcel {
  /** "H1024-1" */
  code: string
  orderNumber: number
  orderedAt: Date
  /** The parcel's number in its order, 1, 2 …, and how many the order has. */
  number: number
  count: number
  /** The producer's id; null: the shop. */
  senderId: string | null
  sender: Sender
  /** Senders of the order's other parcels. */
  others: readonly Sender[]
  to: Order['address']
  /** Phone for the courier, "+91 98450 12345", or empty. Producers do not get the shopper's number: the shop's is here then. */
  call: string
  courier: string | null
  trackingNumber: string | null
  /** Cash that the courier is to collect. */
  cash: Paise
  pieces: readonly Piece[]
  /** True for parcels of the demo's month, which nobody is to get. */
  isDemo: boolean
}

export interface PrintJob {
  what: readonly PrintPart[]
  /** Of slips and labels; the picking list is the office's, in English. */
  language: Language
  storeName: string
  supportEmail: string
  /** Days after delivery in which goods can be returned. */
  returnDays: number
  printedAt: Date
  parcels: readonly PrintedParcel[]
  pictures: ReadonlyMap<string, PdfPicture>
}
