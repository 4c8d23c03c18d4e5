import { setImmediate } from 'node:timers/promises'
import { foldSku } from '#features/catalog/catalog.sku.ts'
import type { Db } from '#kernel/db/database.ts'
import { badInput } from '#shared/app-error.ts'
import { isNumberLike, mayBeRewritten, rewrittenKeys } from '#shared/reading/rewritten-identifiers.ts'
import { message } from '../../products.messages.ts'

const AT_ONCE = 2000

/** The shop's SKUs that look like numbers, by what a spreadsheet may make of them. */
async function numberLikeSkus(db: Db) {
  const found = new Map<string, { sku: string; name: string }[]>()
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'sku', 'name'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { sku, name } of rows) {
      if (sku === null || !isNumberLike(sku)) continue
      for (const key of rewrittenKeys(foldSku(sku))) found.set(key, [...(found.get(key) ?? []), { sku, name }])
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return found
    after = last.id
    await setImmediate()
  }
}

/** Refuses a new SKU that may be a rewritten one of the shop: 0077 became 77. Reads the shop's SKUs once, if needed. Throws BAD_INPUT. */
export function createSkuDoubts(db: Db) {
  let known: ReturnType<typeof numberLikeSkus> | undefined
  return async (sku: string) => {
    if (!isNumberLike(sku)) return
    known ??= numberLikeSkus(db)
    const byKey = await known
    const alike = rewrittenKeys(foldSku(sku)).flatMap((key) => byKey.get(key) ?? [])
    const old = alike.find((one) => mayBeRewritten(foldSku(one.sku), foldSku(sku)))
    if (old) throw badInput({ sku: message('ROW_SKU_REWRITTEN', old) })
  }
}
