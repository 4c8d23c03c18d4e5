import { foldSku } from '#features/catalog/catalog.sku.ts'
import type { Db } from '#kernel/db/database.ts'
import { badInput } from '#shared/app-error.ts'
import { message } from '../../products.messages.ts'
import type { ReadLine } from './import-lines.ts'

const columns = [
  ...(['id', 'sku_key', 'name', 'price_paise', 'offer_price_paise', 'producer_id'] as const),
  ...([
    'archived',
    'suspended',
    'description',
    'facts',
    'weight',
    'images',
    'category',
    'family',
    'stock',
    'batches',
  ] as const),
]

/** Approved producers by id, and whether they are suspended. */
export async function knownProducers(db: Db) {
  const rows = await db.selectFrom('producers').select(['id', 'suspended_at']).execute()
  return new Map(rows.map(({ id, suspended_at }) => [id, suspended_at !== null]))
}

const skuKeyOf = ({ cell }: ReadLine) => foldSku(cell.get('sku') ?? '')

/** Products that lines name by id or SKU. */
async function productsOf(db: Db, lines: readonly ReadLine[]) {
  const ids = lines.map(({ cell }) => cell.get('id') ?? '')
  const rows = await db
    .selectFrom('products')
    .select(columns)
    .where((where) => where.or([where('id', 'in', ids), where('sku_key', 'in', lines.map(skuKeyOf))]))
    .execute()
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    bySku: new Map(rows.map((row) => [row.sku_key, row])),
  }
}
export type KnownProduct = Awaited<ReturnType<typeof productsOf>>['byId'] extends Map<string, infer Row> ? Row : never

/** Finds each line's product. `seen` holds those named before. */
export function createFinder(db: Db) {
  const seenIds = new Set<string>()
  const seenSkus = new Set<string>()
  return async (lines: readonly ReadLine[]) => {
    const { byId, bySku } = await productsOf(db, lines)
    /** The product of a line; undefined: a new one. Throws BAD_INPUT. */
    return (line: ReadLine): KnownProduct | undefined => {
      const id = line.cell.get('id') ?? ''
      const key = skuKeyOf(line)
      const holder = key === '' ? undefined : bySku.get(key)
      const product = id === '' ? holder : byId.get(id)
      if (id !== '' && !product) throw badInput({ id: message('ROW_ID_UNKNOWN') })
      if (holder && holder.id !== product?.id)
        throw badInput({ sku: message('ROW_SKU_OF_ANOTHER', { name: holder.name }) })
      if (product && seenIds.has(product.id))
        throw badInput({ [id === '' ? 'sku' : 'id']: message('ROW_PRODUCT_TWICE') })
      if (key !== '' && seenSkus.has(key)) throw badInput({ sku: message('ROW_SKU_TWICE') })
      if (product) seenIds.add(product.id)
      if (key !== '') seenSkus.add(key)
      return product
    }
  }
}
