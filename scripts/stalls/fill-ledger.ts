import { sql } from 'kysely'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { lookAgain } from '#features/orders/journal/server/journal.ts'
import type { PayoutAccount } from '#features/payouts/payouts.account.ts'
import { jobsOfTheShop } from '#kernel/background.ts'
import { readConfig } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { idFrom, idOf, OFFER_PAISE, TAX_PAISE } from './fill.ts'
import type { Size } from './options.ts'

const MONTHS = 24
const MONTH_MS = (730 * DAY_MS) / MONTHS
/** From an order to its delivery. */
const DELIVERY_MS = 5 * DAY_MS
/** Since the last payout. */
const UNPAID_DAYS = 31
/** One of so many orders has no maker's prices. */
const UNSTATED = 19
/** The producer of a line, in SQL. */
const producerOf = (producers: number) => `(orders.number * 3 + order_lines.position) % ${producers}`

/**
 * Two years of entries for all delivered lines, month by month, as the shop writes them. All producers agree to be named, and are paid
 * after a month.
 */
export async function fillLedger(db: Db, { producers }: Pick<Size, 'producers'>) {
  const now = Date.now()
  await sql
    .raw(`update order_lines set producer_id = ${idFrom('producer', producerOf(producers))}, producer_name = 'Workshop',
        tax_paise = ${TAX_PAISE}, unstated = 0, maker_paise = 21000, costs_paise = 4000, community_paise = 750,
        shop_paise = 1500, producer_paise = ${OFFER_PAISE} - 21000 - 4000 - 750 - 1500
      from orders where orders.id = order_lines.order_id and status = 'Delivered' and orders.number % ${UNSTATED} > 0`)
    .execute(db)
  await sql`update parcels set delivered_at = (select created_at from orders where id = order_id) + ${DELIVERY_MS}
    where status = 'Delivered'`.execute(db)
  for (let month = 1; month <= MONTHS; month += 1) {
    const until = now - (MONTHS - month) * MONTH_MS
    const isOfMonth = sql<boolean>`status = 'Delivered' and created_at >= ${until - MONTH_MS} and created_at < ${until}`
    await db.updateTable('orders').set({ ledger_salt: sql<string>`'salt ' || id` }).where(isOfMonth).execute()
    await lookAgain(db, 'ledger', new Date(until), db.selectFrom('orders').where(isOfMonth))
    await writeLedger({ db, config: readConfig({}), jobs: jobsOfTheShop, log: console, now: () => new Date(until) })
  }
  await payBefore(db, now - UNPAID_DAYS * DAY_MS, producers)
}

async function payBefore(db: Db, before: number, producers: number) {
  await db.updateTable('producers').set({ ledger_consent: 1 }).execute()
  await db.updateTable('ledger_dues').set({ payout_id: 'paid before' }).where('due_at', '<', before).execute()
  const ids = Array.from({ length: producers }, (_, at) => idOf('producer', at))
  const account = (id: string): PayoutAccount => ({ kind: 'upi', holder: 'Asha Devi', upi: `${id}@upi` })
  await db
    .insertInto('payout_accounts')
    .values(ids.map((id) => ({ producer_id: id, account: JSON.stringify(account(id)), changed_at: 0, changed_by: '' })))
    .execute()
}
