import type { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { familyPlaces, type ToPlace } from '#features/catalog/families/server/family-places.ts'
import { parseFamily } from '#features/catalog/families/server/siblings.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { ProductChange } from '../../product-data.contract.ts'
import type { Row } from '../../server/seller-products.service.ts'

/** May this edit move a product from one family to another? */
export const touchesFamily = ({ family, category, producer }: ProductChange) =>
  [family, category, producer].some((said) => said !== undefined)

/**
 * Where an edit leaves a product among the families: in the one that is stated (null: none), or, where only its category or producer changes, in the
 * family of the same name there. Throws FAMILY_TAKEN, BAD_INPUT. Call `settle` when the product is written.
 */
export async function placeEdited(
  tx: Tx,
  row: Pick<Row, 'family' | 'family_id' | 'category' | 'producer_id'>,
  after: ToPlace,
  stated: StatedFamily | null | undefined,
) {
  const isMoved = after.category !== row.category || after.producer_id !== row.producer_id
  if (stated === undefined && (row.family === null || !isMoved)) return { columns: {}, settle: async () => {} }
  const places = familyPlaces(tx)
  const columns = await places.put(after, stated === undefined ? parseFamily(row.family) : stated)
  return { columns, settle: () => places.settle([row.family_id]) }
}
