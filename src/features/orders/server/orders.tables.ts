import type { Generated } from 'kysely'
import type { OrderStatus } from '../orders.states.ts'

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
