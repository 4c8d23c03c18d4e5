import type { Order } from '#features/orders/orders.contract.ts'
import type { PdfPicture } from '#kernel/pdf/document.ts'
import type { Paise } from '#shared/money.ts'
import type { PrintPart } from '../../print.contract.ts'

// What the thread that makes PDFs is given: all that is on paper, and nothing else.

/** Who sends a parcel, and takes it back. */
export interface Sender {
  name: string
  phone: string | undefined
  address: { street: string; city: string; state: string; zipcode: string } | undefined
}

export interface Piece {
  /** Of the product. */
  id: string
  name: string
  weight: string | null
  /** In words. */
  category: string
  producer: string | null
  quantity: number
  /** Also when it is not damaged. */
  returnable: boolean
  /** Key of its picture among those of the job. */
  picture: string | undefined
}

export interface PrintedParcel {
  /** "H1024-1" */
  code: string
  orderNumber: number
  orderedAt: Date
  /** 1, 2 … in its order, which has so many. */
  number: number
  count: number
  /** Id of the producer who sends it; null: the shop. */
  senderId: string | null
  sender: Sender
  /** Who sends the other parcels of the order. */
  others: readonly Sender[]
  to: Order['address']
  courier: string | null
  trackingNumber: string | null
  /** What the courier is still to collect. */
  cash: Paise
  pieces: readonly Piece[]
}

export interface PrintJob {
  what: readonly PrintPart[]
  storeName: string
  supportEmail: string
  /** Days after delivery in which goods can be returned. */
  returnDays: number
  printedAt: Date
  parcels: readonly PrintedParcel[]
  pictures: ReadonlyMap<string, PdfPicture>
}
