import { removeDemoSeller } from '#features/auth/server/auth.service.ts'
import pictures from '#features/pictures/server/pictures.json' with { type: 'json' }
import { anySample, deleteSamples, lockSamples } from '#features/producers/server/sample-producers.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { parsePictures } from './catalog.service.ts'

/** The demo catalogue is put into an empty shop, so its products are among the first so many. */
const AMONG_FIRST = 500

const demoPictures = new Set(Object.keys(pictures))
/** The key of a demo picture is its name and eight characters of a hash; keys of uploaded ones look different. */
const isDemoPicture = (key: string) => demoPictures.has(key.replace(/-[0-9a-f]{8}$/, ''))

/** Products in the shop that still have a picture of the demo: one with the seller's own pictures is not demo any more. */
export async function findDemoProducts(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'images', 'archived'])
    .orderBy('number')
    .limit(AMONG_FIRST)
    .execute()
  return rows
    .filter(({ archived, images }) => archived === 0 && parsePictures(images).some(({ key }) => isDemoPicture(key)))
    .map(({ id }) => id)
}

/**
 * Makes a real shop of a demo: its products go to the archive, where orders keep their copies, its sample producers are removed, and
 * its seller can no longer log in. Safe to call again.
 */
export async function endDemo(deps: Pick<Deps, 'db' | 'log' | 'now'>) {
  const products = await deps.db.transaction().execute(async (tx) => {
    const samples = await lockSamples(tx)
    const ids = await findDemoProducts(tx)
    await lockProducts(tx, ids, samples)
    const archived = ids.length === 0 ? 0 : await archive(tx, ids)
    await removeSamples(tx, samples)
    await noteEnd(tx, deps.now())
    return archived
  })
  const isSellerRemoved = await removeDemoSeller(deps)
  const anySeller = await deps.db.selectFrom('sellers').select('id').limit(1).executeTakeFirst()
  return { products, isSellerRemoved, hasSeller: anySeller !== undefined }
}

/** A shop that was a demo and is started as a real one has no sample producers any more. */
export async function leaveSamples(deps: Pick<Deps, 'db'>) {
  if (!(await anySample(deps.db).executeTakeFirst())) return
  await deps.db.transaction().execute(async (tx) => {
    const samples = await lockSamples(tx)
    await lockProducts(tx, [], samples)
    await removeSamples(tx, samples)
  })
}

/** Locks these products and those of the producers, in the order in which orders lock them, before any of them changes. */
async function lockProducts(tx: Tx, ids: readonly string[], producers: readonly string[]) {
  const wanted = tx
    .selectFrom('products')
    .select('id')
    .where((product) =>
      product.or([
        ...(ids.length > 0 ? [product('id', 'in', ids)] : []),
        ...(producers.length > 0 ? [product('producer_id', 'in', producers)] : []),
      ]),
    )
  await lockRows(tx, wanted.orderBy('id')).execute()
}

async function archive(tx: Tx, ids: readonly string[]) {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ archived: 1 })
    .where('id', 'in', ids)
    .where('archived', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** What they made is nobody's then, and a maker's price needs a maker. What left the shop with one of them stays in the archive. */
async function removeSamples(tx: Tx, samples: readonly string[]) {
  if (samples.length === 0) return
  await tx
    .updateTable('products')
    .set({ producer_id: null, suspended: 0, maker_price_paise: null })
    .where('producer_id', 'in', samples)
    .execute()
  await deleteSamples(tx)
}

/** Remembers it. Cached pages that tell the sample stories are out of date from then on. */
async function noteEnd(tx: Tx, now: Date) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shop_notes')
    .values({ key: 'demo-ended-at', value: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .updateTable('catalogue_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute()
}
