import { type Kysely, sql } from 'kysely'
import { assumeSizes, isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'a product whose category or producer it changes would stay in a family of another one'

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db)

/** So many ids are listed of one version of the catalogue. */
const LISTED = 100
const VERSIONS = 500

/** What the page of each member shows of all members. */
const shown = (row: string) =>
  ['category', 'price_paise', 'offer_price_paise', 'price_raised_at', 'in_stock', 'archived', 'family', 'family_id']
    .map((column) => `${row}.${column}`)
    .join(', ')

/** Counts up the version of the catalogue, and notes all members of these families as changed. */
const tellMembers = (families: string, id: string) => `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id)
    select latest.version, case when (select count(*) from products where family_id in (${families})) < ${LISTED}
      then members.id end
    from catalogue_version as latest,
      (select id from products where family_id in (${families}) union select ${id} limit ${LISTED}) as members;
  delete from catalogue_changes where version <= (select version from catalogue_version) - ${VERSIONS};`

const bothFamilies = 'old.family_id, new.family_id'
const searched = `number, id, name_folded, category, price_paise, offer_price_paise, in_stock, archived, producer_id,
  created_at, family_id`
const searchedOfNew = searched
  .split(',')
  .map((column) => `new.${column.trim()}`)
  .join(', ')

const sqlite = [
  // Search rows know their family.
  'drop trigger product_search_insert',
  `create trigger product_search_insert after insert on products begin
    insert into product_search (${searched}) values (${searchedOfNew}); end`,
  `create trigger product_search_family after update of family_id on products
    when old.family_id is not new.family_id begin
    update product_search set family_id = new.family_id where number = new.number; end`,
  `create trigger product_family_shown after insert on products when new.family_id is not null begin
    ${tellMembers('new.family_id', 'new.id')} end`,
  `create trigger product_family_changed after update on products
    when (old.family_id is not null or new.family_id is not null) and (${shown('old')}) is not (${shown('new')}) begin
    ${tellMembers(bothFamilies, 'new.id')} end`,
  `create trigger product_family_gone after delete on products when old.family_id is not null begin
    ${tellMembers('old.family_id', 'old.id')} end`,
]

const postgres = [
  `create function product_joined() returns trigger language plpgsql as $$ begin
    update product_search set family_id = new.family_id where number = new.number; return null; end $$`,
  `create trigger product_search_family after update of family_id on products
    for each row when (old.family_id is distinct from new.family_id) execute function product_joined()`,
  // Its name stands behind that of the trigger that makes the search rows: triggers run by name.
  `create function products_joined() returns trigger language plpgsql as $$ begin
    update product_search set family_id = added.family_id from added
      where added.number = product_search.number and added.family_id is not null;
    return null; end $$`,
  `create trigger product_words_insert_family after insert on products
    referencing new table as added for each statement execute function products_joined()`,
  `create function product_family_changed() returns trigger language plpgsql as $$ begin
    ${tellMembers(bothFamilies, 'coalesce(new.id, old.id)')}
    return null; end $$`,
  `create trigger product_family_shown after insert on products
    for each row when (new.family_id is not null) execute function product_family_changed()`,
  `create trigger product_family_changed after update on products
    for each row when ((old.family_id is not null or new.family_id is not null)
      and (${shown('old')}) is distinct from (${shown('new')})) execute function product_family_changed()`,
  `create trigger product_family_gone after delete on products
    for each row when (old.family_id is not null) execute function product_family_changed()`,
]

/** Products that are one thing in several sizes or colours share a family. */
export async function up(db: Kysely<unknown>) {
  await run(
    db,
    `create table product_families (id text primary key, name text not null, name_key text not null,
      category text not null, producer_id text, axes text not null)`,
  )
  await run(
    db,
    `create unique index product_families_name on product_families (category, coalesce(producer_id, ''), name_key)`,
  )
  for (const column of ['family', 'family_id', 'family_key'])
    await run(db, `alter table products add column ${column} text`)
  await run(
    db,
    `create unique index products_of_family on products (family_id, family_key) where family_id is not null`,
  )
  await run(db, 'alter table product_search add column family_id text')
  await run(
    db,
    `create index search_members on product_search
      (category, family_id, archived, in_stock, offer_price_paise, price_paise) where family_id is not null`,
  )
  for (const statement of isPostgres(db) ? postgres : sqlite) await run(db, statement)
  await assumeSizes(db, {
    products: { products_of_family: [4, 1] },
    product_search: { search_members: [12_500, 4, 4, 2, 1, 1] },
  })
}
