import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = true

/** Pages show when a maker is back: a change of it counts up the version of the catalogue, as a change of all else that they show does. */
const countUp = `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id) select version, new.id from catalogue_version;
  delete from catalogue_changes where version <= (select version from catalogue_version) - 500;`

const sqlite = [
  `create trigger product_holiday_shown after update of back_on on products when old.back_on is not new.back_on begin
    ${countUp}
    insert into product_changes (product_id, at) values (new.id, cast(unixepoch('subsec') * 1000 as integer));
    update products set changed_at = cast(unixepoch('subsec') * 1000 as integer) where number = new.number; end`,
]

const postgres = [
  `create function product_holiday_told() returns trigger language plpgsql as $$ begin ${countUp}
    insert into product_changes (product_id, at) values (new.id, floor(extract(epoch from clock_timestamp()) * 1000));
    return null; end $$`,
  `create trigger product_holiday_shown after update of back_on on products
    for each row when (old.back_on is distinct from new.back_on) execute function product_holiday_told()`,
  `create trigger product_holiday_stamped before update on products
    for each row when (old.back_on is distinct from new.back_on) execute function product_stamped()`,
]

/** A product says when its maker is back from a holiday, and whether it is out of stock for that reason alone. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table products add column back_on text`.execute(db)
  await sql`alter table products add column resting integer not null default 0`.execute(db)
  await sql`create index products_back_on on products (producer_id) where back_on is not null`.execute(db)
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}
