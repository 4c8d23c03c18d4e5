import { recordActs } from '#features/audit/server/audit.service.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { familyPlaces, noFamily, takeFamilyTurn } from '#features/catalog/families/server/family-places.ts'
import { descriptionColumns } from '#features/catalog/search/server/product-words.ts'
import { parseDescription, parseFacts } from '#features/catalog/server/catalog.service.ts'
import { transact } from '#kernel/background.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { message } from '../../products.messages.ts'
import { changesOf } from '../../server/product-changes.ts'
import { type Row, toSellerProduct } from '../../server/seller-products.service.ts'
import type { NewFamily } from '../families.contract.ts'

/** Throws BAD_INPUT for a product that cannot be of the first one's family. */
function checkAlike(rows: readonly Row[]) {
  const [first, ...others] = rows
  for (const other of others) {
    if (other.category !== first?.category) throw badInput({ members: message('FAMILY_OF_CATEGORIES', other) })
    if (other.producer_id !== first?.producer_id) throw badInput({ members: message('FAMILY_OF_PRODUCERS', other) })
  }
}

/** Makes products one family, all or none. Throws PRODUCT_NOT_FOUND, FAMILY_TAKEN, BAD_INPUT. */
export async function makeFamily(deps: Deps, who: Principal, { name, members }: NewFamily) {
  const ids = members.map(({ _id }) => _id)
  if (new Set(ids).size < ids.length) throw badInput({ members: message('MEMBER_TWICE') })
  const products = await transact(deps, async (tx) => {
    await takeFamilyTurn(tx)
    const locked = tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id')
    const rows = new Map((await lockRows(tx, locked).execute()).map((row) => [row.id, row]))
    const before = ids.map((id) => {
      const row = rows.get(id)
      if (!row) throw productNotFound()
      return row
    })
    checkAlike(before)
    // Their old places are free for one another.
    await tx.updateTable('products').set(noFamily).where('id', 'in', ids).execute()
    const places = familyPlaces(tx)
    const after: Row[] = []
    for (const [at, row] of before.entries()) {
      const axes = members[at]?.axes ?? {}
      const place = await places.put(row, { name, axes })
      const described = descriptionColumns(parseDescription(row.description), parseFacts(row.facts), { name, axes })
      const change = { ...place, ...described, version: row.version + 1 }
      await tx.updateTable('products').set(change).where('id', '=', row.id).execute()
      after.push({ ...row, ...change })
    }
    await places.settle(before.map(({ family_id }) => family_id))
    const acts = await Promise.all(
      before.map(async (row, at) => ({
        action: 'product.changed' as const,
        subject: row.id,
        summary: `${row.name} changed`,
        changes: await changesOf(tx, row, after[at] ?? row),
      })),
    )
    await recordActs(tx, { who, at: deps.now() }, acts)
    return after
  })
  return {
    message: message('FAMILY_MADE', { name, products: products.length }),
    products: products.map(toSellerProduct),
  }
}
