import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot =
  'it would look for producers among their applications, where those that are added or changed from now on are not'

/** What an applicant fills, and both tables have. */
const told = [
  ...['id', 'name', 'location', 'country', 'story', 'profile_image_url', 'cover_image_url', 'years_in_business'],
  ...['specialties', 'email', 'mobile_number', 'search_text', 'created_at'],
].join(', ')
/** What only a producer has. */
const ofProducers = ['suspended_at', 'sends_from', 'ledger_consent', 'demo', 'email_changed_at']

const flag = (name: string) =>
  `${name} integer not null default 0 constraint producers_${name} check (${name} in (0, 1))`

const table = `create table producers (
  id text primary key not null,
  application_id text,
  name text not null,
  location text not null,
  country text not null,
  story text not null,
  profile_image_url text not null,
  cover_image_url text not null,
  years_in_business integer not null,
  specialties text not null,
  email text not null,
  mobile_number text not null,
  search_text text not null,
  created_at bigint not null,
  approved_at bigint not null,
  suspended_at bigint,
  sends_from text,
  ${flag('ledger_consent')},
  ${flag('demo')},
  email_changed_at bigint,
  pan text,
  gst_status text not null default 'unregistered',
  gst_number text,
  pehchan text,
  ${flag('trusted')},
  language text not null default 'en',
  holiday_from text,
  holiday_to text)`

/** So many of the last versions are kept with what they changed. */
const VERSIONS = 500
const countUp = (row: string) => `update catalogue_version set version = version + 1;
  insert into catalogue_changes (version, id) select version, ${row}.id from catalogue_version;
  delete from catalogue_changes where version <= (select version from catalogue_version) - ${VERSIONS};`
const now = `cast(unixepoch('subsec') * 1000 as integer)`

const triggers = ['producer_shown', 'producer_changed', 'producer_gone', 'product_noted_maker']
const sqlite = [
  `create trigger producer_shown after insert on producers begin ${countUp('new')} end`,
  `create trigger producer_changed after update on producers begin ${countUp('new')} end`,
  `create trigger producer_gone after delete on producers begin ${countUp('old')} end`,
  `create trigger product_noted_maker after update of name on producers when old.name is not new.name begin
    insert into product_changes (product_id, at) select id, ${now} from products
      where producer_id = new.id and archived = 0; end`,
]
// The functions are those of before.
const postgres = [
  'create trigger producer_shown after insert on producers for each row execute function producer_changed()',
  'create trigger producer_changed after update on producers for each row execute function producer_changed()',
  'create trigger producer_gone after delete on producers for each row execute function producer_changed()',
  `create trigger product_noted_maker after update of name on producers
    for each row when (old.name is distinct from new.name) execute function product_noted_maker()`,
]

/** A producer is a record of its own, with the id of the application it began with; an application keeps what was sent and decided. */
export async function up(db: Kysely<unknown>) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const trigger of triggers)
    await run(`drop trigger ${trigger}${isPostgres(db) ? ' on producer_applications' : ''}`)
  await run(table)
  // Samples of the demo never applied.
  await run(`insert into producers (application_id, approved_at, ${ofProducers.join(', ')}, ${told})
    select case demo when 0 then id end, coalesce(decided_at, created_at), ${ofProducers.join(', ')}, ${told}
      from producer_applications where status = 'approved'`)
  await run('delete from producer_applications where demo = 1')
  await run('create index producers_newest on producers (created_at desc, id desc)')
  for (const column of ofProducers) await run(`alter table producer_applications drop column ${column}`)
  for (const statement of isPostgres(db) ? postgres : sqlite) await run(statement)
}
