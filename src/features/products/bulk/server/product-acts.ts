import { type Act, recordActs } from '#features/audit/server/audit.service.ts'
import { sellingDay, withTrueStock } from '#features/catalog/batches/server/batch-stock.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { AppError } from '#shared/app-error.ts'
import { type Message, textOf, wordStored } from '#shared/messages.ts'
import { lockSuspended } from '../../edit/server/product-producer.ts'
import { checkFacts } from '../../facts/server/required-facts.ts'
import { message } from '../../products.messages.ts'
import { type BulkAct, type BulkResult, BulkResults, stockUsedUp } from '../../seller-products.contract.ts'
import { changesOf } from '../../server/product-changes.ts'
import { type Row, stockAfter, toSellerProduct } from '../../server/seller-products.service.ts'
import { doOnce, type Once } from './act-keys.ts'
import { placeAfter } from './suspended-products.ts'

/** Products changed in one transaction: each change touches a dozen indexes, and others must not wait for 300. */
const PART = 50

type Change = Omit<Partial<Row>, 'id' | 'number'>

export interface ProductAct {
  /** The product afterwards. Throws an AppError where it cannot be done. */
  after: (row: Row, isSuspended: boolean) => Change
  action: (row: Row) => Act['action']
  summary: (row: Row) => string
  answer: (after: Row, before: Row) => Message
  /** "27 of 30 products are archived". */
  all: (counts: { done: number; all: number }) => Message
  /** True: products come back, but not those of suspended producers, and waiting shoppers are told. */
  isBack?: true
}

const acts: Readonly<Record<BulkAct, ProductAct>> = {
  archive: {
    after: () => placeAfter.archived,
    action: () => 'product.archived',
    summary: ({ name }) => `${name} archived`,
    answer: ({ name }) => message('PRODUCT_ARCHIVED', { name }),
    all: (counts) => message('PRODUCTS_ARCHIVED', counts),
  },
  unarchive: {
    after: (_, isSuspended) => (isSuspended ? placeAfter.suspended : placeAfter.shown),
    action: ({ draft }) => (draft === 1 ? 'product.published' : 'product.unarchived'),
    summary: ({ name, draft }) => `${name} ${draft === 1 ? 'published' : 'brought back'}`,
    answer({ name, suspended }, before) {
      if (suspended === 1) return message('PRODUCT_WAITS_FOR_PRODUCER', { name })
      return message(before.draft === 1 ? 'PRODUCT_PUBLISHED' : 'PRODUCT_BACK_IN_SHOP', { name })
    },
    all: (counts) => message('PRODUCTS_IN_SHOP', counts),
    isBack: true,
  },
  'in-stock': {
    after(row) {
      if (row.stock === 0) throw stockUsedUp({ name: row.name, inBatches: row.batches !== null })
      return stockAfter(row, undefined, true)
    },
    action: () => 'product.stock',
    summary: ({ name }) => `${name}: in stock`,
    answer: ({ name }) => message('PRODUCT_IN_STOCK', { name }),
    all: (counts) => message('PRODUCTS_IN_STOCK', counts),
    isBack: true,
  },
  'out-of-stock': {
    after: (row) => stockAfter(row, undefined, false),
    action: () => 'product.stock',
    summary: ({ name }) => `${name}: out of stock`,
    answer: ({ name }) => message('PRODUCT_OUT_OF_STOCK', { name }),
    all: (counts) => message('PRODUCTS_OUT_OF_STOCK', counts),
  },
}

interface Outcome {
  /** As it is stored for a repeated call, not in words. */
  message: string
  ok: boolean
  /** The product as it is now; undefined: not found, not possible, or changed earlier in this call. */
  row?: Row
  error?: AppError
}

interface Doing {
  deps: Deps
  who: Principal
  act: ProductAct
  isCheck?: boolean | undefined
  /** The act is done once for a key, part by part. */
  once?: Once | undefined
}

async function actOnSome(doing: Doing, ids: readonly string[], part = 0) {
  const { deps, once } = doing
  return transact(deps, async (tx) => {
    if (!once) return actInTransaction(doing, tx, ids)
    const answer = await doOnce(tx, { ...once, part, at: deps.now() }, async () => {
      const outcomes = await actInTransaction(doing, tx, ids)
      return [...outcomes].map(([_id, { ok, message }]) => ({ _id, ok, message }))
    })
    return new Map(BulkResults.parse(answer).map(({ _id, ...outcome }): [string, Outcome] => [_id, outcome]))
  })
}

async function actInTransaction({ deps, who, act, isCheck = false }: Doing, tx: Tx, ids: readonly string[]) {
  // Locks producers before products, and products by id, as everywhere.
  const suspended = act.isBack ? await lockSuspended(tx, ids) : new Set<string>()
  const wanted = tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id')
  const outcomes = new Map<string, Outcome>()
  const done: Act[] = []
  const written = new Map<string, { after: Change; ids: string[] }>()
  const day = sellingDay(deps)
  for (const stored of await lockRows(tx, wanted).execute()) {
    const before = withTrueStock(stored, day)
    try {
      const after = act.after(before, before.producer_id !== null && suspended.has(before.producer_id))
      const row = { ...before, ...after }
      checkFacts(deps.config, before, row)
      outcomes.set(before.id, { message: textOf(act.answer(row, before)), ok: true, row })
      if (isCheck) continue
      const changes = await changesOf(tx, before, row)
      if (changes.length === 0) continue
      done.push({ action: act.action(before), subject: before.id, summary: act.summary(before), changes })
      const alike = JSON.stringify(after)
      written.set(alike, { after, ids: [...(written.get(alike)?.ids ?? []), before.id] })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcomes.set(before.id, { message: error.message, ok: false, error })
    }
  }
  for (const { after, ids } of written.values())
    await tx.updateTable('products').set(after).where('id', 'in', ids).execute()
  if (done.length > 0) await recordActs(tx, { who, at: deps.now() }, done)
  if (act.isBack && done.length > 0) wakeAfterCommit(tx, STOCK_ALERTS)
  return outcomes
}

/** Changes many products, 50 a transaction; those that cannot be changed say why. */
export async function actOnProducts(doing: Doing, ids: readonly string[]) {
  const different = [...new Set(ids)]
  const outcomes = new Map<string, Outcome>()
  for (let from = 0; from < different.length; from += PART)
    for (const [id, outcome] of await actOnSome(doing, different.slice(from, from + PART), from / PART))
      outcomes.set(id, outcome)
  const results = different.map((id): BulkResult => {
    const { ok, message } = outcomes.get(id) ?? productNotFoundOutcome
    return { _id: id, ok, message: wordStored(message, doing.deps.word) }
  })
  const done = results.filter(({ ok }) => ok).length
  const [first] = results
  if (results.length === 1 && first) return { message: first.message, results }
  return { message: doing.act.all({ done, all: results.length }), results }
}

export const changeProducts = (deps: Deps, who: Principal, ids: readonly string[], to: BulkAct) =>
  actOnProducts({ deps, who, act: acts[to] }, ids)

const productNotFoundOutcome: Outcome = { message: productNotFound().message, ok: false }

/**
 * Archives a product or brings it back, a draft by publishing it; idempotent. A suspended producer's comes back with the producer. Throws
 * PRODUCT_NOT_FOUND.
 */
export async function changeProduct(deps: Deps, who: Principal, id: string, to: BulkAct) {
  const outcome = (await actOnSome({ deps, who, act: acts[to] }, [id])).get(id)
  if (!outcome?.row) throw outcome?.error ?? productNotFound()
  return { message: wordStored(outcome.message, deps.word), product: toSellerProduct(outcome.row) }
}
