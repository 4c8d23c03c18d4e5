import { appendEntries, type NewEntry, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { jobsOfTheShop, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { paise } from '#shared/money.ts'
import { DAY_MS } from '#shared/time.ts'
import { idOf } from './fill.ts'
import type { Size } from './options.ts'

/** Orders that are entered at once. */
const PART = 500
const LINES = 3
/** Of so many lines one has no maker's price, and one of so many goes back. */
const UNSTATED = 19
const BACK = 23

const share = {
  maker: paise(210_00),
  costs: paise(40_00),
  producer: paise(127_50),
  community: paise(7_50),
  shop: paise(15_00),
}

/** What an order of three lines brought, each of another producer. */
function entriesOf(order: number, producers: number): NewEntry[] {
  return Array.from({ length: LINES }, (_, at): NewEntry => {
    const number = order * LINES + at
    const isUnstated = number % UNSTATED === 0
    const isBack = number % BACK === 1
    const amounts = isUnstated
      ? { maker: paise(0), costs: paise(0), producer: paise(0), community: paise(0), shop: paise(400_00) }
      : share
    const sign = isBack ? -1 : 1
    return {
      ...{ kind: isBack ? 'return' : 'sale', producerId: idOf('producer', number % producers), isUnstated },
      ...{ order: { id: idOf('order', order), salt: `salt ${order}` }, line: at + 1, quantity: sign },
      maker: paise(sign * amounts.maker),
      costs: paise(sign * amounts.costs),
      producer: paise(sign * amounts.producer),
      community: paise(sign * amounts.community),
      shop: paise(sign * amounts.shop),
      tax: paise(sign * 8_00),
    }
  })
}

/** Two years of entries, three for each order, written as the shop writes them. All producers agree to be named. */
export async function fillLedger(db: Db, { orders, producers }: Pick<Size, 'orders' | 'producers'>) {
  const apartMs = (730 * DAY_MS) / orders
  const now = Date.now()
  for (let from = 0; from < orders; from += PART) {
    const some = Array.from({ length: Math.min(PART, orders - from) }, (_, at) => entriesOf(from + at, producers))
    const at = new Date(now - (orders - from) * apartMs)
    await transact({ db, jobs: jobsOfTheShop }, async (tx) => {
      await takeLedgerTurn(tx)
      await appendEntries(tx, at, some.flat())
    })
  }
  await db.updateTable('producer_applications').set({ ledger_consent: 1 }).execute()
}
