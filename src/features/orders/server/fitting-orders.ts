import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { unindexed } from '#kernel/db/engine.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import { fewWithWords, textHasWords } from '#kernel/db/query/text-index.ts'
import { type Stretch, searchStretches, spanOf, wholeTable } from '#kernel/db/sqlite/stretches.ts'
import { startOfIndianDay } from '#shared/day.ts'
import type { OrderSearch } from '../order-search.ts'
import type { OrderFilters } from '../orders.contract.ts'
import { type DeskTab, deskTabOf } from '../orders.desk.ts'
import { isOff } from '../orders.states.ts'
import { findSearched } from './searched-orders.ts'

const orderTexts = { table: 'orders', column: 'search_text', name: 'order_texts' }
/** So many matches are read one by one; above that all orders are looked through. */
const FEW = 2000

export interface Fitting extends Omit<OrderFilters, 'q'> {
  search?: OrderSearch | undefined
  isOfFew: boolean
}

/** Reads the search of the filters, and about how much it finds. */
export async function readFilters(db: Db, { q = '', ...filters }: OrderFilters, few = FEW): Promise<Fitting> {
  const { producer } = filters
  const search = await findSearched(db, q)
  const numbers = search && (await fewNumbers(db, search, few))
  if (numbers) return { ...filters, search: { words: [], numbers }, isOfFew: true }
  return { ...filters, search, isOfFew: producer !== undefined && (await hasFewOrders(db, producer, few)) }
}

/** The numbers of all matches, where they are few. */
async function fewNumbers(db: Db, { words, numbers }: OrderSearch, few: number) {
  const found = await Promise.all(words.map((all) => fewWithWords(db, orderTexts, all, few)))
  const known = found.filter((each) => each !== undefined)
  return known.length === found.length ? [...numbers, ...known.flat()] : undefined
}

async function hasFewOrders(db: Db, producer: string, few: number) {
  const beyond = db
    .selectFrom('order_lines')
    .select('order_id')
    .where('producer_id', '=', producer)
    .offset(few)
    .limit(1)
  return (await beyond.executeTakeFirst()) === undefined
}

function isSearched(db: Db, { search }: Fitting) {
  if (!search) return wholeTable.isIn
  const found = search.words.map((words) => textHasWords(orderTexts, words))
  if (search.numbers.length > 0) {
    const known = JSON.stringify(search.numbers.map((number) => ({ number })))
    found.push(sql<boolean>`orders.number in ${jsonRows<{ number: number }>(db, known, { number: 'bigint' })}`)
  }
  return found.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(found, sql` or `)})`
}

/** The condition of the desk's search; undefined: no search. */
export async function searchedOrders(db: Db, q?: string) {
  const filters = await readFilters(db, { q })
  return filters.search && isSearched(db, filters)
}

const spanOfDays = ({ from, to }: Fitting) => ({
  from: from === undefined ? undefined : startOfIndianDay(from),
  before: to === undefined ? undefined : startOfIndianDay(to, 1),
})

/** Filtered by kind only, `order_counts` knows how many orders there are. */
const isOfKinds = ({ search, producer, from, to }: Fitting) =>
  [search, producer, from, to].every((one) => one === undefined)

export async function* stretchesFor(db: Db, filters: Fitting, size?: number): AsyncGenerator<Stretch> {
  if (filters.isOfFew || isOfKinds(filters)) yield spanOf('orders', spanOfDays(filters))
  else yield* searchStretches(db, 'orders', size, spanOfDays(filters))
}

const cashDue = `orders.status = 'Delivered' and orders.payment_type = 'COD' and orders.is_paid = 0`

/** The conditions of `deskTabOf` in SQL. */
const tabConditions: Record<DeskTab, string> = {
  confirm: `orders.problem = 0 and orders.status = 'Order Placed'`,
  pack: `orders.problem = 0 and orders.status = 'Confirmed'`,
  ship: `orders.problem = 0 and orders.status = 'Packed'`,
  way: `orders.problem = 0 and orders.status = 'Shipped'`,
  cash: `orders.problem = 0 and ${cashDue}`,
  problems: 'orders.problem = 1',
  done: `orders.problem = 0 and orders.status in ('Delivered', 'Cancelled', 'Returned') and not (${cashDue})`,
}

/** The orders of a stretch that fit, newest first, by an index in that order: sorting takes longer. Each status and each tab but the last has one. */
export function newestFitting(db: Db, filters: Fitting, stretch: Stretch) {
  const { tab, payment, paymentType, status, producer, isOfFew } = filters
  const plainly = (column: string) => sql<unknown>`${unindexed(db, `orders.${column}`)}`
  const inOrder = (condition: string): RawBuilder<boolean> =>
    stretch.isPart || isOfFew || tab === 'done'
      ? sql<boolean>`${sql.join(
          condition
            .split(/(orders\.\w+)/)
            .map((part) => (part.startsWith('orders.') ? unindexed(db, part) : sql.raw(part))),
          sql``,
        )}`
      : sql.raw(condition)
  return db
    .selectFrom('orders')
    .where(stretch.isIn)
    .where(isSearched(db, filters))
    .$if(producer !== undefined, (select) =>
      select.where(
        isOfFew
          ? sql<boolean>`orders.id in (select order_id from order_lines where producer_id = ${producer ?? ''})`
          : sql<boolean>`exists (select 1 from order_lines
              where order_lines.order_id = orders.id and order_lines.producer_id = ${producer ?? ''})`,
      ),
    )
    .$if(tab !== undefined, (select) => select.where(inOrder(`(${tabConditions[tab ?? 'done']})`)))
    .$if(paymentType !== undefined, (select) =>
      select.where(sql<boolean>`${plainly('payment_type')} = ${paymentType ?? ''}`),
    )
    .$if(status !== undefined, (select) =>
      select.where(sql<boolean>`${stretch.isPart ? plainly('status') : sql.ref('orders.status')} = ${status ?? ''}`),
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
  pending: number
}
interface CountedStretch {
  stretch: Stretch
  fitting: number
}

const kinds = ['payment_type', 'status', 'is_paid', 'problem'] as const

function countKinds(db: Db, filters: Fitting, stretch: Stretch) {
  const { search, producer, isOfFew } = filters
  if (isOfKinds(filters)) return db.selectFrom('order_counts').select([...kinds, 'orders as count'])
  const found = newestFitting(db, { search, producer, isOfFew }, stretch).select(kinds)
  return (
    db
      // In stretch order SQLite reads the stretch alone; in the order of the kinds it would read an index of all orders.
      .with(
        (as) => (stretch.isPart ? as('found').materialized() : as('found')),
        () => (stretch.isPart ? found : found.clearOrderBy()),
      )
      .selectFrom('found')
      .select([...kinds, (select) => select.fn.countAll<number>().as('count')])
      .groupBy(kinds)
  )
}

const isPaymentOf = (
  kind: { is_paid: number; status: Parameters<typeof isOff>[0] },
  payment: OrderFilters['payment'],
) => payment === undefined || (payment === 'paid' ? kind.is_paid === 1 : kind.is_paid === 0 && !isOff(kind.status))

/** Counts orders by all filters but `payment`, each tab by all but `tab`, and the matches in each stretch of `size` orders. */
export async function countFitting(db: Db, filters: Fitting, size?: number) {
  const { payment, paymentType, status, tab: wanted } = filters
  const counts: Counts = { all: 0, paid: 0, pending: 0 }
  const tabs: Record<DeskTab, number> = { confirm: 0, pack: 0, ship: 0, way: 0, cash: 0, problems: 0, done: 0 }
  const stretches: CountedStretch[] = []
  for await (const stretch of stretchesFor(db, filters, size)) {
    const before = counts[payment ?? 'all']
    for (const kind of await countKinds(db, filters, stretch).execute()) {
      if (kind.payment_type !== (paymentType ?? kind.payment_type) || kind.status !== (status ?? kind.status)) continue
      const tab = deskTabOf({
        status: kind.status,
        paymentType: kind.payment_type,
        isPaid: kind.is_paid === 1,
        hasProblem: kind.problem === 1,
      })
      if (tab && isPaymentOf(kind, payment)) tabs[tab] += kind.count
      if (wanted !== undefined && tab !== wanted) continue
      counts.all += kind.count
      if (kind.is_paid === 1) counts.paid += kind.count
      else if (!isOff(kind.status)) counts.pending += kind.count
    }
    stretches.push({ stretch, fitting: counts[payment ?? 'all'] - before })
  }
  return { counts, tabs, stretches }
}

/** The ids of one page, found with these counts. */
export async function findFitting(
  db: Db,
  filters: Fitting,
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
