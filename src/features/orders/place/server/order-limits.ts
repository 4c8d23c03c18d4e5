import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { tooManyCodOrders, tooManyOrders } from '../../orders.contract.ts'

export const MAX_ORDERS_AN_HOUR = 30
/** Cash-on-delivery orders of an account that are not on their way yet. */
export const MAX_OPEN_COD = 20
/** The limit while the e-mail address is unconfirmed. */
export const MAX_OPEN_COD_UNCONFIRMED = 5

interface Limited {
  paymentType: 'COD' | 'Online'
  isEmailConfirmed: boolean
  /** Numbers of the last open cash order allowed, with a confirmed address and without; null: there are fewer. */
  lastOpenCod: number | null
  lastUnconfirmed: number | null
  /** Time of the order as many back as an hour allows; null: there are fewer. */
  oldestOfHour: number | null
  now: Date
}

/** Throws TOO_MANY with the seconds to wait, TOO_MANY_COD_ORDERS. */
export function checkLimits({ paymentType, isEmailConfirmed, oldestOfHour, now, ...open }: Limited) {
  const waitMs = oldestOfHour === null ? 0 : oldestOfHour + HOUR_MS - now.getTime()
  if (waitMs > 0) throw tooManyOrders({ retryAfter: Math.ceil(waitMs / SECOND_MS) })
  const [most, last] = isEmailConfirmed
    ? [MAX_OPEN_COD, open.lastOpenCod]
    : [MAX_OPEN_COD_UNCONFIRMED, open.lastUnconfirmed]
  if (paymentType === 'COD' && last !== null) throw tooManyCodOrders({ most, isEmailConfirmed })
}
