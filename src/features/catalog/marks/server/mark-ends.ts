import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { inParts } from '#kernel/db/query/in-parts.ts'
import { readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { eachDay } from '#kernel/each-day.ts'
import { indianDay } from '#shared/day.ts'
import { SECOND_MS } from '#shared/time.ts'
import { wordsOfMark } from '../marks.kinds.ts'
import { isValidOn, lastAskedDay, type StoredMark } from '../marks.rules.ts'
import { parseMarks } from './marks.ts'

/** Notes when the marks of a product end; the caller writes `products.marks`. A mark whose day stays is asked about once. */
export async function writeEnds(tx: Tx, productId: string, marks: readonly StoredMark[]) {
  const known = await tx
    .selectFrom('product_mark_ends')
    .select(['kind', 'valid_until', 'asked'])
    .where('product_id', '=', productId)
    .execute()
  await tx.deleteFrom('product_mark_ends').where('product_id', '=', productId).execute()
  if (marks.length === 0) return
  const rows = marks.map(({ kind, validUntil, ended }) => {
    const before = known.find((one) => one.kind === kind && one.valid_until === validUntil)
    return {
      ...{ product_id: productId, kind, valid_until: validUntil },
      ...{ ended: ended ? 1 : 0, asked: before?.asked ?? 0 },
    }
  })
  await tx.insertInto('product_mark_ends').values(rows).execute()
}

/**
 * Takes marks whose last day is over from the catalogue: that raises its version, so that kept pages and a CDN's copies go. Whoever reads a product
 * leaves them out by the day already.
 */
export const endMarks = (deps: Pick<Deps, 'db' | 'jobs' | 'now'>) =>
  inParts((size) =>
    transact(deps, async (tx) => {
      const today = indianDay(deps.now())
      const over = await tx
        .selectFrom('product_mark_ends')
        .select('product_id')
        .distinct()
        .where('ended', '=', 0)
        .where('valid_until', '<', today)
        .orderBy('product_id')
        .limit(size)
        .execute()
      const ids = over.map(({ product_id }) => product_id)
      if (ids.length === 0) return 0
      const wanted = tx.selectFrom('products').select(['id', 'marks']).where('id', 'in', ids).orderBy('id')
      for (const { id, marks } of await lockRows(tx, wanted).execute()) {
        const noted = parseMarks(marks).map((mark) =>
          isValidOn(mark, today) ? mark : { ...mark, ended: true as const },
        )
        await tx
          .updateTable('products')
          .set({ marks: JSON.stringify(noted) })
          .where('id', '=', id)
          .execute()
      }
      await tx
        .updateTable('product_mark_ends')
        .set({ ended: 1 })
        .where('product_id', 'in', ids)
        .where('valid_until', '<', today)
        .execute()
      return ids.length
    }),
  )

/** Looks once a second whether a new Indian day has begun; only then is the database asked. */
export const markEndsJob = (deps: Deps): Job => ({
  name: 'ends of marks',
  first: 'listening',
  everyMs: SECOND_MS,
  work: eachDay(deps, async () => void (await endMarks(deps))),
})

const ending = (db: Db, now: Date) =>
  db
    .selectFrom('product_mark_ends')
    .innerJoin('products', 'products.id', 'product_mark_ends.product_id')
    .where('valid_until', '<=', lastAskedDay(now))
    .where('products.archived', '=', 0)

/** How many marks have ended or end within 30 days, and how many of them have ended. */
export async function countEndingMarks(db: Db, now: Date) {
  const count = async (query: ReturnType<typeof ending>) => {
    const { marks } = await query.select(({ fn }) => fn.countAll<number>().as('marks')).executeTakeFirstOrThrow()
    return Number(marks)
  }
  const [all, ended] = await Promise.all([
    count(ending(db, now)),
    count(ending(db, now).where('valid_until', '<', indianDay(now))),
  ])
  return { all, ended }
}

const PER_PAGE = 25

/** Marks of products in the shop that have ended or end within 30 days, the first to end first. */
export async function listEndingMarks(db: Db, now: Date, page: number | undefined) {
  const { all, ended } = await countEndingMarks(db, now)
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, all, (limit, offset) =>
    ending(db, now)
      .select(['products.id', 'products.name', 'kind', 'valid_until'])
      .orderBy('valid_until')
      .orderBy('product_id')
      .orderBy('kind')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  const today = indianDay(now)
  const marks = rows.map(({ id: _id, name, kind, valid_until: validUntil }) => ({
    product: { _id, name },
    ...{ kind, name: wordsOfMark(kind).name, validUntil, hasEnded: !isValidOn({ validUntil }, today) },
  }))
  return { marks, ended, ...paging }
}

/** Marks that the office is asked about now, each once: those that end within 30 days, or have ended before anybody was asked. */
export async function takeEndingMarks(tx: Tx, now: Date, atMost: number) {
  const rows = await ending(tx, now)
    .select(['products.id', 'products.name', 'kind', 'valid_until'])
    .where('asked', '=', 0)
    .orderBy('valid_until')
    .orderBy('product_id')
    .orderBy('kind')
    .limit(atMost)
    .execute()
  for (const { id, kind } of rows)
    await tx
      .updateTable('product_mark_ends')
      .set({ asked: 1 })
      .where('product_id', '=', id)
      .where('kind', '=', kind)
      .execute()
  return rows.map(({ name, kind, valid_until: validUntil }) => ({ name, mark: wordsOfMark(kind).name, validUntil }))
}
