import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = true

const choicesOf = {
  sqlite: (row: string) => `insert into product_facts (choice, number)
    select choice.value, ${row}.number from json_each(${row}.fact_choices) as choice;`,
  postgres: (row: string) => `insert into product_facts (choice, number)
    select choice, ${row}.number from json_array_elements_text(${row}.fact_choices::json) as choice;`,
}

/** Pages show facts: a change of them counts up the version of the catalogue, as a change of all else that they show does. */
const countUp = `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id) select version, new.id from catalogue_version;
  delete from catalogue_changes where version <= (select version from catalogue_version) - 500;`

const sqlite = [
  'create table product_facts (number integer not null, choice text not null, primary key (number, choice)) without rowid',
  'create index product_facts_by_choice on product_facts (choice, number)',
  `create trigger product_facts_insert after insert on products when new.fact_choices <> '[]' begin
    ${choicesOf.sqlite('new')} end`,
  `create trigger product_facts_update after update of fact_choices on products
    when old.fact_choices is not new.fact_choices begin
    delete from product_facts where number = old.number; ${choicesOf.sqlite('new')} end`,
  `create trigger product_facts_delete after delete on products begin
    delete from product_facts where number = old.number; end`,
  `create trigger product_facts_shown after update of facts on products when old.facts is not new.facts begin
    ${countUp} end`,
]

const postgres = [
  'create table product_facts (number bigint not null, choice text collate "C" not null, primary key (number, choice))',
  'create index product_facts_by_choice on product_facts (choice, number)',
  `create function product_stated() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then delete from product_facts where number = old.number; end if;
    if tg_op <> 'DELETE' then ${choicesOf.postgres('new')} end if;
    return null; end $$`,
  `create trigger product_facts_insert after insert on products
    for each row when (new.fact_choices <> '[]') execute function product_stated()`,
  `create trigger product_facts_update after update of fact_choices on products
    for each row when (old.fact_choices is distinct from new.fact_choices) execute function product_stated()`,
  `create trigger product_facts_delete after delete on products for each row execute function product_stated()`,
  `create function product_facts_told() returns trigger language plpgsql as $$ begin ${countUp} return null; end $$`,
  `create trigger product_facts_shown after update of facts on products
    for each row when (old.facts is distinct from new.facts) execute function product_facts_told()`,
]

/** Products state facts; the choices among them are kept as rows, by which lists are narrowed and counted. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table products add column facts text not null default '{}'`.execute(db)
  await sql`alter table products add column fact_choices text not null default '[]'`.execute(db)
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}
