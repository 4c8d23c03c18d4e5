import type { Db } from '#kernel/db/database.ts'
import { minus, NO_MONEY } from '#shared/money.ts'
import { isParcelOff } from '../../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'

/** The parcels of an order; none before it is confirmed. */
export const parcelsOf = (db: Db, orderId: string) =>
  db.selectFrom('parcels').selectAll().where('order_id', '=', orderId).orderBy('number').execute()

type Cash = Pick<ParcelRow, 'status' | 'cash_paise' | 'cash_received_paise' | 'cash_let_go_paise'>

/** Cash that is still to come for a parcel, in paise; for one that is off nothing is. */
export const expectedPaise = ({ status, cash_paise, cash_received_paise, cash_let_go_paise }: Cash) =>
  isParcelOff(status) ? NO_MONEY : minus(minus(cash_paise, cash_received_paise), cash_let_go_paise)

/** Some of its cash came, and neither the rest nor anybody who gave it up. */
export const cameShort = (parcel: Cash) => parcel.cash_received_paise > 0 && expectedPaise(parcel) > 0

/** The courier has it, or has brought it: its cash may have been collected. */
export const hasLeft = ({ status }: Pick<ParcelRow, 'status'>) => status === 'Shipped' || status === 'Delivered'
