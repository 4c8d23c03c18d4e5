import type { Selectable } from 'kysely'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { parseBatches, sellingDay, withTrueStock } from '#features/catalog/batches/server/batch-stock.ts'
import { productNotFound } from '#features/catalog/catalog.contract.ts'
import { parseFamily } from '#features/catalog/families/server/siblings.ts'
import { officeMarks } from '#features/catalog/marks/server/marks.ts'
import { withoutShares } from '#features/catalog/server/catalog.service.ts'
import { STOCK_ALERTS } from '#features/stock-alerts/server/stock-alerts.ts'
import { transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { message } from '../products.messages.ts'
import { type SellerProduct, stockInBatches, stockUsedUp } from '../seller-products.contract.ts'
import { changesOf } from './product-changes.ts'

export type Row = Selectable<Tables['products']>

export const toSellerProduct = (row: Row): SellerProduct => ({
  ...withoutShares(row),
  price: row.price_paise,
  makerPrice: row.maker_price_paise,
  costs: row.costs_paise,
  ...(row.price_raised_at === null ? {} : { priceRaisedAt: new Date(row.price_raised_at) }),
  ...(row.sku === null ? {} : { sku: row.sku }),
  stock: row.stock,
  ...batchesIn(row),
  returnable: row.returnable === 1,
  marks: officeMarks(row),
  ...familyIn(row),
  isArchived: row.archived === 1,
  isDraft: row.draft === 1,
  isSuspended: row.suspended === 1,
  version: row.version,
})

function batchesIn({ batches: json }: Row) {
  const batches = parseBatches(json)
  return batches ? { batches } : {}
}

function familyIn({ family: json }: Row) {
  const family = parseFamily(json)
  return family ? { family } : {}
}

const withId = (db: Db, id: string) => db.selectFrom('products').selectAll().where('id', '=', id)

function known(row: Row | undefined) {
  if (!row) throw productNotFound()
  return row
}

export const findProduct = async (db: Db, id: string) => known(await withId(db, id).executeTakeFirst())
export const lockProduct = async (tx: Tx, id: string) => known(await lockRows(tx, withId(tx, id)).executeTakeFirst())

/** Throws PRODUCT_NOT_FOUND. */
/** With its producer's name, suspended ones too; empty without a producer. Throws PRODUCT_NOT_FOUND. */
export async function getSellerProduct(db: Db, id: string) {
  const row = await findProduct(db, id)
  const producer = row.producer_id
    ? await db.selectFrom('producers').select('name').where('id', '=', row.producer_id).executeTakeFirst()
    : undefined
  return { product: toSellerProduct(row), producerName: producer?.name ?? row.producer_id ?? '' }
}

/** A count of 0 is out of stock, whatever the switch says. Of a maker on holiday the next look at holidays makes what is in stock rest again. */
export const stockAfter = (row: Pick<Row, 'stock'>, stock: number | null | undefined, inStock: boolean) => {
  const count = stock === undefined ? row.stock : stock
  return { stock: count, in_stock: inStock && count !== 0 ? 1 : 0, resting: 0 }
}

/** While its maker is on holiday a product stays out of stock, and comes back with them if it was put in stock. */
const restingAfter = (
  { back_on }: Pick<Row, 'back_on'>,
  after: ReturnType<typeof stockAfter>,
  { ordersOnHoliday }: Pick<Deps['config'], 'ordersOnHoliday'>,
) => (back_on === null || ordersOnHoliday ? after : { ...after, in_stock: 0, resting: after.in_stock })

/** Answers after the commit, so nothing is sold after it. Throws PRODUCT_NOT_FOUND, STOCK_USED_UP. */
export async function setStock(
  deps: Deps,
  who: Principal,
  input: { id: string; inStock: boolean; stock?: number | null | undefined },
) {
  const product = await transact(deps, async (tx) => {
    const stored = await lockProduct(tx, input.id)
    const row = withTrueStock(stored, sellingDay(deps))
    const inBatches = row.batches !== null
    if (inBatches && input.stock !== undefined && input.stock !== row.stock) throw stockInBatches()
    if (input.inStock && (inBatches || input.stock === undefined) && row.stock === 0)
      throw stockUsedUp({ name: row.name, inBatches })
    const after = restingAfter(row, stockAfter(row, input.stock, input.inStock), deps.config)
    const now = { ...row, ...after }
    if (after.stock !== row.stock || after.in_stock !== row.in_stock || after.resting !== row.resting) {
      await tx.updateTable('products').set(after).where('id', '=', row.id).execute()
      if (after.in_stock === 1) wakeAfterCommit(tx, STOCK_ALERTS)
      const count = after.stock === null ? '' : `, ${after.stock} counted`
      const summary = `${row.name}: ${after.in_stock === 1 ? 'in stock' : 'out of stock'}${count}`
      const changes = await changesOf(tx, row, now)
      await recordAct(tx, { who, action: 'product.stock', subject: row.id, summary, changes, at: deps.now() })
    }
    return toSellerProduct(now)
  })
  const { name, inStock } = product
  return { message: message(inStock ? 'PRODUCT_IN_STOCK' : 'PRODUCT_OUT_OF_STOCK', { name }), product }
}
