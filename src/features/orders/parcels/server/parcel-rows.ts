import type { Db } from '#kernel/db/database.ts'
import { minus, NO_MONEY } from '#shared/money.ts'
import { isParcelOff } from '../parcels.states.ts'
import type { ParcelRow } from './parcel-answer.ts'

/** The parcels of an order with its exchanges; none before it is confirmed. */
export const everyParcelOf = (db: Db, orderId: string) =>
  db.selectFrom('parcels').selectAll().where('order_id', '=', orderId).orderBy('number').execute()

export const isExchange = ({ return_id }: Pick<ParcelRow, 'return_id'>) => return_id !== null
export const isOwn = (parcel: Pick<ParcelRow, 'return_id'>) => !isExchange(parcel)

export const parcelsOf = async (db: Db, orderId: string) => (await everyParcelOf(db, orderId)).filter(isOwn)

type Cash = Pick<ParcelRow, 'status' | 'cash_paise' | 'cash_received_paise' | 'cash_let_go_paise'>

/** Cash still to come for a parcel, in paise; 0 for one that is off. */
export const expectedPaise = ({ status, cash_paise, cash_received_paise, cash_let_go_paise }: Cash) =>
  isParcelOff(status) ? NO_MONEY : minus(minus(cash_paise, cash_received_paise), cash_let_go_paise)

/** Some of its cash came; the rest did not, and nobody gave it up. */
export const cameShort = (parcel: Cash) => parcel.cash_received_paise > 0 && expectedPaise(parcel) > 0

/** The courier has it or delivered it: its cash may have been collected. */
export const hasLeft = ({ status }: Pick<ParcelRow, 'status'>) => status === 'Shipped' || status === 'Delivered'

/** Cash that the shopper paid for a parcel and can get back: all once delivered, whatever the courier hands over. */
export const shopperPaidPaise = ({ status, cash_paise, cash_received_paise }: Omit<Cash, 'cash_let_go_paise'>) =>
  status === 'Delivered' ? cash_paise : cash_received_paise
