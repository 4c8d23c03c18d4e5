import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would sell pieces of batches that are past their date'

/** Pages show the best before of the piece that is sold next. */
const countUp = `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id) select version, new.id from catalogue_version;
  delete from catalogue_changes where version <= (select version from catalogue_version) - 500;`

const sqlite = [
  `create trigger product_batch_shown after update of next_batch on products when old.next_batch is not new.next_batch begin
    ${countUp} end`,
]

const postgres = [
  `create function product_batch_told() returns trigger language plpgsql as $$ begin ${countUp} return null; end $$`,
  `create trigger product_batch_shown after update of next_batch on products
    for each row when (old.next_batch is distinct from new.next_batch) execute function product_batch_told()`,
]

/** Counted stock in batches, each with its best before; a line of an order notes those that it took. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table products add column batches text`.execute(db)
  await sql`alter table products add column next_batch text`.execute(db)
  await sql`alter table order_lines add column batches text`.execute(db)
  await sql`create index products_in_batches on products (id) where batches is not null`.execute(db)
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}
