import { deleteDemoSeller, findDemoSeller } from '#features/auth/server/auth.service.ts'
import pictures from '#features/pictures/server/pictures.json' with { type: 'json' }
import { anySample, deleteSamples, lockSamples } from '#features/producers/server/sample-producers.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { DEMO_SKU } from '../catalog.sku.ts'
import { followProducers, takeFamilyTurn } from '../families/server/family-places.ts'
import { setProducerWords } from '../search/server/producer-words.ts'
import { parsePictures } from './catalog.service.ts'

/** Demo products are among the first of a shop. */
const AMONG_FIRST = 500

const demoPictures = new Set(Object.keys(pictures))
/** The name and eight characters of a hash; uploaded pictures have other keys. */
const isDemoPicture = (key: string) => demoPictures.has(key.replace(/-[0-9a-f]{8}$/, ''))

/** Products of the demo's import file, or with a demo picture; with the seller's own pictures one is no demo any more. */
export async function findDemoProducts(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'images', 'archived', 'sku'])
    .orderBy('number')
    .limit(AMONG_FIRST)
    .execute()
  return rows
    .filter(({ archived, images, sku }) => {
      const isOfDemo = parsePictures(images).some(({ key }) => isDemoPicture(key)) || sku?.startsWith(DEMO_SKU)
      return archived === 0 && isOfDemo
    })
    .map(({ id }) => id)
}

/** Archives the demo's products, removes sample producers, locks the demo's seller out. All or nothing, after `first`; idempotent. */
export async function endDemo<More>(deps: Pick<Deps, 'db' | 'now'>, first?: (tx: Tx) => Promise<More>) {
  // Comes before the transaction, since a password takes a while.
  const seller = await findDemoSeller(deps.db)
  return deps.db.transaction().execute(async (tx) => {
    const more = await first?.(tx)
    await takeFamilyTurn(tx)
    const samples = await lockSamples(tx)
    const ids = await findDemoProducts(tx)
    await lockProducts(tx, ids, samples)
    const products = ids.length === 0 ? 0 : await archive(tx, ids)
    await removeSamples(tx, samples)
    await noteEnd(tx, deps.now())
    const isSellerRemoved = seller !== undefined && (await deleteDemoSeller(tx, seller))
    const anySeller = await tx.selectFrom('sellers').select('id').limit(1).executeTakeFirst()
    return { more, products, isSellerRemoved, hasSeller: anySeller !== undefined }
  })
}

/** Removes the samples of a former demo that starts as a real shop. */
export async function leaveSamples(deps: Pick<Deps, 'db'>) {
  if (!(await anySample(deps.db).executeTakeFirst())) return
  await deps.db.transaction().execute(async (tx) => {
    await takeFamilyTurn(tx)
    const samples = await lockSamples(tx)
    await lockProducts(tx, [], samples)
    await removeSamples(tx, samples)
  })
}

/** Locks the products and those of the producers, in id order as orders do. */
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

/** Their products have no producer then, so no maker's price either. Those archived with one stay so. */
async function removeSamples(tx: Tx, samples: readonly string[]) {
  if (samples.length === 0) return
  await tx
    .updateTable('products')
    .set({ producer_id: null, suspended: 0, maker_price_paise: null })
    .where('producer_id', 'in', samples)
    .execute()
  await followProducers(tx, samples)
  for (const { id, ...words } of await deleteSamples(tx)) await setProducerWords(tx, id, undefined, words)
}

/** Notes the end, which also makes cached pages with sample stories out of date. */
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
