import { setImmediate } from 'node:timers/promises'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type Application, applicationNotFound, notApproved } from '../producers.contract.ts'
import { type Row, toApplication, toColumns } from './producers.service.ts'
import { keepUploads } from './uploads.ts'

/** Products, which are a feature above this one: it gives this to `deps`. */
interface ProductsOfProducers {
  /**
   * Has some of a producer's products follow when it is suspended or taken back, and says whether there may be more. The producer's
   * row is locked by the caller, before any product.
   */
  settleSome: (tx: Tx, producerId: string, isSuspended: boolean) => Promise<boolean>
  /** Producers with products that have not followed: a crash came in between. */
  findUnsettled: (db: Db) => Promise<string[]>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    productsOfProducers: ProductsOfProducers
  }
}

const withId = (db: Db, id: string) => db.selectFrom('producer_applications').selectAll().where('id', '=', id)

/** Throws APPLICATION_NOT_FOUND. */
export async function getApplication(db: Db, id: string) {
  const row = await withId(db, id).executeTakeFirst()
  if (!row) throw applicationNotFound()
  return { application: toApplication(row) }
}

/** Throws APPLICATION_NOT_FOUND, NOT_APPROVED. */
async function lockApproved(tx: Tx, id: string): Promise<Row> {
  const row = await lockRows(tx, withId(tx, id)).executeTakeFirst()
  if (!row) throw applicationNotFound()
  if (row.status !== 'approved') throw notApproved()
  return row
}

/** What is given changes, the rest stays. Throws APPLICATION_NOT_FOUND, NOT_APPROVED, and BAD_INPUT for a picture that is gone. */
export async function editProducer(deps: Deps, sellerId: string, id: string, change: Partial<Application>) {
  const row = await transact(deps, async (tx) => {
    const before = await lockApproved(tx, id)
    const columns = toColumns({ ...toApplication(before), ...change })
    const { profileImageUrl = '', coverImageUrl = '' } = change
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    await tx.updateTable('producer_applications').set(columns).where('id', '=', id).execute()
    await recordAct(tx, {
      sellerId,
      action: 'producer.changed',
      subject: id,
      summary: `${columns.name}: ${Object.keys(change).join(', ')} changed`,
      at: deps.now(),
    })
    return { ...before, ...columns }
  })
  return { message: `${row.name} is saved`, application: toApplication(row) }
}

/**
 * Takes a producer out of the shop, with its page and products, or back. Answered when all products have followed; the same again
 * changes nothing. Throws APPLICATION_NOT_FOUND, NOT_APPROVED.
 */
export async function setSuspended(deps: Deps, sellerId: string, id: string, isSuspended: boolean) {
  const now = deps.now()
  const row = await transact(deps, async (tx) => {
    const before = await lockApproved(tx, id)
    if ((before.suspended_at !== null) === isSuspended) return before
    const suspended_at = isSuspended ? now.getTime() : null
    // Products first: whoever counts up the catalogue's version waits for no product after it.
    await deps.productsOfProducers.settleSome(tx, id, isSuspended)
    await tx.updateTable('producer_applications').set({ suspended_at }).where('id', '=', id).execute()
    await recordAct(tx, {
      sellerId,
      action: isSuspended ? 'producer.suspended' : 'producer.unsuspended',
      subject: id,
      summary: `${before.name} ${isSuspended ? 'suspended' : 'taken back'}`,
      at: now,
    })
    return { ...before, suspended_at }
  })
  await settleProducts(deps, id)
  const message = isSuspended ? `${row.name} is suspended` : `${row.name} is back in the shop`
  return { message, application: toApplication(row) }
}

/** Has all products of a producer follow it, a few at a time. */
async function settleProducts(deps: Deps, id: string, isStopping = () => false) {
  const settleSome = () =>
    transact(deps, async (tx) => {
      const { suspended_at } = await lockApproved(tx, id)
      return deps.productsOfProducers.settleSome(tx, id, suspended_at !== null)
    })
  while (!isStopping() && (await settleSome())) await setImmediate()
}

/** Finishes what a crash or a stop interrupted. */
export const settlingJob = (deps: Deps): Job => ({
  name: 'products of suspended producers',
  everyMs: HOUR_MS,
  first: 'ready',
  async work(isStopping) {
    for (const id of await deps.productsOfProducers.findUnsettled(deps.db)) await settleProducts(deps, id, isStopping)
  },
})
