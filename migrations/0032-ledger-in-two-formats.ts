import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would go on entering rows of the ledger in the old form, with everybody’s amounts'

const shares = ['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise', 'tax_paise']
const refusal = 'the ledger is never changed'

/** The ledger says nothing of makers who did not agree; payouts wait after a change; proof before money leaves. */
export async function up(db: Kysely<unknown>) {
  await (isPostgres(db) ? widenEntries(db) : rewriteEntries(db))
  // Where a form begins and ends: the public file has one at a time.
  await sql`create index ledger_entries_of_format on ledger_entries (format, number)`.execute(db)
  await rewriteSums(db)
  const { schema } = db
  // Numbers that were left out after a restore, by entries of the month.
  await schema
    .alterTable('ledger_months')
    .addColumn('skipped', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // When the account took the place of another, or of none after it was taken off; null: it is the first.
  await schema.alterTable('payout_accounts').addColumn('replaced_at', 'bigint').execute()
  // Who was called about the change, where there is no e-mail address; null: nobody was.
  await schema.alterTable('payout_accounts').addColumn('called', 'text').execute()
  // null: the address is still the first.
  await schema.alterTable('producer_applications').addColumn('email_changed_at', 'bigint').execute()
  // Until when money may leave without asking for the password again; null: not asked yet.
  await schema.alterTable('sessions').addColumn('proved_until', 'bigint').execute()
  // What was done with an Idempotency-Key, a part at a time, and what was answered: the same call again does nothing.
  await schema
    .createTable('act_keys')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    // JSON.
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('act_keys_key', ['key', 'part'])
    .execute()
  await schema.createIndex('act_keys_age').on('act_keys').column('created_at').execute()
}

/** Makers who agree that the ledger names them. */
const agreed = `select number from ledger_makers where producer_id in
  (select id from producer_applications where ledger_consent = 1)`

async function widenEntries(db: Kysely<unknown>) {
  for (const statement of [
    'drop trigger ledger_entries_fixed on ledger_entries',
    'alter table ledger_entries drop constraint ledger_entries_kind_check',
    `alter table ledger_entries add column format integer not null default 1,
      add column advance_paise bigint not null default 0,
      add column commitment text, add column salt text, add column named integer not null default 1,
      add column payable_at bigint, add column account_hash text`,
    `update ledger_entries set named = 0 where maker_number is not null and maker_number not in (${agreed})`,
    `update ledger_entries set payable_at = (select due_at from ledger_dues where entry_number = number)`,
    `alter table ledger_entries alter column format drop default, alter column advance_paise drop default,
      alter column named drop default`,
    `create trigger ledger_entries_fixed before update or delete or truncate on ledger_entries
      for each statement execute function ledger_is_fixed()`,
  ])
    await sql.raw(statement).execute(db)
}

/** Here a rule of a column can only be taken out with the table. What names its rows finds them again when it is whole. */
async function rewriteEntries(db: Kysely<unknown>) {
  const { schema } = db
  await sql`pragma defer_foreign_keys = on`.execute(db)
  await sql`create table ledger_entries_before as select * from ledger_entries`.execute(db)
  await schema.dropTable('ledger_entries').execute()
  const entries = schema
    .createTable('ledger_entries')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('maker_number', 'integer', (column) => column.references('ledger_makers.number'))
    .addColumn('order_hash', 'text')
    // 1, 2 …; null: the whole order, or none.
    .addColumn('line', 'integer')
    .addColumn('quantity', 'integer', (column) => column.notNull())
  await shares
    .reduce((table, column) => table.addColumn(column, 'bigint', (add) => add.notNull()), entries)
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    // What follows is not hashed.
    .addColumn('order_id', 'text')
    .addColumn('unstated', 'integer', (column) => column.notNull())
    // Why, of a correction.
    .addColumn('reason', 'text')
    .addColumn('payout_id', 'text')
    // In which form the row is hashed: 1 with the time and all amounts, 2 with the day.
    .addColumn('format', 'integer', (column) => column.notNull())
    .addColumn('advance_paise', 'bigint', (column) => column.notNull())
    // SHA-256 of the salt and of what the row then does not show, and the salt; null: it shows all.
    .addColumn('commitment', 'text')
    .addColumn('salt', 'text')
    // 1: it names a maker who had agreed, or none.
    .addColumn('named', 'integer', (column) => column.notNull())
    // Of what makers are owed and paid, so that it is not changed unseen: when it was to be due, and SHA-256 of where it was to go.
    .addColumn('payable_at', 'bigint')
    .addColumn('account_hash', 'text')
    .execute()
  const columns = `number, at, kind, maker_number, order_hash, line, quantity, ${shares.join(', ')},
    previous_hash, hash, order_id, unstated, reason, payout_id`
  await sql
    .raw(`insert into ledger_entries (${columns}, format, advance_paise, commitment, salt, named, payable_at, account_hash)
      select ${columns}, 1, 0, null, null, case when maker_number is null or maker_number in (${agreed}) then 1 else 0 end,
        (select due_at from ledger_dues where entry_number = number), null
      from ledger_entries_before order by number`)
    .execute(db)
  await schema.dropTable('ledger_entries_before').execute()
  for (const statement of [
    'create index ledger_entries_at on ledger_entries (at, number)',
    'create index ledger_entries_of_order on ledger_entries (order_id, line) where order_id is not null',
    "create index ledger_entries_of_maker on ledger_entries (maker_number, order_id) where kind = 'sale'",
    "create index ledger_corrections on ledger_entries (number) where kind = 'correction'",
    ...['update', 'delete'].map(
      (act) => `create trigger ledger_entries_no_${act} before ${act} on ledger_entries
        begin select raise(abort, '${refusal}'); end`,
    ),
  ])
    await sql.raw(statement).execute(db)
}

/** Sums of rows that name their maker, and of the others, are apart: who agrees later is not shown by what was entered before. */
async function rewriteSums(db: Kysely<unknown>) {
  const { schema } = db
  const amounts = [...shares, 'paid_paise', 'given_paise']
  const sums = schema
    .createTable('ledger_sums_by_consent')
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('maker_number', 'integer', (column) => column.notNull())
    .addColumn('unstated', 'integer', (column) => column.notNull())
    .addColumn('named', 'integer', (column) => column.notNull())
    .addColumn('sales', 'integer', (column) => column.notNull())
    .addColumn('returns', 'integer', (column) => column.notNull())
  await amounts
    .reduce((table, column) => table.addColumn(column, 'bigint', (add) => add.notNull()), sums)
    .addPrimaryKeyConstraint('ledger_sums_consent_key', ['month', 'maker_number', 'unstated', 'named'])
    .execute()
  const columns = `sales, returns, ${amounts.join(', ')}`
  await sql
    .raw(`insert into ledger_sums_by_consent (month, maker_number, unstated, named, ${columns})
      select month, maker_number, unstated,
        case when maker_number = 0 or maker_number in (${agreed}) then 1 else 0 end, ${columns} from ledger_sums`)
    .execute(db)
  await schema.dropTable('ledger_sums').execute()
  await schema.alterTable('ledger_sums_by_consent').renameTo('ledger_sums').execute()
  await schema.createIndex('ledger_sums_of_maker').on('ledger_sums').columns(['maker_number', 'month']).execute()
}
