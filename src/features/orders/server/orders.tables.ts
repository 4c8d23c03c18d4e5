import type { Generated } from 'kysely'
import type { Paise } from '#shared/money.ts'
import type { MoneyProblemKind } from '../money-problems.kinds.ts'
import type { OrderActor, OrderStatus } from '../orders.states.ts'
import type { ParcelStatus } from '../parcels/parcels.states.ts'
import type { RefundMethod } from '../refunds/refunds.pieces.ts'
import type { RefundState } from '../refunds/refunds.states.ts'

export interface OrderTables {
  /** How many there are of each kind; kept or counted by the database (src/kernel/db/order-counts.ts). */
  order_counts: Pick<OrderTables['orders'], 'payment_type' | 'status' | 'is_paid' | 'problem'> & { orders: number }
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
    /** Folded words of its address, goods and producers, for the seller's search (order-search.ts). */
    search_text: Generated<string>
    /** Days 'YYYY-MM-DD' on which it arrives, as the shopper was told; orders of older shops have none. */
    delivery_from: Generated<string | null>
    delivery_to: Generated<string | null>
    /** 0 or 1: something waits for a person to decide; `followParcels` knows when. */
    problem: Generated<number>
    /** Returns that wait for the shop: to be answered, or to be settled when the goods have arrived. */
    open_returns: Generated<number>
    /** Random, for the hash that names it in the ledger; null: it was placed before there was a ledger and never stands in it. */
    ledger_salt: Generated<string | null>
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
    /** JSON: TakenBatch[] (batches.rules.ts), the batches of its pieces; null: the product had none. */
    batches: Generated<string | null>
    /** Pieces whose price was refunded, or is about to be. */
    refunded: Generated<number>
    /** Pieces that stand on credit notes. */
    credited: Generated<number>
    /** Pieces that came back, or never left, and are in stock again. */
    restocked: Generated<number>
    /** Pieces that were lost, or came back and cannot be sold. */
    written_off: Generated<number>
    /** Pieces of those that came broken from the maker. */
    faulty: Generated<number>
    /** Pieces that were sent once more in exchange. */
    sent_again: Generated<number>
    /** Who made it, as it was known when it was ordered. */
    producer_id: string | null
    producer_name: string | null
    /** What its pieces cost without tax. */
    net_paise: Paise
    /** Its share of the order's tax; null on lines of older orders. */
    tax_paise: Paise | null
    /** How the net is shared (prices.shares.ts); the five add up to it. Null on lines of older orders. */
    maker_paise: Paise | null
    costs_paise: Paise | null
    producer_paise: Paise | null
    community_paise: Paise | null
    shop_paise: Paise | null
    /** 0 or 1: the maker's price was not stated, so all of it is the shop's. */
    unstated: Generated<number>
    /** The producer who sends it; null: the shop. */
    sender_id: string | null
    /** Which parcel of the order it is in: 1, 2 … */
    parcel: Generated<number>
    /** 0 or 1: it could be returned when it was ordered. */
    returnable: Generated<number>
  }
  /** What one sender packs for one order; from when the order is confirmed. Its lines are those with its number. */
  parcels: {
    id: string
    order_id: string
    number: number
    sender_id: string | null
    /** The return that it is sent for, in exchange; null: it is one of the order's own. */
    return_id: Generated<string | null>
    /** JSON: position of the line -> pieces that are in it; null: all lines of the order that have its number. */
    quantities: Generated<string | null>
    /** JSON: ParcelSender, as it was when the order was confirmed; null: the shop sends it. */
    sender: string | null
    status: ParcelStatus
    courier: string | null
    tracking_number: string | null
    /** Capital letters and digits of the tracking number; no two parcels have the same. */
    tracking_key: string | null
    tracking_url: string | null
    /** What the courier is to bring: prices and tax of its lines; 0 for what is paid by card. */
    cash_paise: Paise
    cash_received_paise: Generated<Paise>
    /** What is not expected any more, though it did not come. */
    cash_let_go_paise: Generated<Paise>
    /** Of /track/{token}. */
    token: string
    /** 1: what came back is in stock again; 0: it was written off; null: it did not come back. */
    restocked: Generated<number | null>
    confirmed_at: number
    packed_at: Generated<number | null>
    shipped_at: Generated<number | null>
    delivered_at: Generated<number | null>
    /** When it was refused, lost, returned or cancelled. */
    ended_at: Generated<number | null>
  }
  /** Cash that came, by parcel; what was noted by mistake stands below 0, what was given up as `let go`. */
  cash_entries: {
    id: string
    order_id: string
    parcel: number
    kind: 'received' | 'undone' | 'let go'
    amount_paise: number
    at: number
    reason: string | null
    seller_email: string | null
    /** The courier's file that it was booked from. */
    file_id: string | null
    /** The bank's, of the transfer that it came with. */
    reference: Generated<string | null>
  }
  /** What a payment service did by itself, or has otherwise than the books, until a person has seen to it. */
  money_problems: {
    id: string
    kind: MoneyProblemKind
    /** What it is about, once for each kind: the payment service's own id, or ours. */
    subject: string
    /** null: of no order that is known. */
    order_id: string | null
    provider: string
    /** In the smallest unit of the currency. */
    amount_minor: number
    currency: string
    at: number
    shop_told: Generated<number>
    /** null: it is open. */
    closed_at: Generated<number | null>
    /** E-mail address of the seller; null: the shop by itself. */
    closed_by: Generated<string | null>
    note: Generated<string | null>
  }
  /** How the last comparison with each payment service ended. */
  gateway_checks: {
    provider: string
    at: number
    /** Looked at. */
    payments: number
    /** Received, less what went back: there, and in the books. */
    gateway_paise: Paise
    books_paise: Paise
    /** Payments of which it has something else than the books. */
    off: number
  }
  order_events: {
    number: Generated<number>
    /** Its place in the journal, given after its commit (journal.ts); null: not yet. */
    place: Generated<number | null>
    order_id: string
    at: number
    actor: OrderActor
    seller_email: string | null
    /** A code of history.words.en.ts, or of another feature's words, and the JSON of its values; or LOOK_AGAIN. */
    kind: string
    details: string | null
    /** What the event led to; null where it changed no status. */
    status: OrderStatus | null
    /** The number of the parcel that it tells of; null: the whole order. */
    parcel: Generated<number | null>
    /** What the parcel, or all of them, became by it; null: nothing else than before. */
    parcel_status: Generated<ParcelStatus | null>
  }
  /** How far each reader has read the journal; the one without a name counts the places given. */
  journal_cursors: {
    reader: string
    place: number
  }
  /** Events that a reader cannot do: it tries them again. */
  journal_troubles: {
    reader: string
    event: number
    order_id: string
    tries: number
    error: string
    /** Not before this time. */
    due_at: number
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
    /** How many pieces these are. */
    pieces: Generated<number>
    /** The return whose pieces they are; null: of none. */
    return_id: Generated<string | null>
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
