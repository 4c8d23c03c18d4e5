import type { Generated } from 'kysely'
import type { OrderActor, OrderStatus } from '../orders.states.ts'

export interface OrderTables {
  orders: {
    /** Counts up; what people see. */
    number: Generated<number>
    id: string
    user_id: string
    subtotal_paise: number
    tax_paise: number
    amount_paise: number
    /** JSON: the address as it was. */
    address: string
    payment_type: 'COD' | 'Online'
    status: OrderStatus
    /** 0 or 1. */
    is_paid: number
    created_at: number
    /** Folded name and PIN of the address, for the seller's search. */
    search_text: Generated<string>
    /** 0 or 1: it has a row in `invoices`. */
    invoiced: Generated<number>
    /** 0 or 1: the seller was told by mail that it is new. */
    shop_told: Generated<number>
  }
  order_lines: {
    order_id: string
    position: number
    product_id: string
    name: string
    category: string
    price_paise: number
    offer_price_paise: number
    /** JSON: ProductImage[], the first only. */
    images: string
    weight: string | null
    quantity: number
    /** Pieces taken from a counted stock; 0 where the product was not counted. */
    stock_taken: number
    /** Pieces whose price is paid back, or about to be. */
    refunded: Generated<number>
  }
  order_events: {
    number: Generated<number>
    order_id: string
    at: number
    actor: OrderActor
    seller_email: string | null
    text: string
  }
  /** Money to be paid back: written with what it is for, carried out after it. */
  refunds: {
    id: string
    order_id: string
    amount_paise: number
    /** JSON: position of the line -> pieces. */
    quantities: string
    state: 'queued' | 'done' | 'failed'
    attempts: number
    /** Not before this time. */
    due_at: number
    /** The payment service's own id. */
    provider_id: string | null
    created_at: number
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
