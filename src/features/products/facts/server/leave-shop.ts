import { recordActs } from '#features/audit/server/audit.service.ts'
import { fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { missingFacts } from '#features/catalog/facts/facts.missing.ts'
import { parseFacts } from '#features/catalog/server/catalog.service.ts'
import { categorySlug } from '#features/catalog/server/products.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { inParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { indianDay } from '#shared/day.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { placeAfter } from '../../bulk/server/suspended-products.ts'
import { changesOf } from '../../server/product-changes.ts'
import type { Row } from '../../server/seller-products.service.ts'
import { isInShop, lacksFacts } from './lacking.ts'
import { leaveDay } from './leave-day.ts'

type Own = Pick<Deps, 'db' | 'jobs' | 'config' | 'now'>

/** Products changed in one transaction: each change touches a dozen indexes, and others must not wait. */
const PART = 50

/** Notes when facts were first required, from which the 30 days count; forgets it where they are not. */
async function noteRequired({ db, config, now }: Own) {
  if (config.factsRequired)
    await db
      .insertInto('shop_notes')
      .values({ key: 'facts-required-at', value: now().toISOString() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  else await db.deleteFrom('shop_notes').where('key', 'in', ['facts-required-at', 'facts-told']).execute()
}

/** The shop itself does it, in the name of no account. */
const theShop = { who: principalOf('seller', ''), isInBackground: true } as const

async function makeDrafts(tx: Tx, rows: readonly Row[], at: Date) {
  const ids = rows.map(({ id }) => id)
  await tx.updateTable('products').set(placeAfter.draft).where('id', 'in', ids).execute()
  const acts = []
  for (const row of rows) {
    const names = missingFacts(categorySlug(row.category), parseFacts(row.facts)).map((name) => fieldOf(name).label)
    const summary = `${row.name} left the shop: its category asks for ${names.join(', ')}`
    const changes = await changesOf(tx, row, { ...row, ...placeAfter.draft })
    acts.push({ action: 'product.changed' as const, subject: row.id, summary, changes })
  }
  await recordActs(tx, { ...theShop, at }, acts)
}

/** From the announced day on, makes drafts of what is on sale without its facts; each is in the activity. */
export async function leaveShop(deps: Own) {
  await noteRequired(deps)
  const { db, config, now } = deps
  const day = config.factsRequired ? await leaveDay(db) : undefined
  if (day === undefined || indianDay(now()) < day) return
  await inParts(
    (size) =>
      transact(deps, async (tx) => {
        const lacking = tx.selectFrom('products').selectAll().where(isInShop).where(lacksFacts)
        const rows = await lockRows(tx, lacking.orderBy('id').limit(size)).execute()
        if (rows.length > 0) await makeDrafts(tx, rows, now())
        return rows.length
      }),
    PART,
  )
}

/** Looks when an Indian day begins, and each hour: a producer who comes back brings products along. */
export function leaveShopJob(deps: Deps): Job {
  let last: Date | undefined
  return {
    name: 'goods without facts',
    first: 'listening',
    everyMs: MINUTE_MS,
    async work() {
      const at = deps.now()
      const isSoon = last && indianDay(last) === indianDay(at) && at.getTime() - last.getTime() < HOUR_MS
      if (isSoon) return
      await leaveShop(deps)
      last = at
    },
  }
}

/** So many names at most. */
const MOST_TOLD = 10_000

/** What leaves the shop and when, once for the office's mail. */
export async function takeLeaving(tx: Tx) {
  const day = await leaveDay(tx)
  if (day === undefined) return undefined
  const told = { key: 'facts-told' as const, value: day }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_notes')
    .values(told)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows) === 0) return undefined
  const rows = await tx
    .selectFrom('products')
    .select('name')
    .where(isInShop)
    .where(lacksFacts)
    .orderBy('name_folded')
    .limit(MOST_TOLD)
    .execute()
  return { day, names: rows.map(({ name }) => name) }
}
