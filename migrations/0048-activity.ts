import { type Kysely, sql } from 'kysely'
import { foldText } from './frozen/fold-text.ts'

export const besideOldVersion = true

interface Before {
  audit_log: { number: number; seller_email: string; summary: string; changes: string | null; search_text: string }
}

/** Most rows read at once. */
const PART = 1000

/** The activity names who acted and on which device, is searched, and is chained by hashes: an older version's rows are chained like others. */
export async function up(db: Kysely<Before>) {
  for (const column of ['actor_kind', 'actor_name', 'device', 'search_text'])
    await db.schema
      .alterTable('audit_log')
      .addColumn(column, 'text', (text) => text.notNull().defaultTo(column === 'actor_kind' ? 'person' : ''))
      .execute()
  for (const column of ['bulk', 'previous_hash', 'hash'])
    await db.schema.alterTable('audit_log').addColumn(column, 'text').execute()
  await db.schema.alterTable('audit_log').addColumn('place', 'integer').execute()
  await sql`update audit_log set actor_kind = 'shop' where seller_email = ''`.execute(db)
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .select(['number', 'seller_email', 'summary', 'changes'])
      .where('number', '>', last)
      .orderBy('number')
      .limit(PART)
      .execute()
    for (const { number, seller_email, summary, changes } of rows)
      await db
        .updateTable('audit_log')
        .set({ search_text: foldText([summary, seller_email, changes ?? ''].join(' ')) })
        .where('number', '=', number)
        .execute()
    const end = rows.at(-1)
    if (!end) break
    last = Number(end.number)
  }
  await sql`create index audit_log_place on audit_log (place) where place is not null`.execute(db)
  await sql`create index audit_log_unchained on audit_log (number) where place is null`.execute(db)
  await sql`create index audit_log_bulk on audit_log (bulk, number) where bulk is not null`.execute(db)
  await sql`create index audit_log_actor on audit_log (seller_id, number)`.execute(db)
  await sql`create index audit_log_subject on audit_log (subject, number)`.execute(db)
  await sql`alter table ledger_checks add column activity_problem text`.execute(db)
}
