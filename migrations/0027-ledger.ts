import { type Kysely, sql } from 'kysely'
import { createCatalogueTriggers, dropCatalogueTriggers } from './frozen/catalogue-triggers.ts'
import { isPostgres } from './frozen/engine.ts'

export const besideOldVersion = false
export const whyNot = 'it would place orders that the ledger cannot enter'
export const fills = ['share_percentages']

/** How the price of a line is shared; the five add up to it. */
const shares = ['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise']
/** What a price may be: 1,00,00,000 rupees. */
const MOST_PAISE = 1_000_000_000

/** Who gets how much of a price from which day on, the ledger of what was sold, and what producers are paid. */
export async function up(db: Kysely<unknown>) {
  await dropCatalogueTriggers(db)
  await addToProducts(db)
  await createPercentages(db)
  await createCatalogueTriggers(db, 'now')
  await addToOrders(db)
  await createLedger(db)
  await createPayouts(db)
}

async function addToProducts(db: Kysely<unknown>) {
  const { schema } = db
  // What its producer asks for a piece, null: not stated; and what packing, courier and payment of it cost the shop, null: nothing.
  for (const column of ['maker_price_paise', 'costs_paise'])
    await schema
      .alterTable('products')
      .addColumn(column, 'bigint', (add) => add.check(sql`${sql.ref(column)} between 0 and ${sql.lit(MOST_PAISE)}`))
      .execute()
  // 1: the ledger may show the producer's name.
  await schema
    .alterTable('producer_applications')
    .addColumn('ledger_consent', 'integer', (add) => add.notNull().defaultTo(0).check(sql`ledger_consent in (0, 1)`))
    .execute()
  // 1: a sample of the demo, who goes with it. Nobody, so without e-mail address and phone number.
  await schema
    .alterTable('producer_applications')
    .addColumn('demo', 'integer', (add) => add.notNull().defaultTo(0).check(sql`demo in (0, 1)`))
    .execute()
}

async function addToOrders(db: Kysely<unknown>) {
  const { schema } = db
  // Random, for the hash by which the ledger names the order; null: it was placed before there was a ledger, and never stands in it.
  await schema.alterTable('orders').addColumn('ledger_salt', 'text').execute()
  // 1: it changed, and the ledger may have something to enter.
  await schema
    .alterTable('orders')
    .addColumn('ledger_due', 'integer', (add) => add.notNull().defaultTo(0).check(sql`ledger_due in (0, 1)`))
    .execute()
  await sql`create index orders_for_ledger on orders (number) where ledger_due = 1`.execute(db)
  // Pieces of what was written off that came broken from the maker.
  await schema
    .alterTable('order_lines')
    .addColumn('faulty', 'integer', (add) => add.notNull().defaultTo(0))
    .execute()
}

async function createPercentages(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('share_percentages')
    // The first Indian day on which they hold.
    .addColumn('from_day', 'text', (column) => column.primaryKey())
    .addColumn('producer', 'integer', (column) => column.notNull().check(sql`producer between 0 and 100`))
    .addColumn('community', 'integer', (column) => column.notNull().check(sql`community between 0 and 100`))
    .addColumn('shop', 'integer', (column) => column.notNull().check(sql`shop between 0 and 100`))
    // 1: the day has begun, and pages show them.
    .addColumn('begun', 'integer', (column) => column.notNull().defaultTo(0).check(sql`begun in (0, 1)`))
    .addColumn('seller_email', 'text')
    .addCheckConstraint('percentages_of_all', sql`producer + community + shop = 100`)
    .execute()
  await sql`insert into share_percentages (from_day, producer, community, shop, begun)
    values ('2000-01-01', 85, 5, 10, 1)`.execute(db)
}

async function createLedger(db: Kysely<unknown>) {
  const { schema } = db
  // The number by which the ledger names a producer.
  await schema
    .createTable('ledger_makers')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('producer_id', 'text', (column) => column.notNull().unique())
    .execute()

  const entries = schema
    .createTable('ledger_entries')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('sale', 'return', 'loss', 'payout', 'payout failed', 'correction')`),
    )
    .addColumn('maker_number', 'integer', (column) => column.references('ledger_makers.number'))
    .addColumn('order_hash', 'text')
    // 1, 2 …; null: the whole order, or none.
    .addColumn('line', 'integer')
    .addColumn('quantity', 'integer', (column) => column.notNull())
  await [...shares, 'tax_paise']
    .reduce((table, column) => table.addColumn(column, 'bigint', (add) => add.notNull()), entries)
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    // What follows is not hashed.
    .addColumn('order_id', 'text')
    .addColumn('unstated', 'integer', (column) => column.notNull().check(sql`unstated in (0, 1)`))
    // Why, of a correction.
    .addColumn('reason', 'text')
    .addColumn('payout_id', 'text')
    .execute()
  await schema.createIndex('ledger_entries_at').on('ledger_entries').columns(['at', 'number']).execute()
  await sql`create index ledger_entries_of_order on ledger_entries (order_id, line) where order_id is not null`.execute(
    db,
  )
  // In how many orders something of a maker was sold.
  await sql`create index ledger_entries_of_maker on ledger_entries (maker_number, order_id) where kind = 'sale'`.execute(
    db,
  )
  // The few that somebody has to look at.
  await sql`create index ledger_corrections on ledger_entries (number) where kind = 'correction'`.execute(db)
  await fix(db, 'ledger_entries')

  // Kept by the writer, so that nobody sums the entries at each look. maker_number 0: no producer.
  const sums = schema
    .createTable('ledger_sums')
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('maker_number', 'integer', (column) => column.notNull())
    .addColumn('unstated', 'integer', (column) => column.notNull())
    .addColumn('sales', 'integer', (column) => column.notNull())
    .addColumn('returns', 'integer', (column) => column.notNull())
  await [...shares, 'tax_paise', 'paid_paise', 'given_paise']
    .reduce((table, column) => table.addColumn(column, 'bigint', (add) => add.notNull()), sums)
    .addPrimaryKeyConstraint('ledger_sums_key', ['month', 'maker_number', 'unstated'])
    .execute()
  await schema.createIndex('ledger_sums_of_maker').on('ledger_sums').columns(['maker_number', 'month']).execute()
  await schema
    .createTable('ledger_months')
    .addColumn('month', 'text', (column) => column.primaryKey())
    .addColumn('first_number', 'integer', (column) => column.notNull())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .addColumn('last_hash', 'text', (column) => column.notNull())
    .execute()
  // How the last check of the whole ledger ended. One row.
  await schema
    .createTable('ledger_checks')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('entries', 'integer', (column) => column.notNull())
    // The first entry that is off, and what is wrong with it; null: all right.
    .addColumn('bad_number', 'integer')
    .addColumn('problem', 'text')
    .execute()
  // An entry that somebody made by hand with this Idempotency-Key: the same call again makes no second.
  await schema
    .createTable('ledger_keys')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('entry_number', 'integer', (column) => column.notNull().references('ledger_entries.number'))
    .execute()
  await schema
    .createTable('community_payouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('entry_number', 'integer', (column) => column.notNull().unique().references('ledger_entries.number'))
    // 'YYYY-MM-DD'.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('link', 'text')
    .addColumn('seller_email', 'text', (column) => column.notNull())
    .execute()
}

/** Rows of this table can be added, never changed nor removed. */
async function fix(db: Kysely<unknown>, table: string) {
  const refusal = 'the ledger is never changed'
  const statements = isPostgres(db)
    ? [
        `create function ledger_is_fixed() returns trigger language plpgsql as $$ begin
          raise exception '${refusal}'; end $$`,
        `create trigger ${table}_fixed before update or delete or truncate on ${table}
          for each statement execute function ledger_is_fixed()`,
      ]
    : ['update', 'delete'].map(
        (act) => `create trigger ${table}_no_${act} before ${act} on ${table}
          begin select raise(abort, '${refusal}'); end`,
      )
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function createPayouts(db: Kysely<unknown>) {
  const { schema } = db
  // What entries bring a producer, and when. A run takes what is due; what came back after a payout stands below 0.
  await schema
    .createTable('ledger_dues')
    .addColumn('entry_number', 'integer', (column) => column.primaryKey().references('ledger_entries.number'))
    .addColumn('producer_id', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('order_id', 'text')
    // 1, 2 …
    .addColumn('line', 'integer')
    // The payout that holds it; null: none does yet.
    .addColumn('payout_id', 'text')
    .execute()
  await sql`create index ledger_dues_open on ledger_dues (producer_id, due_at, amount_paise)
    where payout_id is null`.execute(db)
  await sql`create index ledger_dues_paid on ledger_dues (payout_id) where payout_id is not null`.execute(db)
  // Pieces that are back, or lost, and nothing was refunded for yet: their dues wait (src/features/payouts/server/held-dues.ts).
  await sql`create index order_lines_unrefunded on order_lines (order_id, position)
    where restocked + written_off > refunded`.execute(db)
  await sql`create index ledger_dues_of_order on ledger_dues (order_id, line) where order_id is not null`.execute(db)

  await schema
    .createTable('payout_runs')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    // The Idempotency-Key of the call.
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('seller_email', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('payouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run', 'integer', (column) => column.notNull().references('payout_runs.number'))
    .addColumn('producer_id', 'text', (column) => column.notNull())
    // As it was at the run.
    .addColumn('producer_name', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('open', 'sent', 'failed')`))
    // JSON: the account as it was at the run.
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('reason', 'text')
    // When it was sent, or failed.
    .addColumn('ended_at', 'bigint')
    .addColumn('seller_email', 'text')
    // The last entry of the ledger when the run was made.
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .addColumn('last_hash', 'text', (column) => column.notNull())
    // 1: the shop was told by mail that it failed.
    .addColumn('shop_told', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('payouts_of_run', ['run', 'producer_id'])
    .execute()
  await sql`create index payouts_untold on payouts (ended_at) where state = 'failed' and shop_told = 0`.execute(db)
  await schema.createIndex('payouts_of_producer').on('payouts').columns(['producer_id', 'run desc']).execute()
  await schema
    .createTable('payout_accounts')
    .addColumn('producer_id', 'text', (column) => column.primaryKey())
    // JSON: PayoutAccount.
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
  // When a producer with money due was last asked by mail for an account.
  await schema
    .createTable('payout_asks')
    .addColumn('producer_id', 'text', (column) => column.primaryKey())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
  // A row while nothing is paid out: after a restore, until somebody has compared with the bank.
  await schema
    .createTable('payout_locks')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
}
