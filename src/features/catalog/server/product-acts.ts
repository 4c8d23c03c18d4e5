import { type Act, recordActs } from '#features/audit/server/audit.service.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { productNotFound } from '../catalog.contract.ts'
import { type BulkAct, type BulkResult, stockUsedUp } from '../seller-products.contract.ts'
import { changesOf } from './product-changes.ts'
import { lockSuspended } from './product-producer.ts'
import { type Row, stockAfter, toSellerProduct } from './seller-products.service.ts'
import { STOCK_ALERTS } from './stock-alerts.ts'
import { placeAfter } from './suspended-products.ts'

/** Products a transaction: each change touches a dozen indexes, and other requests must not wait for 300 of them. */
const PART = 50

type Change = Omit<Partial<Row>, 'id' | 'number'>

export interface ProductAct {
  /** What the product is then, whether its producer is suspended or not. Throws an AppError where it cannot be done. */
  after: (row: Row, isSuspended: boolean) => Change
  action: (row: Row) => Act['action']
  summary: (row: Row) => string
  /** What the seller is answered, whether it was so before or not. */
  answer: (after: Row, before: Row) => string
  /** "27 products are archived". */
  all: string
  /** It brings products into the shop: a suspended producer's stay out, whoever waits for them is told. */
  isBack?: true
}

/** What can be done to a product without opening it. */
const acts: Readonly<Record<BulkAct, ProductAct>> = {
  archive: {
    after: () => placeAfter.archived,
    action: () => 'product.archived',
    summary: ({ name }) => `${name} archived`,
    answer: ({ name }) => `${name} is archived`,
    all: 'archived',
  },
  unarchive: {
    after: (_, isSuspended) => (isSuspended ? placeAfter.suspended : placeAfter.shown),
    action: ({ draft }) => (draft === 1 ? 'product.published' : 'product.unarchived'),
    summary: ({ name, draft }) => `${name} ${draft === 1 ? 'published' : 'brought back'}`,
    answer({ name, suspended }, before) {
      if (suspended === 1) return `${name} comes back with its producer`
      return before.draft === 1 ? `${name} is published` : `${name} is back in the shop`
    },
    all: 'in the shop',
    isBack: true,
  },
  'in-stock': {
    after(row) {
      if (row.stock === 0) throw stockUsedUp(row.name)
      return stockAfter(row, undefined, true)
    },
    action: () => 'product.stock',
    summary: ({ name }) => `${name}: in stock`,
    answer: ({ name }) => `${name} is in stock`,
    all: 'in stock',
    isBack: true,
  },
  'out-of-stock': {
    after: (row) => stockAfter(row, undefined, false),
    action: () => 'product.stock',
    summary: ({ name }) => `${name}: out of stock`,
    answer: ({ name }) => `${name} is out of stock`,
    all: 'out of stock',
  },
}

interface Outcome {
  message: string
  /** What the product is now; undefined: it was not found, or cannot be changed so. */
  row?: Row
  error?: AppError
}

interface Doing {
  deps: Deps
  sellerId: string
  act: ProductAct
  /** Changes nothing: says what would be. */
  isCheck?: boolean | undefined
}

/** Some products in one transaction; by id. */
async function actOnSome({ deps, sellerId, act, isCheck = false }: Doing, ids: readonly string[]) {
  return transact(deps, async (tx) => {
    // Lock order: producers before products, products in the order of their ids, as everywhere.
    const suspended = act.isBack ? await lockSuspended(tx, ids) : new Set<string>()
    const wanted = tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id')
    const outcomes = new Map<string, Outcome>()
    const done: Act[] = []
    const written = new Map<string, { after: Change; ids: string[] }>()
    for (const before of await lockRows(tx, wanted).execute()) {
      try {
        const after = act.after(before, before.producer_id !== null && suspended.has(before.producer_id))
        const row = { ...before, ...after }
        outcomes.set(before.id, { message: act.answer(row, before), row })
        if (isCheck) continue
        const changes = await changesOf(tx, before, row)
        if (changes.length === 0) continue
        done.push({ action: act.action(before), subject: before.id, summary: act.summary(before), changes })
        const alike = JSON.stringify(after)
        written.set(alike, { after, ids: [...(written.get(alike)?.ids ?? []), before.id] })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcomes.set(before.id, { message: error.message, error })
      }
    }
    for (const { after, ids } of written.values())
      await tx.updateTable('products').set(after).where('id', 'in', ids).execute()
    if (done.length > 0) await recordActs(tx, { sellerId, at: deps.now() }, done)
    if (act.isBack && done.length > 0) wakeAfterCommit(tx, STOCK_ALERTS)
    return outcomes
  })
}

/** Does the same to many products, 50 at a time. What cannot be done says why, the rest is done. */
export async function actOnProducts(doing: Doing, ids: readonly string[]) {
  const different = [...new Set(ids)]
  const outcomes = new Map<string, Outcome>()
  for (let from = 0; from < different.length; from += PART)
    for (const [id, outcome] of await actOnSome(doing, different.slice(from, from + PART))) outcomes.set(id, outcome)
  const results = different.map((id): BulkResult => {
    const { row, message } = outcomes.get(id) ?? productNotFoundOutcome
    return { _id: id, ok: row !== undefined, message }
  })
  const done = results.filter(({ ok }) => ok).length
  const count = done === results.length ? String(done) : `${done} of ${results.length}`
  const [first] = results
  if (results.length === 1 && first) return { message: first.message, results }
  return { message: `${count} products ${doing.isCheck ? 'would be' : 'are'} ${doing.act.all}`, results }
}

/** The same again changes nothing. */
export const changeProducts = (deps: Deps, sellerId: string, ids: readonly string[], to: BulkAct) =>
  actOnProducts({ deps, sellerId, act: acts[to] }, ids)

const productNotFoundOutcome: Outcome = { message: productNotFound().message }

/**
 * Takes a product out of the shop, or brings it back; the same again changes nothing. One of a suspended producer comes back with its
 * producer; a draft is published. Throws PRODUCT_NOT_FOUND.
 */
export async function changeProduct(deps: Deps, sellerId: string, id: string, to: BulkAct) {
  const outcome = (await actOnSome({ deps, sellerId, act: acts[to] }, [id])).get(id)
  if (!outcome?.row) throw outcome?.error ?? productNotFound()
  return { message: outcome.message, product: toSellerProduct(outcome.row) }
}
