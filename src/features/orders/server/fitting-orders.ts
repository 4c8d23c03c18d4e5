import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { unindexed } from '#kernel/db/engine.ts'
import { type Stretch, searchStretches, wholeTable } from '#kernel/db/stretches.ts'
import { textHasWords } from '#kernel/db/text-index.ts'
import { foldText } from '#shared/text.ts'
import type { OrderFilters } from '../orders.contract.ts'
import { type DeskTab, deskTabOf } from '../orders.desk.ts'
import { isOff } from '../orders.states.ts'

/** Largest number a search is taken as an order number for. */
const MAX_NUMBER_DIGITS = 9
/** What a search looks in besides the number: name and PIN, folded (migrations/0012-orders.ts). */
const orderTexts = { table: 'orders', column: 'search_text', name: 'order_texts' }

const wordsOf = ({ q = '' }: OrderFilters) => foldText(q).replace(/^#/, '').split(' ').filter(Boolean)

/** An order's number, or its name and PIN. */
function hasWords(db: Db, filters: OrderFilters, { numbers }: Stretch) {
  const words = wordsOf(filters)
  if (words.length === 0) return wholeTable.isIn
  const [first = ''] = words
  const inText = textHasWords(db, orderTexts, words, numbers)
  if (words.length > 1 || !/^\d+$/.test(first) || first.length > MAX_NUMBER_DIGITS) return inText
  const isNumber = sql<boolean>`orders.number = ${Number(first)}`
  // "#3" is a number for sure, "560038" may be a PIN.
  return filters.q?.trim().startsWith('#') ? isNumber : sql<boolean>`(${inText} or ${isNumber})`
}

/** What a search looks through, newest first; without words all orders are one. */
export async function* stretchesFor(db: Db, filters: OrderFilters, size?: number): AsyncGenerator<Stretch> {
  if (wordsOf(filters).length > 0) yield* searchStretches(db, 'orders', size)
  else yield wholeTable
}

/**
 * The orders of a stretch that fit, newest first, found in an index of that order, whatever is filtered by: sorting them would take
 * longer. Only a status has an index of its own in that order.
 */
export function newestFitting(db: Db, filters: OrderFilters, stretch: Stretch) {
  const { payment, paymentType, status } = filters
  const plainly = (column: string) => sql<unknown>`${unindexed(db, `orders.${column}`)}`
  return db
    .selectFrom('orders')
    .where(stretch.isIn)
    .where(hasWords(db, filters, stretch))
    .$if(paymentType !== undefined, (select) =>
      select.where(sql<boolean>`${plainly('payment_type')} = ${paymentType ?? ''}`),
    )
    .$if(status !== undefined, (select) =>
      select.where(sql<boolean>`${stretch.numbers ? plainly('status') : sql.ref('orders.status')} = ${status ?? ''}`),
    )
    .$if(payment === 'paid', (select) => select.where(sql<boolean>`${plainly('is_paid')} = 1`))
    .$if(payment === 'pending', (select) =>
      select.where(sql<boolean>`${plainly('is_paid')} = 0 and ${plainly('status')} not in ('Cancelled', 'Returned')`),
    )
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
}

interface Counts {
  all: number
  paid: number
  /** Whose money is still to come. */
  pending: number
}
interface CountedStretch {
  stretch: Stretch
  /** How many orders in it fit all filters. */
  fitting: number
}

const kinds = ['payment_type', 'status', 'is_paid', 'problem'] as const

/** How many orders of a stretch there are of each kind. */
function countKinds(db: Db, filters: OrderFilters, stretch: Stretch) {
  if (wordsOf(filters).length === 0) return db.selectFrom('order_counts').select([...kinds, 'orders as count'])
  const found = newestFitting(db, { q: filters.q }, stretch).select(kinds)
  return (
    db
      // In its order SQLite reads the stretch alone. In the order of the kinds it would read an index of all orders.
      .with(
        (as) => (stretch.numbers ? as('found').materialized() : as('found')),
        () => (stretch.numbers ? found : found.clearOrderBy()),
      )
      .selectFrom('found')
      .select([...kinds, (select) => select.fn.countAll<number>().as('count')])
      .groupBy(kinds)
  )
}

/** How many orders fit all filters but `payment`, and how many fit in each stretch of `size` orders. */
export async function countFitting(db: Db, filters: OrderFilters, size?: number) {
  const { payment = 'all', paymentType, status } = filters
  const counts: Counts = { all: 0, paid: 0, pending: 0 }
  const tabs: Record<DeskTab, number> = { confirm: 0, pack: 0, ship: 0, way: 0, cash: 0, problems: 0, done: 0 }
  const stretches: CountedStretch[] = []
  for await (const stretch of stretchesFor(db, filters, size)) {
    const before = counts[payment]
    for (const kind of await countKinds(db, filters, stretch).execute()) {
      if (kind.payment_type !== (paymentType ?? kind.payment_type) || kind.status !== (status ?? kind.status)) continue
      const tab = deskTabOf({
        status: kind.status,
        paymentType: kind.payment_type,
        isPaid: kind.is_paid === 1,
        hasProblem: kind.problem === 1,
      })
      if (tab) tabs[tab] += kind.count
      counts.all += kind.count
      if (kind.is_paid === 1) counts.paid += kind.count
      else if (!isOff(kind.status)) counts.pending += kind.count
    }
    stretches.push({ stretch, fitting: counts[payment] - before })
  }
  return { counts, tabs, stretches }
}

/** The ids of a page of what fits, as it was counted. */
export async function findFitting(
  db: Db,
  filters: OrderFilters,
  stretches: readonly CountedStretch[],
  limit: number,
  offset: number,
) {
  const ids: string[] = []
  let before = 0
  for (const { stretch, fitting } of stretches) {
    const skipped = Math.max(0, offset - before)
    before += fitting
    if (skipped >= fitting) continue
    const found = newestFitting(db, filters, stretch).select('orders.id')
    const rows = await found
      .limit(limit - ids.length)
      .offset(skipped)
      .execute()
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === limit) break
  }
  return ids
}
