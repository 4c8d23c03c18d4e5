import { removeDemoSeller } from '#features/auth/server/auth.service.ts'
import pictures from '#features/pictures/server/pictures.json' with { type: 'json' }
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
 * Makes a real shop of a demo: its products go to the archive, where orders keep their copies, its sample producers leave the shop, and
 * its seller can no longer log in. Safe to call again.
 */
export async function endDemo(deps: Pick<Deps, 'db' | 'log' | 'now'>) {
  const products = await deps.db.transaction().execute(async (tx) => {
    await endSamples(tx, deps.now())
    const ids = await findDemoProducts(tx)
    if (ids.length === 0) return 0
    // In the order in which orders lock them.
    await lockRows(tx, tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id')).execute()
    const { numUpdatedRows } = await tx
      .updateTable('products')
      .set({ archived: 1 })
      .where('id', 'in', ids)
      .where('archived', '=', 0)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  })
  const isSellerRemoved = await removeDemoSeller(deps)
  const anySeller = await deps.db.selectFrom('sellers').select('id').limit(1).executeTakeFirst()
  return { products, isSellerRemoved, hasSeller: anySeller !== undefined }
}

/** Cached pages that show the samples are out of date from then on. */
async function endSamples(tx: Tx, now: Date) {
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
