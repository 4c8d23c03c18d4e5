import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = true

/** What visitors see of a product. */
const shown = [
  ...['name', 'category', 'price_paise', 'offer_price_paise', 'description', 'images', 'weight'],
  ...['in_stock', 'producer_id', 'archived', 'delivery_days', 'returnable', 'facts'],
]

const postgres = `
  create function product_stamped() returns trigger language plpgsql as $$ begin
    new.changed_at = floor(extract(epoch from clock_timestamp()) * 1000);
    return new; end $$;
  create trigger product_stamped before update on products
    for each row when (${shown.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function product_stamped()`
const sqlite = `
  create trigger product_stamped after update of ${shown.join(', ')} on products
    when ${shown.map((name) => `old.${name} is not new.${name}`).join(' or ')} begin
    update products set changed_at = cast(unixepoch('subsec') * 1000 as integer) where number = new.number; end`

/** When what visitors see of a product changed last, for search engines. The database itself keeps it, so no code can forget it. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('products').addColumn('changed_at', 'bigint').execute()
  await sql.raw(isPostgres(db) ? postgres : sqlite).execute(db)
}
