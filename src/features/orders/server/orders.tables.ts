import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'
import type { RefundMethod } from '../orders.refunds.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import type { RefundState } from '../refunds.states.ts'

export interface OrderTables {
  /** How many there are of each kind; kept or counted by the database (src/kernel/db/order-counts.ts). */
  order_counts: Pick<OrderTables['orders'], 'payment_type' | 'status' | 'is_paid'> & { orders: number }
  orders: {
    /** Counts up; what people see. */
    number: Generated<number>
    id: string
    user_id: string
    subtotal_paise: Paise
    tax_paise: Paise
    amount_paise: Paise
    /** JSON: the address as it was. */
    address: string
    payment_type: 'COD' | 'Online'
    status: OrderStatus
    /** 0 or 1. */
    is_paid: number
    /** When the money came. */
    paid_at: Generated<number | null>
    created_at: number
    /** Folded name and PIN of the address, for the seller's search. */
    search_text: Generated<string>
    /** 0 or 1: it has a row in `invoices`. */
    invoiced: Generated<number>
    /** 0 or 1: the seller was told by mail that it is new. */
    shop_told: Generated<number>
    /** 0 or 1: goods or money went back, and the invoice, if there is one, may not be credited for it yet. */
    credit_due: Generated<number>
    /** 0 or 1: what came back was not put into stock. */
    written_off: Generated<number>
    /** Days 'YYYY-MM-DD' on which it arrives, as the shopper was told; orders of older shops have none. */
    delivery_from: Generated<string | null>
    delivery_to: Generated<string | null>
  }
  order_lines: {
    order_id: string
    position: number
    product_id: string
    name: string
    category: string
    price_paise: Paise
    offer_price_paise: Paise
    /** JSON: ProductPicture[], the first only. */
    images: string
    weight: string | null
    quantity: number
    /** Pieces taken from a counted stock; 0 where the product was not counted. */
    stock_taken: number
    /** Pieces whose price was refunded, or is about to be. */
    refunded: Generated<number>
    /** Pieces that stand on credit notes. */
    credited: Generated<number>
    /** Who made it, as it was known when it was ordered. */
    producer_id: string | null
    producer_name: string | null
  }
  order_events: {
    number: Generated<number>
    order_id: string
    at: number
    actor: OrderActor
    seller_email: string | null
    text: string
    /** What the event led to; null where it changed no status. */
    status: OrderStatus | null
  }
  /** Money that goes back: written with what it is for; what the payment service is to do is carried out after it. */
  refunds: {
    id: string
    order_id: string
    /** `order`: pieces of it. `payment`: money that did not fit the order, and never paid for it. */
    purpose: 'order' | 'payment'
    method: RefundMethod
    /** What a transfer by UPI or bank is called. */
    reference: string | null
    /** In the smallest unit of the currency: paise for pieces of an order, which are always refunded in rupees. */
    amount_minor: number
    /** Lower case, such as inr. */
    currency: string
    /** JSON: position of the line -> pieces. */
    quantities: string
    state: RefundState
    attempts: number
    /** Not before this time. */
    due_at: number
    /** The payment service's own id. */
    provider_id: string | null
    created_at: number
    done_at: number | null
  }
  idempotency_keys: {
    user_id: string
    key: string
    /** What was asked for, so that the same key with other content is refused. */
    content_hash: string
    order_id: string
    created_at: number
  }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends OrderTables {}
}
