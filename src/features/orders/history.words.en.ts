import { formatMoney, formatRupees, type Paise } from '#shared/money.ts'
import type { OrderStatus } from './orders.states.ts'
import type { ParcelStatus } from './parcels/parcels.states.ts'
import { type RefundMethod, refundMethodNames } from './refunds/refunds.pieces.ts'
import { statusEn } from './status-names.en.ts'

interface Money {
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
}

/** What is told of one parcel alone; undefined: of the whole order. */
interface OfParcel {
  parcel?: number | undefined
}

const ofParcel = ({ parcel }: OfParcel, text: string) => (parcel === undefined ? text : `Parcel ${parcel}: ${text}`)

const become = ({ status, isWrittenOff }: { status: OrderStatus | ParcelStatus; isWrittenOff?: boolean }) =>
  isWrittenOff ? 'Returned, goods written off' : statusEn[status]

/** What happened to an order, as its history tells it. The database keeps the codes, so one that was ever used stays. */
export const historyEn = {
  /** By a shop that kept sentences. */
  TOLD: ({ text }: { text: string }) => text,

  PLACED: 'Order placed',
  PLACED_UNPAID: 'Order placed, awaiting payment',
  BECAME: (now: OfParcel & { status: OrderStatus | ParcelStatus; isWrittenOff?: boolean }) =>
    ofParcel(now, become(now)),
  EXCHANGE_BECAME: ({ parcel, ...now }: { parcel: number; status: ParcelStatus; isWrittenOff: boolean }) =>
    `Exchange, parcel ${parcel}: ${become(now)}`,
  RETURN_SENT_AGAIN: ({ parcels }: { parcels: readonly string[] }) =>
    `The same pieces are sent again, in exchange: ${parcels.join(' and ')}`,
  CANCELLED_ANOTHER_AMOUNT: 'Cancelled: another amount was paid',
  CANCELLED_REPLACED: 'Cancelled: replaced by a new order',
  CANCELLED_NOT_PAID: 'Cancelled: not paid',
  CANCELLED_NOT_PAID_IN_TIME: 'Cancelled: not paid in time',
  CANCELLED_NO_PAYMENT_SERVICE: 'Cancelled: the payment service did not answer',

  PAID: ({ amountPaise }: { amountPaise: Paise }) => `${formatRupees(amountPaise)} paid`,
  PAID_TOO_LATE: ({ amountPaise }: { amountPaise: Paise }) =>
    `${formatRupees(amountPaise)} paid after the order was cancelled`,
  PAID_ANOTHER_AMOUNT: ({ amount, currency, pricePaise }: Money & { pricePaise: Paise }) =>
    `${formatMoney(amount, currency)} was paid, and the order costs ${formatRupees(pricePaise)}: all of it is refunded`,
  CASH_NOTED: ({ parcels }: { parcels?: readonly number[] }) =>
    parcels ? `Cash received for parcel ${parcels.join(' and ')}` : 'Cash received',
  CASH_NOTED_BY_MISTAKE: 'Cash received was a mistake',
  CASH_CAME: ({ amountPaise, reference, ...of }: OfParcel & { amountPaise: Paise; reference?: string | undefined }) =>
    ofParcel(of, `${formatRupees(amountPaise)} in cash came${reference ? `, reference ${reference}` : ''}`),
  CASH_GIVEN_UP: ({ amountPaise, reason, ...of }: OfParcel & { amountPaise: Paise; reason: string }) =>
    ofParcel(of, `${formatRupees(amountPaise)} in cash is not expected any more: ${reason}`),

  REFUND_WAS_ORDERED: ({ amount, currency }: Money) => `Refund of ${formatMoney(amount, currency)} ordered`,
  REFUND_WAS_SENT: ({
    amountPaise,
    method,
    reference,
  }: {
    amountPaise: Paise
    method: RefundMethod
    reference: string
  }) => `${formatRupees(amountPaise)} refunded by ${refundMethodNames[method]}, reference ${reference}`,
  REFUND_WAS_MADE_BEFORE: 'Counted as refunded: the money went back before',
  REFUND_ARRIVED: ({ amount, currency }: Money) => `${formatMoney(amount, currency)} refunded`,
  REFUND_FAILED: ({ amount, currency }: Money) => `Refund of ${formatMoney(amount, currency)} failed`,
  REFUND_FORGOTTEN: ({ amount, currency }: Money) =>
    `${formatMoney(amount, currency)} was refunded at a time that the shop does not remember`,
  REFUND_ELSEWHERE: ({ amount, currency, service }: Money & { service: string }) =>
    `${formatMoney(amount, currency)} was refunded at ${service} itself`,
}
