import { openDatabase } from '#kernel/db/database.ts'
import { SECOND_MS } from '#shared/time.ts'
import { checkBooks } from '../chaos/books.ts'
import type { Report } from '../chaos/report.ts'
import { seconds, table } from '../figures.ts'
import type { Load } from './load.ts'

const HEAD = ['', 'orders', 'lost', 'doubled', 'without an order', 'at most', 'pages', 'lost']

/** The longest time between two acknowledged orders, from the last one before `from` on; `times` are sorted. */
export function longestGap(times: readonly number[], from: number, to: number) {
  const before = times.findLast((at) => at <= from) ?? from
  const within = times.filter((at) => at > from && at <= to)
  return Math.max(...[...within, to].map((at, index) => at - (within[index - 1] ?? before)))
}

/** Reports each step, and every broken promise. The load has stopped. */
export async function judge(report: Report, load: Load, databaseUrl: string) {
  const { purchases } = load.buyers
  const db = openDatabase(databaseUrl)
  const orders = await db.selectFrom('orders').select(['id', 'created_at']).execute()
  await db.destroy()
  const known = new Set(orders.map(({ id }) => id))
  const acknowledged = new Set(purchases.flatMap(({ orderIds }) => [...orderIds]))
  const times = purchases.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b)

  const part = report.part('rehearsal')
  const rows = load.sights.map(({ what, bounds, from, to, pages, pagesLost }) => {
    const isWithin = (at = 0) => at > from && at <= to
    const own = purchases.filter(({ at }) => isWithin(at))
    const lost = own.flatMap(({ orderIds }) => [...orderIds]).filter((id) => !known.has(id)).length
    const twice = own.reduce((sum, { orderIds }) => sum + orderIds.size - 1, 0)
    // Its buyer was told of another order, or of none.
    const nobodys = orders.filter(({ id, created_at }) => isWithin(created_at) && !acknowledged.has(id)).length
    const gap = longestGap(times, from, to)
    part.check(lost + twice + nobodys === 0, `${what}: ${lost} orders were lost, ${twice + nobodys} doubled`)
    part.check(gap <= bounds.gapMs, `${what}: ${seconds(gap)} without an order`)
    part.check(pagesLost <= (bounds.pagesLost ?? pagesLost), `${what}: ${pagesLost} pages were lost`)
    const most = `${bounds.gapMs / SECOND_MS} s`
    return [what, own.length, lost, twice + nobodys, seconds(gap), most, pages, pagesLost].map(String)
  })
  await checkBooks(report.part('books'), databaseUrl, purchases, load.stock)
  for (const problem of load.unexpected()) part.fail(problem)
  const { busy, cut } = load.buyers.mishaps
  part.say(
    `buyers were told 503 ${busy} times, and not answered ${cut} times; a seller changed ${load.changes()} things`,
  )
  console.log(`\n${table(HEAD, rows)}\n`)
}
