import { type Kysely, sql } from 'kysely'
import { createCatalogueTriggers } from './frozen/catalogue-triggers.ts'
import { assumeSizes } from './frozen/engine.ts'
import { createSearchRows } from './frozen/name-search.ts'

export const besideOldVersion = false
export const whyNot = 'it keeps pages without asking whether the catalogue has changed'
export const fills = ['catalogue_version']

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  await schema
    .createTable('catalogue_version')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into catalogue_version (id, version) values (1, 1)`.execute(db)

  await schema
    .createTable('product_counts')
    .addColumn('archived', 'integer', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('in_stock', 'integer', (column) => column.notNull())
    .addColumn('on_offer', 'integer', (column) => column.notNull())
    .addColumn('products', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_counts_key', ['archived', 'category', 'in_stock', 'on_offer'])
    .execute()
  const onOffer = sql`case when offer_price_paise < price_paise then 1 else 0 end`
  await sql`insert into product_counts (archived, category, in_stock, on_offer, products)
    select archived, category, in_stock, ${onOffer}, count(*) from products where import_id is null
    group by archived, category, in_stock, ${onOffer}`.execute(db)

  await createCatalogueTriggers(db, 'first')
  await createSearchRows(db)

  // A list finds its page in an index alone: each has the filters, the order and the id. Not the one by name without a
  // category: PostgreSQL would read all of it to answer a search.
  const saving = '((price_paise - offer_price_paise) * 1000 / price_paise) desc'
  const newest = 'created_at desc, id desc'
  const ofCategory = 'archived, category, in_stock desc'
  const lists = {
    products_by_price: `archived, offer_price_paise, ${newest}, in_stock`,
    products_by_saving: `archived, ${saving}, ${newest}, in_stock`,
    products_by_name: `archived, name_folded, ${newest}`,
    products_of_category_by_price: `${ofCategory}, offer_price_paise, ${newest}`,
    products_of_category_by_price_down: `${ofCategory}, offer_price_paise desc, ${newest}`,
    products_of_category_by_saving: `${ofCategory}, ${saving}, ${newest}`,
    products_of_category_by_name: `${ofCategory}, name_folded, ${newest}`,
  }
  for (const [name, columns] of Object.entries(lists))
    await sql`create index ${sql.id(name)} on products (${sql.raw(columns)})`.execute(db)
  await assumeSizes(db, {
    products: {
      sqlite_autoindex_products_1: [1],
      products_newest: [100_000, 1, 1],
      products_in_stock: [100_000, 90_000, 1, 1],
      products_of_category: [100_000, 12_500, 11_000, 1, 1],
      products_of_producer: [100_000, 50, 1, 1],
      products_of_import: [50_000],
      products_by_price: [100_000, 20, 1, 1, 1],
      products_by_saving: [100_000, 1000, 1, 1, 1],
      products_by_name: [100_000, 2, 1, 1],
      products_of_category_by_price: [100_000, 12_500, 11_000, 5, 1, 1],
      products_of_category_by_price_down: [100_000, 12_500, 11_000, 5, 1, 1],
      products_of_category_by_saving: [100_000, 12_500, 11_000, 200, 1, 1],
      products_of_category_by_name: [100_000, 12_500, 11_000, 2, 1, 1],
    },
  })
}
