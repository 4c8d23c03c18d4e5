import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would write lines of orders that do not say what they are worth before tax'

/** Columns whose rule listed their words: each new word would have meant a new table. The contracts say which words there are. */
const words: [table: string, column: string, unlessGiven?: string][] = [
  ['cash_entries', 'kind'],
  ['credit_notes', 'reason'],
  ['payments', 'state'],
  ['payouts', 'state'],
  ['producer_applications', 'status'],
  ['refunds', 'state'],
  ['refunds', 'method', 'card'],
  ['refunds', 'purpose', 'order'],
  ['returns', 'wish'],
  ['sessions', 'role'],
  ['test_checkouts', 'state'],
]

/** Words without lists; an order's amount may have parts that are neither goods nor tax; a line says what is shared out of it. */
export async function up(db: Kysely<unknown>) {
  for (const [table, column, unlessGiven] of words)
    await (isPostgres(db)
      ? run(db, `alter table ${table} drop constraint ${table}_${column}_check`)
      : replaceColumn(db, table, column, 'text', unlessGiven))
  await rewriteAccountLinks(db)
  await run(db, 'alter table orders drop constraint orders_amount')
  await (isPostgres(db)
    ? run(db, 'alter table order_lines drop constraint order_lines_check')
    : replaceColumn(db, 'order_lines', 'shop_paise', 'bigint'))
  // What the buyer pays for the line without tax: the sum of its shares.
  await run(db, 'alter table order_lines add column net_paise bigint')
  await run(db, 'update order_lines set net_paise = offer_price_paise * quantity')
  await run(db, 'alter table order_lines alter column net_paise set not null')
  // Lines of old orders have no shares; SQLite takes a rule that is null for a broken one while it is added.
  await run(
    db,
    `alter table order_lines add constraint order_lines_shares
      check (coalesce(maker_paise + costs_paise + producer_paise + community_paise + shop_paise, net_paise) = net_paise)`,
  )
}

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db)

/** On SQLite a rule without a name goes with its column: another one takes its place, its name, its indexes and its triggers. */
async function replaceColumn(db: Kysely<unknown>, table: string, column: string, type: string, unlessGiven?: string) {
  const { rows: isRequired } =
    await sql`select 1 from pragma_table_info(${table}) where name = ${column} and "notnull" = 1`.execute(db)
  const { rows: parts } = await sql<{
    type: string
    name: string
    sql: string
  }>`select type, name, sql from sqlite_schema
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null order by rowid`.execute(db)
  const { rows: sizes } = await sql<{
    idx: string
    stat: string
  }>`select idx, stat from sqlite_stat1 where tbl = ${table}`.execute(db)
  for (const part of parts) await run(db, `drop ${part.type} "${part.name}"`)
  const unlessGivenToo = unlessGiven === undefined ? '' : ` default '${unlessGiven}'`
  await run(db, `alter table ${table} add column new_${column} ${type}${unlessGivenToo}`)
  await run(db, `update ${table} set new_${column} = ${column}`)
  if (isRequired.length > 0) await run(db, `alter table ${table} alter column new_${column} set not null`)
  await run(db, `alter table ${table} drop column ${column}`)
  await run(db, `alter table ${table} rename column new_${column} to ${column}`)
  for (const part of parts) await run(db, part.sql)
  // They went with their indexes.
  await sql`delete from sqlite_stat1 where tbl = ${table}`.execute(db)
  for (const { idx, stat } of sizes)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${idx}, ${stat})`.execute(db)
}

/** A column of a unique rule cannot be taken out on SQLite: the whole table is written anew. */
async function rewriteAccountLinks(db: Kysely<unknown>) {
  if (isPostgres(db)) {
    await run(db, 'alter table account_links drop constraint account_links_role_check')
    return run(db, 'alter table account_links drop constraint account_links_purpose_check')
  }
  const columns = 'token_hash, role, account_id, purpose, email, mail_id, expires_at'
  await run(
    db,
    `create table new_account_links (token_hash text primary key, role text not null, account_id text not null,
      purpose text not null, email text not null, mail_id text, expires_at bigint not null,
      constraint account_links_one unique (account_id, purpose, email))`,
  )
  await run(db, `insert into new_account_links (${columns}) select ${columns} from account_links`)
  await run(db, 'drop table account_links')
  await run(db, 'alter table new_account_links rename to account_links')
  await run(db, 'create index account_links_end on account_links (expires_at)')
}
