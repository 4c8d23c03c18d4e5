import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/** Columns of `products` as the migrations up to 0015 know them, or as they are now. */
type Columns = 'first' | 'now'

/** What a visitor sees of a product. Of the count of its pieces only the last five are shown (`leftOf` in the catalogue). */
const shown = (row: string, columns: Columns) => [
  ...['name', 'category', 'price_paise', 'offer_price_paise', 'description', 'images', 'weight'].map(
    (name) => `${row}.${name}`,
  ),
  ...['in_stock', 'producer_id', 'archived'].map((name) => `${row}.${name}`),
  ...(columns === 'first'
    ? []
    : [
        `${row}.delivery_days`,
        `${row}.price_raised_at`,
        `case when ${row}.stock between 1 and 5 then ${row}.stock end`,
      ]),
]

/**
 * Lets the database itself count up `catalogue_version`, and keep `product_counts`, in the transaction of whatever changes
 * what visitors see: no write can forget it. An order that takes counted pieces touches neither, unless few are left then.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createCatalogueTriggers(db: Kysely<any>, columns: Columns = 'now') {
  for (const statement of (isPostgres(db) ? postgres : sqlite)(columns)) await sql.raw(statement).execute(db)
}

/** Takes them away, those of an earlier version of the shop too: to create them again, or to change the tables. */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function dropCatalogueTriggers(db: Kysely<any>) {
  for (const [table, names] of Object.entries(triggers)) {
    for (const name of names) {
      const on = isPostgres(db) ? sql` on ${sql.table(table)}` : sql``
      await sql`drop trigger if exists ${sql.id(name)}${on}`.execute(db)
    }
  }
}

const triggers = {
  products: ['product_shown', 'product_changed', 'product_counted', 'product_gone'],
  producer_applications: ['producer_shown', 'producer_changed', 'producer_gone'],
}

const countUp = 'update catalogue_version set version = version + 1;'

/** A product whose price was raised lately counts as one without an offer. */
const onOffer = (row: string, columns: Columns) =>
  `(${row}.offer_price_paise < ${row}.price_paise${columns === 'first' ? '' : ` and ${row}.price_raised_at is null`})`
const sqliteCountOut = (columns: Columns) => `update product_counts set products = products - 1
  where category = old.category and archived = old.archived and in_stock = old.in_stock and on_offer = ${onOffer('old', columns)};`
const sqliteCountIn = (
  columns: Columns,
) => `insert into product_counts (category, archived, in_stock, on_offer, products)
  values (new.category, new.archived, new.in_stock, ${onOffer('new', columns)}, 1)
  on conflict do update set products = products + 1;`
const sqlite = (columns: Columns) => [
  `create trigger product_shown after insert on products begin ${countUp} ${sqliteCountIn(columns)} end`,
  `create trigger product_changed after update on products
    when (${shown('old', columns).join(', ')}) is not (${shown('new', columns).join(', ')}) begin ${countUp} end`,
  `create trigger product_counted after update on products
    when (old.category, old.archived, old.in_stock, ${onOffer('old', columns)})
      is not (new.category, new.archived, new.in_stock, ${onOffer('new', columns)})
    begin ${sqliteCountOut(columns)} ${sqliteCountIn(columns)} end`,
  `create trigger product_gone after delete on products begin ${countUp} ${sqliteCountOut(columns)} end`,
  `create trigger producer_shown after insert on producer_applications when new.status = 'approved' begin ${countUp} end`,
  `create trigger producer_changed after update on producer_applications
    when old.status = 'approved' or new.status = 'approved' begin ${countUp} end`,
  `create trigger producer_gone after delete on producer_applications when old.status = 'approved' begin ${countUp} end`,
]

/** Rows of `product_counts` that stand for the rows of a statement, each `by` 1 or -1. */
const counted = (rows: string, by: 1 | -1, columns: Columns) =>
  `select category, archived, in_stock, ${onOffer(rows, columns)}::integer as on_offer, ${by} as change
    from ${rows}`
const postgresCount = (changes: string) => `
  insert into product_counts as known (category, archived, in_stock, on_offer, products)
    select category, archived, in_stock, on_offer, sum(change) from (${changes}) as changes
    group by category, archived, in_stock, on_offer having sum(change) <> 0
  on conflict (category, archived, in_stock, on_offer) do update set products = known.products + excluded.products;`
// Once a statement, not once a row: an import changes many in one.
const postgres = (columns: Columns) => [
  `create or replace function products_shown() returns trigger language plpgsql as $$ begin
    if exists (select from added) then
      ${countUp} ${postgresCount(counted('added', 1, columns))}
    end if; return null; end $$`,
  `create or replace function products_changed() returns trigger language plpgsql as $$ begin
    if exists (select from before join after using (number) where (${shown('before', columns).join(', ')}) is distinct from (${shown('after', columns).join(', ')})) then
      ${countUp} ${postgresCount(`${counted('before', -1, columns)} union all ${counted('after', 1, columns)}`)}
    end if; return null; end $$`,
  `create or replace function products_gone() returns trigger language plpgsql as $$ begin
    if exists (select from removed) then
      ${countUp} ${postgresCount(counted('removed', -1, columns))}
    end if; return null; end $$`,
  `create or replace function producer_changed() returns trigger language plpgsql as $$ begin ${countUp} return null; end $$`,
  `create trigger product_shown after insert on products
    referencing new table as added for each statement execute function products_shown()`,
  `create trigger product_changed after update on products
    referencing old table as before new table as after for each statement execute function products_changed()`,
  `create trigger product_gone after delete on products
    referencing old table as removed for each statement execute function products_gone()`,
  `create trigger producer_shown after insert on producer_applications
    for each row when (new.status = 'approved') execute function producer_changed()`,
  `create trigger producer_changed after update on producer_applications
    for each row when (old.status = 'approved' or new.status = 'approved') execute function producer_changed()`,
  `create trigger producer_gone after delete on producer_applications
    for each row when (old.status = 'approved') execute function producer_changed()`,
]
