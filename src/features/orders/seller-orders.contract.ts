import { z } from 'zod'
import { Waits } from '#features/second-yes/second-yes.contract.ts'
import { CSV_TYPE, endpoint, XLSX_TYPE } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { isShortened } from '#shared/reading/rewritten-identifiers.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { OrderFilters, orderNotFound } from './orders.contract.ts'
import { appError, finding } from './orders.messages.ts'
import { orderStatuses } from './orders.states.ts'
import { refundMethods } from './refunds/refunds.pieces.ts'

export const cannotMove = appError('CANNOT_MOVE', 409)

/** `what` says the order's state, by whom and since when. */
export const changedMeanwhile = appError('ORDER_CHANGED', 409, ({ status }) => ({ details: { status } }))

export const cashTooEarly = appError('CASH_TOO_EARLY', 409)
export const cannotTakeCash = appError('CANNOT_TAKE_CASH', 409)
export const cannotUndoCash = appError('CANNOT_UNDO_CASH', 409)

export const cannotRefund = appError('CANNOT_REFUND', 409)
export const notPaidByCard = appError('NOT_PAID_BY_CARD', 409)
export const tooMuchToRefund = appError('TOO_MUCH_TO_REFUND', 409)
export const referenceUsed = appError('REFERENCE_USED', 409)
export const referenceOfLostOrder = appError('REFERENCE_OF_LOST_ORDER', 409)

export const exportOrders = endpoint('GET', '/api/order/export.csv', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'Orders as CSV',
  isHeavy: true,
  query: OrderFilters,
  file: CSV_TYPE,
})

export const exportOrdersXlsx = endpoint('GET', '/api/order/export.xlsx', {
  access: 'seller',
  rights: ['orders', 'money'],
  summary: 'Orders as .xlsx',
  isHeavy: true,
  query: OrderFilters,
  file: XLSX_TYPE,
})

export const OVERVIEW_DAYS = 30
const Takings = { orders: z.int(), revenue: Rupees }

/** Indian days. `orders` leaves out cancelled and unpaid ones; `revenue` is the day's money less the day's refunds, so it can be below 0. */
export const getOverview = endpoint('GET', '/api/order/overview', {
  access: 'seller',
  rights: ['orders', 'producers', 'money', 'team'],
  summary: "Today's orders, revenue by day and by producer, what is to do and what is low on stock",
  isHeavy: true,
  response: z.object({
    demoMonth: z.boolean().describe('A demo with an invented month of the past'),
    today: z.object(Takings),
    days: z
      .array(z.object({ day: z.string(), ...Takings }))
      .describe(`${OVERVIEW_DAYS} days, the oldest first, the last one today; a day is like 2026-11-21`),
    expectedInCash: z
      .object({ amount: Rupees, parcels: z.int() })
      .describe('What couriers are to hand over for parcels that were delivered'),
    toDo: z
      .object({ confirm: z.int(), pack: z.int(), ship: z.int() })
      .describe('How many orders stand in these tabs of the desk'),
    byProducer: z
      .array(z.object({ producer: z.object({ _id: z.string(), name: z.string() }).nullable(), revenue: Rupees }))
      .describe(
        'Price without tax of pieces whose money came in these days, less refunded pieces, by producer, the most first; null: no producer was named',
      ),
    /** Products with 5 pieces or fewer, the fewest first; 10 at most. */
    lowStock: z.array(
      z.object({ _id: z.string(), name: z.string(), category: z.string(), stock: z.int(), image: z.array(z.string()) }),
    ),
  }),
})

const Status = z.enum(orderStatuses, { error: finding('NO_SUCH_STATUS') })

/** Makes an allowed step, unless the status is no longer `from`, which the caller saw. `restock`: false writes returned goods off. */
export const moveOrder = endpoint('POST', '/api/order/:id/status', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Move an order on',
  params: z.object({ id: Id }),
  body: z.object({ status: Status, from: Status.optional(), restock: z.boolean().optional() }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotMove, changedMeanwhile],
})

export const markCashReceived = endpoint('POST', '/api/order/:id/cash-received', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Mark a cash-on-delivery order as paid, once it is shipped',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cashTooEarly, cannotTakeCash],
})

export const undoCashReceived = endpoint('POST', '/api/order/:id/cash-received/undo', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Take back that the cash was received, within 24 hours',
  params: z.object({ id: Id }),
  response: z.object({ message: z.string() }),
  errors: [orderNotFound, cannotUndoCash],
})

const MAX_REFERENCE = 100
/** A spreadsheet turned a long number into one like 1.2E+17. */
export const shortenedReference = finding('REFERENCE_SHORTENED')
/** Reference number of a transfer by UPI or bank. */
export const TransferReference = z
  .string()
  .trim()
  .max(MAX_REFERENCE, finding('REFERENCE_TOO_LONG', { most: MAX_REFERENCE }))
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, finding('REFERENCE_SIGNS'))
  .refine((typed) => !isShortened(typed), shortenedReference)

/**
 * Without `lines` all that is left, without `method` by card. A card refund takes a while; by UPI or bank it was sent already. `refundedBefore` is
 * what the caller saw; if it changed meanwhile, nothing happens. By UPI or bank it may wait for a second person: then nothing was noted yet.
 */
export const refundOrder = endpoint('POST', '/api/order/:id/refund', {
  access: 'seller',
  rights: ['money'],
  proof: true,
  summary: 'Refund an order, or some of its lines',
  params: z.object({ id: Id }),
  body: z
    .object({
      lines: z
        .array(z.object({ product: Id, quantity: z.int().min(1).max(999) }))
        .min(1, finding('REFUND_NOTHING_CHOSEN'))
        .max(100)
        .optional(),
      method: z.enum(refundMethods, { error: finding('REFUND_METHOD_UNKNOWN') }).optional(),
      reference: TransferReference.optional(),
      refundedBefore: Rupees.optional(),
    })
    .check(({ value: { method = 'card', reference = '' }, issues }) => {
      if (method !== 'card' && reference === '')
        issues.push({
          code: 'custom',
          input: reference,
          path: ['reference'],
          message: finding('REFERENCE_MISSING'),
        })
    }),
  response: z.object({ message: z.string(), amount: Rupees }),
  waits: Waits,
  errors: [orderNotFound, cannotRefund, notPaidByCard, tooMuchToRefund, referenceUsed, referenceOfLostOrder],
})
