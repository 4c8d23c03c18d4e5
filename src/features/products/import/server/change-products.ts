import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import { movesFamilies } from './family-columns.ts'
import { type Column, columnsWritten } from './import-columns.ts'
import type { StagedLine } from './import-lines.ts'

/** For an undo: since when the old price was a raised one. */
export type ChangeLine = StagedLine & { price_raised_at?: number | null }

const types: Record<keyof ChangeLine, 'text' | 'integer' | 'bigint'> = {
  id: 'text',
  is_new: 'integer',
  name: 'text',
  name_folded: 'text',
  name_words: 'text',
  category: 'text',
  price_paise: 'bigint',
  offer_price_paise: 'bigint',
  description: 'text',
  description_words: 'text',
  facts: 'text',
  fact_choices: 'text',
  weight: 'text',
  stock: 'integer',
  in_stock: 'integer',
  producer_id: 'text',
  delivery_days: 'text',
  sku: 'text',
  sku_key: 'text',
  returnable: 'integer',
  maker_price_paise: 'bigint',
  costs_paise: 'bigint',
  family: 'text',
  family_id: 'text',
  family_key: 'text',
  images: 'text',
  price_raised_at: 'bigint',
  created_at: 'bigint',
}

export const linesOf = (db: Db, lines: readonly ChangeLine[]) =>
  jsonRows<ChangeLine>(db, JSON.stringify(lines), types).as('lines')

/** 1 where the line's producer is suspended. */
export const isSuspended = sql<number>`(select count(*) from producers
  where producers.id = lines.producer_id and suspended_at is not null)`

interface Change {
  columns: readonly Column[]
  now: Date
  isUndo?: boolean
  /** The lines know where they stand among the families. */
  isPlaced?: boolean
}

/** A maker's price is stated, or ends with its producer. */
export const changesMakerPrice = (columns: readonly Column[]) =>
  columns.includes('makerPrice') || columns.includes('producer')

/** Other pictures or texts, or a new product name. */
export const changesPictures = (columns: readonly Column[]) =>
  (['pictures', 'pictureTexts', 'name'] as const).some((column) => columns.includes(column))

/** The new value of each column of `products`. */
function valuesOf({ columns, now, isUndo = false, isPlaced = false }: Change) {
  const values: Record<string, RawBuilder<never>> = Object.fromEntries(
    columnsWritten(columns).map((column) => [column, sql<never>`${sql.ref(`lines.${column}`)}`]),
  )
  if (isPlaced && movesFamilies(columns)) {
    values.family = sql<never>`lines.family`
    values.family_id = sql<never>`lines.family_id`
    values.family_key = sql<never>`lines.family_key`
  }
  if (columns.includes('stock') || columns.includes('inStock')) {
    const stock = columns.includes('stock')
      ? sql<never>`case when products.batches is null then lines.stock else products.stock end`
      : sql<never>`products.stock`
    // Stock in batches changes with its batches alone.
    if (columns.includes('stock')) values.stock = stock
    // As `stockAfter`: new stock puts a sold-out product on sale.
    const isOn = columns.includes('stock')
      ? sql`case when products.stock = 0 then 1 else products.in_stock end`
      : sql.ref('products.in_stock')
    values.in_stock = sql<never>`case when ${stock} = 0 then 0 else coalesce(lines.in_stock, ${isOn}) end`
    // What is switched off stays so after a holiday.
    if (!isUndo) values.resting = sql<never>`case when lines.in_stock = 0 then 0 else products.resting end`
  }
  if (columns.includes('producer')) {
    // The same rule as `visibility`.
    const isArchived = sql`products.archived = 1 and products.suspended = 0`
    values.archived = sql<never>`case when ${isArchived} then 1 else ${isSuspended} end`
    values.suspended = sql<never>`case when ${isArchived} then 0 else ${isSuspended} end`
  }
  if (changesMakerPrice(columns)) {
    // The same rule as `makerPriceAfter`.
    const producer = sql.ref(columns.includes('producer') ? 'lines.producer_id' : 'products.producer_id')
    const asked = sql.ref(columns.includes('makerPrice') ? 'lines.maker_price_paise' : 'products.maker_price_paise')
    values.maker_price_paise = isUndo
      ? sql<never>`lines.maker_price_paise`
      : sql<never>`case when ${producer} is not null then ${asked} end`
  }
  if (columns.includes('price')) {
    // The same rule as `afterPriceChange`.
    values.price_raised_at = isUndo
      ? sql<never>`lines.price_raised_at`
      : sql<never>`case when lines.price_paise > products.price_paise
          then cast(${now.getTime()} as bigint) else products.price_raised_at end`
  }
  if (columns.includes('returnable')) values.returnable = sql<never>`coalesce(lines.returnable, products.returnable)`
  if (changesPictures(columns)) values.images = sql<never>`coalesce(lines.images, products.images)`
  return values
}

const differs = (values: Record<string, RawBuilder<never>>) =>
  sql<boolean>`(1 = 0 or ${sql.join(
    [
      sql`1 = 0`,
      ...Object.entries(values).map(
        ([column, value]) => sql`${sql.ref(`products.${column}`)} is distinct from ${value}`,
      ),
    ],
    sql` or `,
  )})`

/** How many lines would change their product. */
export async function countChanges(db: Db, lines: readonly ChangeLine[], change: Change) {
  const { count } = await db
    .selectFrom('products')
    .innerJoin(linesOf(db, lines), 'lines.id', 'products.id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('lines.is_new', '=', 0)
    .where(differs(valuesOf(change)))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes the file's columns into existing, locked products, in one statement; unchanged ones are left alone. Gives the changed products. */
export function changeProducts(tx: Tx, importId: string, lines: readonly ChangeLine[], change: Change) {
  const values = valuesOf(change)
  return tx
    .updateTable('products')
    .from(linesOf(tx, lines))
    .set({ ...values, version: sql`products.version + 1`, last_import: importId })
    .whereRef('products.id', '=', 'lines.id')
    .where('lines.is_new', '=', 0)
    .where(differs(values))
    .returning(['products.id', 'products.version', 'products.stock', 'products.in_stock'])
    .execute()
}

/** Locks producers before products, as in suspending. */
export async function lockProducers(tx: Tx, columns: readonly Column[], lines: readonly ChangeLine[]) {
  if (!columns.includes('producer')) return
  const named = lines.flatMap(({ producer_id }) => (producer_id === null ? [] : [producer_id]))
  if (named.length === 0) return
  const wanted = tx.selectFrom('producers').select('id').where('id', 'in', named).orderBy('id')
  await lockRows(tx, wanted).execute()
}

/** Locks products in id order, as orders do. */
export function lockProducts(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return lockRows(tx, tx.selectFrom('products').selectAll().where('id', 'in', ids).orderBy('id')).execute()
}

/** Lines whose SKU another product has: its name, by the line's id. */
export async function takenSkus(tx: Tx, lines: readonly ChangeLine[]) {
  const keys = lines.flatMap(({ sku_key }) => (sku_key ? [sku_key] : []))
  if (keys.length === 0) return new Map<string, string>()
  const rows = await tx.selectFrom('products').select(['id', 'name', 'sku_key']).where('sku_key', 'in', keys).execute()
  const holders = new Map(rows.map((row) => [row.sku_key, row]))
  return new Map(
    lines.flatMap(({ id, sku_key }) => {
      const holder = holders.get(sku_key)
      return sku_key && holder && holder.id !== id ? [[id, holder.name] as const] : []
    }),
  )
}
