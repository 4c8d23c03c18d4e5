import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/**
 * As the migrations up to 0015 know the tables; with delivery and raised prices (0016); with what changed (0018); with what can be
 * returned (0024); as they are now, with how prices are shared (0027).
 */
const stages = ['first', 'delivery', 'changes', 'returns', 'now'] as const
type Stage = (typeof stages)[number]
const isFrom = (first: Stage, stage: Stage) => stages.indexOf(stage) >= stages.indexOf(first)

/** So many of the last versions are kept with what they changed. */
const VERSIONS = 500
/** So many ids are listed of one version. Only PostgreSQL changes several rows in one. */
const LISTED = 100

/** What a visitor sees of a product. Of the count of its pieces only the last five are shown (`leftOf` in the catalogue). */
const shown = (row: string, stage: Stage) => [
  ...['name', 'category', 'price_paise', 'offer_price_paise', 'description', 'images', 'weight'].map(
    (name) => `${row}.${name}`,
  ),
  ...['in_stock', 'producer_id', 'archived'].map((name) => `${row}.${name}`),
  ...(isFrom('delivery', stage)
    ? [`${row}.delivery_days`, `${row}.price_raised_at`, `case when ${row}.stock between 1 and 5 then ${row}.stock end`]
    : []),
  ...(isFrom('returns', stage) ? [`${row}.returnable`] : []),
  ...(isFrom('now', stage) ? [`${row}.maker_price_paise`, `${row}.costs_paise`] : []),
]

/**
 * Lets the database itself count up `catalogue_version`, note in `catalogue_changes` what that version changed, and keep
 * `product_counts`, in the transaction of whatever changes what visitors see: no write can forget it. An order that takes counted
 * pieces touches none of them, unless few are left then.
 */
export async function createCatalogueTriggers<DB>(db: Kysely<DB>, stage: Stage) {
  for (const statement of (isPostgres(db) ? postgres : sqlite)(stage)) await sql.raw(statement).execute(db)
}

/** Takes them away, those of an earlier version of the shop too: to create them again, or to change the tables. */
export async function dropCatalogueTriggers<DB>(db: Kysely<DB>) {
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
  share_percentages: ['percentages_shown', 'percentages_changed', 'percentages_gone'],
}

/** Counts up the version. `changed` are rows with a number, `at`, and the id of what changed. */
const countUp = (changed: string, stage: Stage) =>
  isFrom('changes', stage)
    ? `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id)
    select latest.version, case when changed.at <= ${LISTED} then changed.id end
    from catalogue_version as latest, (${changed}) as changed;
  delete from catalogue_changes where version <= (select version from catalogue_version) - ${VERSIONS};`
    : 'update catalogue_version set version = version + 1;'

/** A product whose price was raised lately counts as one without an offer. */
const onOffer = (row: string, stage: Stage) =>
  `(${row}.offer_price_paise < ${row}.price_paise${isFrom('delivery', stage) ? ` and ${row}.price_raised_at is null` : ''})`
const sqliteCountOut = (stage: Stage) => `update product_counts set products = products - 1
  where category = old.category and archived = old.archived and in_stock = old.in_stock and on_offer = ${onOffer('old', stage)};`
const sqliteCountIn = (stage: Stage) => `insert into product_counts (category, archived, in_stock, on_offer, products)
  values (new.category, new.archived, new.in_stock, ${onOffer('new', stage)}, 1)
  on conflict do update set products = products + 1;`
const sqlite = (stage: Stage) => {
  const countUpFor = (row: 'old' | 'new') => countUp(`select 1 as at, ${row}.id as id`, stage)
  return [
    `create trigger product_shown after insert on products begin ${countUpFor('new')} ${sqliteCountIn(stage)} end`,
    `create trigger product_changed after update on products
      when (${shown('old', stage).join(', ')}) is not (${shown('new', stage).join(', ')}) begin ${countUpFor('new')} end`,
    `create trigger product_counted after update on products
      when (old.category, old.archived, old.in_stock, ${onOffer('old', stage)})
        is not (new.category, new.archived, new.in_stock, ${onOffer('new', stage)})
      begin ${sqliteCountOut(stage)} ${sqliteCountIn(stage)} end`,
    `create trigger product_gone after delete on products begin ${countUpFor('old')} ${sqliteCountOut(stage)} end`,
    `create trigger producer_shown after insert on producer_applications when new.status = 'approved' begin ${countUpFor('new')} end`,
    `create trigger producer_changed after update on producer_applications
      when old.status = 'approved' or new.status = 'approved' begin ${countUpFor('new')} end`,
    `create trigger producer_gone after delete on producer_applications when old.status = 'approved' begin ${countUpFor('old')} end`,
    ...percentagesTriggers(stage, `begin ${countUpForAll(stage)} end`),
  ]
}

/** How prices are shared stands on all products. */
const countUpForAll = (stage: Stage) => countUp(`select ${LISTED + 1} as at, null as id`, stage)
const percentagesTriggers = (stage: Stage, body: string) =>
  isFrom('now', stage)
    ? [
        `create trigger percentages_shown after insert on share_percentages ${body}`,
        `create trigger percentages_changed after update on share_percentages ${body}`,
        `create trigger percentages_gone after delete on share_percentages ${body}`,
      ]
    : []

/** Rows of `product_counts` that stand for the rows of a statement, each `by` 1 or -1. */
const counted = (rows: string, by: 1 | -1, stage: Stage) =>
  `select category, archived, in_stock, ${onOffer(rows, stage)}::integer as on_offer, ${by} as change
    from ${rows}`
const postgresCount = (changes: string) => `
  insert into product_counts as known (category, archived, in_stock, on_offer, products)
    select category, archived, in_stock, on_offer, sum(change) from (${changes}) as changes
    group by category, archived, in_stock, on_offer having sum(change) <> 0
  on conflict (category, archived, in_stock, on_offer) do update set products = known.products + excluded.products;`
/** The first of the rows, and one more if there are more. */
const listed = (rows: string) => `select row_number() over () as at, id from (${rows} limit ${LISTED + 1}) as few`
const differing = (stage: Stage) => `before join after using (number)
    where (${shown('before', stage).join(', ')}) is distinct from (${shown('after', stage).join(', ')})`
// Once a statement, not once a row: an import changes many in one.
const postgres = (stage: Stage) => [
  `create or replace function products_shown() returns trigger language plpgsql as $$ begin
    if exists (select from added) then
      ${countUp(listed('select id from added'), stage)}
      ${postgresCount(counted('added', 1, stage))}
    end if; return null; end $$`,
  `create or replace function products_changed() returns trigger language plpgsql as $$ begin
    if exists (select from ${differing(stage)}) then
      ${countUp(listed(`select after.id from ${differing(stage)}`), stage)}
      ${postgresCount(`${counted('before', -1, stage)} union all ${counted('after', 1, stage)}`)}
    end if; return null; end $$`,
  `create or replace function products_gone() returns trigger language plpgsql as $$ begin
    if exists (select from removed) then
      ${countUp(listed('select id from removed'), stage)}
      ${postgresCount(counted('removed', -1, stage))}
    end if; return null; end $$`,
  `create or replace function producer_changed() returns trigger language plpgsql as $$ begin
      ${countUp('select 1 as at, coalesce(new.id, old.id) as id', stage)}
    return null; end $$`,
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
  `create or replace function percentages_changed() returns trigger language plpgsql as $$ begin
      ${countUpForAll(stage)}
    return null; end $$`,
  ...percentagesTriggers(stage, 'for each row execute function percentages_changed()'),
]
