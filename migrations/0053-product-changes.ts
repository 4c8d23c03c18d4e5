import { type Kysely, sql } from 'kysely'
import { autoNumber, isPostgres } from './frozen/engine.ts'

export const besideOldVersion = true

/** What programs are told of a product. Of the count of its pieces only the last five. */
const told = (row: string) =>
  [
    ...['name', 'category', 'price_paise', 'offer_price_paise', 'price_raised_at', 'maker_price_paise', 'costs_paise'],
    ...['description', 'facts', 'marks', 'images', 'weight', 'in_stock', 'next_batch', 'producer_id', 'delivery_days'],
    ...['returnable', 'archived', 'family', 'family_id'],
  ]
    .map((column) => `${row}.${column}`)
    .concat(`case when ${row}.stock between 1 and 5 then ${row}.stock end`)
    .join(', ')

/** What the others of its family say of it. */
const ofFamily = (row: string) =>
  ['price_paise', 'offer_price_paise', 'price_raised_at', 'in_stock', 'archived', 'family', 'family_id']
    .map((column) => `${row}.${column}`)
    .join(', ')

const sqliteNow = `cast(unixepoch('subsec') * 1000 as integer)`
const postgresNow = 'floor(extract(epoch from clock_timestamp()) * 1000)'

const sqlite = [
  `create trigger product_noted_new after insert on products when new.archived = 0 begin
    insert into product_changes (product_id, at) values (new.id, ${sqliteNow}); end`,
  `create trigger product_noted after update on products
    when (old.archived = 0 or new.archived = 0) and (${told('old')}) is not (${told('new')}) begin
    insert into product_changes (product_id, at) values (new.id, ${sqliteNow}); end`,
  `create trigger product_noted_family after update on products
    when (old.family_id is not null or new.family_id is not null) and (${ofFamily('old')}) is not (${ofFamily('new')}) begin
    insert into product_changes (product_id, at) select id, ${sqliteNow} from products
      where family_id in (old.family_id, new.family_id) and archived = 0 and id <> new.id; end`,
  `create trigger product_noted_gone after delete on products when old.archived = 0 begin
    insert into product_changes (product_id, at) values (old.id, ${sqliteNow}); end`,
  `create trigger product_noted_maker after update of name on producer_applications when old.name is not new.name begin
    insert into product_changes (product_id, at) select id, ${sqliteNow} from products
      where producer_id = new.id and archived = 0; end`,
]

const postgres = [
  `create function product_noted() returns trigger language plpgsql as $$ begin
    insert into product_changes (product_id, at) values (coalesce(new.id, old.id), ${postgresNow});
    return null; end $$`,
  `create function product_noted_family() returns trigger language plpgsql as $$ begin
    insert into product_changes (product_id, at) select id, ${postgresNow} from products
      where family_id in (old.family_id, new.family_id) and archived = 0 and id <> new.id;
    return null; end $$`,
  `create function product_noted_maker() returns trigger language plpgsql as $$ begin
    insert into product_changes (product_id, at) select id, ${postgresNow} from products
      where producer_id = new.id and archived = 0;
    return null; end $$`,
  `create trigger product_noted_new after insert on products
    for each row when (new.archived = 0) execute function product_noted()`,
  `create trigger product_noted after update on products
    for each row when ((old.archived = 0 or new.archived = 0) and (${told('old')}) is distinct from (${told('new')}))
    execute function product_noted()`,
  `create trigger product_noted_family after update on products
    for each row when ((old.family_id is not null or new.family_id is not null)
      and (${ofFamily('old')}) is distinct from (${ofFamily('new')})) execute function product_noted_family()`,
  `create trigger product_noted_gone after delete on products
    for each row when (old.archived = 0) execute function product_noted()`,
  `create trigger product_noted_maker after update of name on producer_applications
    for each row when (old.name is distinct from new.name) execute function product_noted_maker()`,
]

/** Programs follow products: the database itself notes which changed, so no code can forget it. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('product_changes')
    .addColumn('number', ...autoNumber(db))
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('place', 'bigint')
    .execute()
  await sql`create unique index product_changes_place on product_changes (place)`.execute(db)
  await sql`create index product_changes_unplaced on product_changes (number) where place is null`.execute(db)
  await sql`create index product_changes_of_product on product_changes (product_id)`.execute(db)
  await sql`create table last_product_place (id integer primary key not null, place bigint not null)`.execute(db)
  await sql`insert into last_product_place (id, place) values (1, 0)`.execute(db)
  await sql`insert into product_changes (product_id, at)
    select id, coalesce(changed_at, created_at) from products where archived = 0
      order by coalesce(changed_at, created_at), number`.execute(db)
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}
