import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'
import { createTextIndex, dropTextIndex } from './text-index.ts'

const indexOf = <DB>(db: Kysely<DB>) => ({
  ...{ table: 'products', column: 'name_folded' },
  name: isPostgres(db) ? 'products_name_trigrams' : 'product_names',
})

/** The index of the first versions, by parts of the folded name alone. */
export const createNameIndex = <DB>(db: Kysely<DB>) => createTextIndex(db, indexOf(db))
export const dropNameIndex = <DB>(db: Kysely<DB>) => dropTextIndex(db, indexOf(db))

export const searchColumns = [
  ...['number', 'id', 'name_folded', 'category', 'price_paise', 'offer_price_paise'],
  ...['in_stock', 'archived', 'producer_id', 'created_at'],
]
/** The columns of a row of this name. */
export const searchColumnsOf = (row: string) => searchColumns.map((column) => `${row}.${column}`).join(', ')

/**
 * A search looks at every product that matches. In SQLite a product's row holds texts and pictures besides, so what is
 * looked at stands in narrow rows of its own, kept by the database itself.
 */
export async function createSearchRows<DB>(db: Kysely<DB>) {
  if (isPostgres(db)) return
  const columns = searchColumns.join(', ')
  await sql`create table product_search (number integer primary key, id text not null, name_folded text not null,
    category text not null, price_paise integer not null, offer_price_paise integer not null, in_stock integer not null,
    archived integer not null, producer_id text, created_at integer not null)`.execute(db)
  const statements = [
    `insert into product_search (${columns}) select ${columns} from products`,
    `create trigger product_search_insert after insert on products begin
      insert into product_search (${columns}) values (${searchColumnsOf('new')}); end`,
    `create trigger product_search_update after update on products
      when ${searchColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin
      update product_search set ${searchColumns.map((column) => `${column} = new.${column}`).join(', ')}
        where number = old.number; end`,
    `create trigger product_search_delete after delete on products begin
      delete from product_search where number = old.number; end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Lists that choose by price are found in the search rows, and counted there, in one index each. */
export async function createSearchLists<DB>(db: Kysely<DB>) {
  if (isPostgres(db)) return
  const chosen = 'offer_price_paise, in_stock, category, price_paise'
  const lists = {
    search_by_category: 'archived, category, offer_price_paise, in_stock, price_paise',
    search_newest: `archived, created_at desc, id desc, ${chosen}`,
    search_by_name: `archived, name_folded, created_at desc, id desc, ${chosen}`,
    search_by_saving: `archived, ((price_paise - offer_price_paise) * 1000 / price_paise) desc, created_at desc, id desc, ${chosen}`,
  }
  for (const [name, columns] of Object.entries(lists))
    await sql`create index ${sql.id(name)} on product_search (${sql.raw(columns)})`.execute(db)
}

/** Takes them away: to create them again. */
export async function dropSearchRows<DB>(db: Kysely<DB>) {
  if (isPostgres(db)) return
  for (const event of ['insert', 'update', 'delete'])
    await sql`drop trigger ${sql.id(`product_search_${event}`)}`.execute(db)
  await sql`drop table product_search`.execute(db)
}
