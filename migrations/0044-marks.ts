import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = true

/** Pages show marks: a change of them counts up the version of the catalogue, as a change of all else that they show does. */
const countUp = `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id) select version, new.id from catalogue_version;
  delete from catalogue_changes where version <= (select version from catalogue_version) - 500;`

const sqlite = [
  `create trigger product_marks_shown after update of marks on products when old.marks is not new.marks begin
    ${countUp}
    update products set changed_at = cast(unixepoch('subsec') * 1000 as integer) where number = new.number; end`,
]

const postgres = [
  `create function product_marks_told() returns trigger language plpgsql as $$ begin ${countUp} return null; end $$`,
  `create trigger product_marks_shown after update of marks on products
    for each row when (old.marks is distinct from new.marks) execute function product_marks_told()`,
  `create trigger product_marks_stamped before update on products
    for each row when (old.marks is distinct from new.marks) execute function product_stamped()`,
]

/** Products have marks, with the day on which each ends. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table products add column marks text not null default '[]'`.execute(db)
  await sql`create table product_mark_ends (product_id text not null, kind text not null, valid_until text not null,
    ended integer not null default 0, asked integer not null default 0, primary key (product_id, kind))`.execute(db)
  await sql`create index product_mark_ends_by_day on product_mark_ends (valid_until, product_id, kind)`.execute(db)
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}
