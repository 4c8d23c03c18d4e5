import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { jsonRows } from '#kernel/db/json-rows.ts'
import type { Column, StagedLine } from './import-lines.ts'

const types: Record<keyof StagedLine, 'text' | 'integer' | 'bigint'> = {
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
  weight: 'text',
  stock: 'integer',
  in_stock: 'integer',
  producer_id: 'text',
  delivery_days: 'text',
  returnable: 'integer',
  created_at: 'bigint',
}

/** The columns of `products` that each column of a file is written to. */
const writtenTo = {
  id: [],
  name: ['name', 'name_folded', 'name_words'],
  category: ['category'],
  price: ['price_paise'],
  offerPrice: ['offer_price_paise'],
  description: ['description', 'description_words'],
  weight: ['weight'],
  stock: ['stock'],
  inStock: [],
  producer: ['producer_id'],
  deliveryDays: ['delivery_days'],
} as const

/** 1 where the line's producer is suspended. */
const isSuspended = sql<number>`(select count(*) from producer_applications
  where producer_applications.id = lines.producer_id and suspended_at is not null)`

/**
 * Writes one part of an import: new products, and into those there are the columns that the file has, each with one statement. The
 * products are locked first, in the order of their ids, as by orders. Says how many were added, and how many are not as before.
 */
export async function savePart(tx: Tx, importId: string, columns: readonly Column[], json: string, now: Date) {
  const lines = () => jsonRows<StagedLine>(tx, json, types).as('lines')
  if (columns.includes('producer')) {
    // Lock order: producers before products, as when a producer is suspended.
    const named = tx.selectFrom(lines()).select('lines.producer_id').$castTo<{ producer_id: string }>()
    const wanted = tx.selectFrom('producer_applications').select('id').where('id', 'in', named).orderBy('id')
    await lockRows(tx, wanted).execute()
  }
  const changed = tx.selectFrom(lines()).select('lines.id').where('lines.is_new', '=', 0)
  await lockRows(tx, tx.selectFrom('products').select('id').where('id', 'in', changed).orderBy('id')).execute()

  const fresh = [
    ...(['id', 'name', 'name_folded', 'category', 'price_paise', 'offer_price_paise', 'description'] as const),
    ...(['name_words', 'description_words', 'weight', 'stock', 'producer_id', 'delivery_days', 'created_at'] as const),
    'returnable' as const,
  ]
  const inserted = await tx
    .insertInto('products')
    .columns([...fresh, 'in_stock', 'images', 'last_import', 'archived', 'suspended'])
    .expression(
      tx
        .selectFrom(lines())
        .select(fresh.map((name) => `lines.${name}` as const))
        .select([
          sql<number>`lines.in_stock`.as('in_stock'),
          sql<string>`'[]'`.as('images'),
          sql<string>`cast(${importId} as text)`.as('last_import'),
          isSuspended.as('archived'),
          isSuspended.as('suspended'),
        ])
        .where('lines.is_new', '=', 1),
    )
    .executeTakeFirst()

  const written = columns.flatMap((column): readonly string[] => writtenTo[column])
  const values: Record<string, RawBuilder<never>> = Object.fromEntries(
    written.map((column) => [column, sql<never>`${sql.ref(`lines.${column}`)}`]),
  )
  if (columns.includes('stock') || columns.includes('inStock')) {
    const stock = columns.includes('stock') ? sql.ref('lines.stock') : sql.ref('products.stock')
    values.in_stock = sql<never>`case when ${stock} = 0 then 0 else coalesce(lines.in_stock, products.in_stock) end`
  }
  if (columns.includes('producer')) {
    // The same rule as `visibility`.
    const isArchived = sql`products.archived = 1 and products.suspended = 0`
    values.archived = sql<never>`case when ${isArchived} then 1 else ${isSuspended} end`
    values.suspended = sql<never>`case when ${isArchived} then 0 else ${isSuspended} end`
  }
  if (columns.includes('price')) {
    // The same rule as `afterPriceChange`.
    values.price_raised_at = sql<never>`case when lines.price_paise > products.price_paise
      then cast(${now.getTime()} as bigint) else products.price_raised_at end`
  }
  const differs = Object.entries(values).map(
    ([column, value]) => sql<boolean>`${sql.ref(`products.${column}`)} is distinct from ${value}`,
  )
  const updated = await tx
    .updateTable('products')
    .from(lines())
    .set({ ...values, version: sql`products.version + 1`, last_import: importId })
    .whereRef('products.id', '=', 'lines.id')
    .where('lines.is_new', '=', 0)
    .where((where) => where.or(differs))
    .executeTakeFirst()
  return { added: Number(inserted.numInsertedOrUpdatedRows ?? 0), changed: Number(updated.numUpdatedRows) }
}
