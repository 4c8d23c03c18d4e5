import { formatMoment } from '#shared/day.ts'
import type { Message, Word } from '#shared/messages.ts'
import { formatMoney, formatRupees, type Paise } from '#shared/money.ts'
import { historyEn } from './history.words.en.ts'
import { type MoneyProblemKind, serviceName } from './money-problems.kinds.ts'
import type { OrderActor, OrderStatus } from './orders.states.ts'
import type { ParcelStatus } from './parcels/parcels.states.ts'
import { placeEn } from './place/place.words.en.ts'
import { type RefundMethod, refundMethodNames } from './refunds/refunds.pieces.ts'
import { statusEn, statusIn } from './status-names.en.ts'

/** Who made something what it is, and when. */
export interface LastChange {
  actor: OrderActor
  sellerEmail: string | undefined
  at: Date
}

interface Money {
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
}

type Status = OrderStatus | ParcelStatus

const actors: Readonly<Record<OrderActor, string>> = {
  shopper: 'the shopper',
  seller: 'a seller',
  payment: 'the payment service',
  shop: 'the shop',
}

/** " by ravi@shop.example on 21 Nov 2026 at 10:42" */
function byWhom(change: LastChange | undefined) {
  if (!change) return ''
  const { day, time } = formatMoment(change.at)
  return ` by ${change.sellerEmail ?? actors[change.actor]} on ${day} at ${time}`
}

const since = (change: LastChange | undefined) => (change ? `, changed${byWhom(change)}` : '')

const MAX_NAMED = 5

/** What happened and what to do; `money` is like ₹510.00, `service` like Stripe. */
const moneyProblems: Readonly<Record<MoneyProblemKind, (money: string, service: string) => string>> = {
  'refund failed': (money, service) =>
    `A refund of ${money} failed: ${service} has the money again. Refund it once more, or send it by UPI or bank transfer.`,
  'refunded there': (money, service) =>
    `${money} was refunded in ${service} itself. The books have it; say here what it was for.`,
  disputed: (money, service) =>
    `The cardholder disputes ${money}. Answer at ${service} before its last day: who does not answer loses.`,
  'dispute lost': (money, service) =>
    `A dispute over ${money} is lost: ${service} has given the money back, and it is the shop’s loss. The maker is paid all the same.`,
  'no order': (money, service) =>
    `${money} came at ${service} for no order of this shop. Find out who paid, and give it back there if it is not ours.`,
  'books differ': (money, service) =>
    `What ${service} has for this order is not what the books have: ${money} apart. Compare the payment there with the order.`,
  'left undone': (money, service) =>
    `Something changed in this order of ${money}, and ${service} could not follow. The shop tries again by itself; when it succeeds, this goes away.`,
}

/** What orders say, with their parcels and refunds. */
export const ordersEn = {
  ...placeEn,
  ...historyEn,

  ORDER_NOT_FOUND: 'This order was not found',
  CANNOT_CANCEL: ({ status }: { status: Status }) => `This order is ${statusIn(status)} and can no longer be cancelled`,

  ONLINE_NOT_OFFERED: 'This shop does not take payment online. Please choose cash on delivery',
  PAYMENT_SERVICE_FAILED:
    'The payment service refused this. Nothing was charged, and your cart is as it was. Please try again',
  PAYMENT_SERVICE_SILENT:
    'The payment service does not answer just now. Nothing was charged, and your cart is as it was. Please try again',
  NOTHING_TO_PAY: 'There is nothing to pay for this order',

  CANNOT_MOVE: ({ from, to }: { from: Status; to: Status }) =>
    `An order that is ${statusIn(from)} cannot become ${statusIn(to)}`,
  ORDER_CHANGED: ({ what }: { what: Message; status: OrderStatus }, word: Word) =>
    `${word(what)}. Nothing was changed just now`,
  ORDER_IS_NOW: ({ number, status, change }: { number: number; status: Status; change: LastChange | undefined }) =>
    `Order ${number} is ${statusEn[status]} now${since(change)}`,
  ORDER_CANNOT_BECOME: ({
    number,
    status,
    change,
    to,
  }: {
    number: number
    status: Status
    change: LastChange | undefined
    to: Status
  }) => `Order ${number} is ${statusEn[status]} now${since(change)}, and cannot become ${statusIn(to)}`,
  ORDER_REFUNDED_BY_NOW: ({
    number,
    refundedPaise,
    change,
  }: {
    number: number
    refundedPaise: Paise
    change: LastChange | undefined
  }) => `${formatRupees(refundedPaise)} of order ${number} is refunded by now${since(change)}`,
  CASH_TOO_EARLY: 'The courier brings the cash: mark it as received once the order is shipped',
  CANNOT_TAKE_CASH: 'There is no cash to take for this order',
  CANNOT_UNDO_CASH: 'Only cash that was marked as received in the last 24 hours, and not refunded, can be taken back',
  PROBLEM_NOT_FOUND: 'This problem was not found',

  CANNOT_REFUND: 'There is nothing left to refund for this order',
  NOT_PAID_BY_CARD:
    'This order was paid in cash. Refund it by UPI or bank transfer, and enter the reference of the transfer',
  TOO_MUCH_TO_REFUND: ({ name, left }: { name: string; left: number }) =>
    `Only ${left} of ${name} can still be refunded`,
  REFERENCE_USED: 'This order already has a refund with this reference. Nothing was changed',
  REFERENCE_OF_LOST_ORDER: ({ what }: { what: Message }, word: Word) =>
    `${word(what)} came after the backup that these books were restored from, so this transfer was for something else. Nothing was changed`,
  LOST_ORDER: ({ number }: { number: number }) => `Order ${number}`,
  LOST_INVOICE: ({ number }: { number: number }) => `Invoice ${number}`,
  LOST_CREDIT_NOTE: ({ number }: { number: number }) => `Credit note ${number}`,

  PARCEL_NOT_FOUND: 'This parcel was not found',
  CANNOT_MOVE_PARCEL: ({
    code,
    status,
    change,
    to,
  }: {
    code: string
    status: ParcelStatus
    change: LastChange | undefined
    to: Status
  }) =>
    `Parcel ${code} is ${statusIn(status)} now${since(change)}, and cannot become ${statusIn(to)}. Nothing was changed there`,
  TRACKING_NUMBER_USED: ({ code }: { code: string }) => `Parcel ${code} has this tracking number already`,
  NOTHING_TO_LET_GO: 'No cash is expected for this parcel',
  SAYS_GOOD_OR_NOT: 'Say whether what came back is in good order: it goes back into stock, or is written off',
  NOTHING_TO_PRINT({ numbers }: { numbers: readonly number[] }) {
    const named = numbers.slice(0, MAX_NAMED).map((number) => `#${number}`)
    const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : ''
    return numbers.length === 1
      ? `Order ${named[0]} has no parcel to print: it is not confirmed yet, or its parcels were cancelled, refused, lost or returned`
      : `Orders ${named.join(', ')}${more} have no parcels to print: they are not confirmed yet, or their parcels were cancelled, refused, lost or returned`
  },
  TRACKING_LINK_UNKNOWN: 'This link leads to no parcel of ours',

  NO_SUCH_STATUS: 'There is no such status',
  WHAT_WAS_DONE: 'what was done',

  REFERENCE_MISSING: 'Enter the reference of the transfer',
  REFERENCE_TOO_LONG: ({ most }: { most: number }) => `A reference has at most ${most} characters`,
  REFERENCE_SIGNS: 'A reference is letters, digits and signs',
  REFERENCE_SHORTENED: 'A spreadsheet has shortened this reference. Write it out',
  REFUND_NOTHING_CHOSEN: 'Choose what to refund',
  REFUND_METHOD_UNKNOWN: 'Choose card, upi or bank',

  TOO_MANY_TO_MOVE: ({ most }: { most: number }) => `At most ${most} at once`,
  NO_SUCH_STEP: 'There is no such step',
  NOTHING_TO_MOVE: 'Choose what to move',
  ONLY_ORDERS_CONFIRMED: 'Only whole orders are confirmed',
  CANCELLED_ONE_BY_ONE: 'Orders are cancelled one by one',
  THE_COURIER: 'The courier',
  THE_TRACKING_NUMBER: 'The tracking number',
  THE_LINK: 'The link',
  PARCEL_TEXT_TOO_LONG: ({ of, most }: { of: Message; most: number }, word: Word) =>
    `${word(of)} has at most ${most} characters`,
  PARCEL_TEXT_SIGNS: ({ of }: { of: Message }, word: Word) => `${word(of)} is letters, digits and signs`,
  TRACKING_NUMBER_SIGNS: 'Use letters and digits only',
  TRACKING_NUMBER_SHORTENED: 'A spreadsheet has shortened this number. Write it out',
  TRACKING_LINK_FORM: 'The link begins with https://',
  LET_GO_REASON_MISSING: 'Say why',
  LET_GO_REASON_TOO_LONG: ({ most }: { most: number }) => `A reason has at most ${most} characters`,
  WHAT_TO_PRINT: 'Choose picking, slips or labels, with commas between them',
  NOTHING_CHOSEN_TO_PRINT: 'Choose which orders or parcels to print',
  TOO_MANY_TO_PRINT: ({ most }: { most: number }) => `At most ${most} orders and parcels at once`,

  ORDER_CANCELLED: 'Order cancelled',
  ORDER_IS: ({ status }: { status: OrderStatus }) => `Order is ${statusIn(status)}`,
  CASH_RECEIVED: 'Cash received',
  CASH_UNDONE: 'The order is not paid any more',
  MONEY_PROBLEM: ({ kind, amount, currency, provider }: Money & { kind: MoneyProblemKind; provider: string }) =>
    moneyProblems[kind](formatMoney(amount, currency), serviceName(provider)),
  PROBLEM_SEEN_TO: 'It is seen to',

  REFUND_ORDERED: ({ amount, currency }: Money) => `${formatMoney(amount, currency)} will be refunded`,
  REFUND_SENT: ({ amount, currency, method }: Money & { method: RefundMethod }) =>
    `${formatMoney(amount, currency)} is refunded by ${refundMethodNames[method]}`,
  REFUNDED_BEFORE: 'The money for it went back before: nothing more is sent',

  ORDER_MOVED: ({ number, to }: { number: number; to: Status }) => `Order ${number} is ${statusIn(to)}`,
  ORDER_MOVED_BEFORE: ({ number, to }: { number: number; to: Status }) => `Order ${number} is ${statusIn(to)} already`,
  PARCEL_MOVED: ({ code, to }: { code: string; to: Status }) => `Parcel ${code} is ${statusIn(to)}`,
  PARCEL_MOVED_BEFORE: ({ code, to }: { code: string; to: Status }) => `Parcel ${code} is ${statusIn(to)} already`,
  ALL_MOVED: ({ count, to }: { count: number; to: Status }) => `All ${count} are ${statusIn(to)}`,
  SOME_MOVED: ({ moved, count, to }: { moved: number; count: number; to: Status }) =>
    `${moved} of ${count} are ${statusIn(to)}`,
  PARCEL_SAVED: 'Saved',
  CASH_LET_GO: ({ amountPaise }: { amountPaise: Paise }) => `${formatRupees(amountPaise)} is not expected any more`,
}
