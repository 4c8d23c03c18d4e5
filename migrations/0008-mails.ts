import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'orders that it takes would be mailed to the shop a second time, and it sends mails that are held'

interface Before {
  outbox: {
    id: string
    account_id: string | null
    subject: string
    created_at: number
    attempts: number
    sent_at: number | null
    given_up_at: number | null
  }
  orders: { number: number; user_id: string; shop_told: number }
  producer_applications: { shop_told: number }
}

/** Mails looked at in one go. */
const PART = 1000
/** Tries before a mail was given up. */
const MAX_ATTEMPTS = 120

export async function up(db: Kysely<Before>) {
  const { schema } = db

  // The shopper a mail is for: what belongs to a person is found by account, never by an address.
  await schema.alterTable('outbox').addColumn('account_id', 'text').execute()
  await schema
    .createIndex('outbox_of_account')
    .on('outbox')
    .column('account_id')
    .where(sql.ref('account_id'), 'is not', null)
    .execute()
  await findAccounts(db)

  // 0: somebody waits for it at this moment; 1: everything else.
  await schema
    .alterTable('outbox')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  // 1: not sent when the database was restored from a backup, so a person decides.
  await schema
    .alterTable('outbox')
    .addColumn('held', 'integer', (column) => column.notNull().defaultTo(0).check(sql`held in (0, 1)`))
    .execute()
  await schema.alterTable('outbox').addColumn('given_up_at', 'bigint').execute()
  await db
    .updateTable('outbox')
    .set((mail) => ({ given_up_at: mail.ref('created_at') }))
    .where('sent_at', 'is', null)
    .where('attempts', '>=', MAX_ATTEMPTS)
    .execute()

  await schema.dropIndex('outbox_unsent').execute()
  await sql`create index outbox_due on outbox (priority, due_at, created_at)
    where sent_at is null and given_up_at is null and held = 0`.execute(db)
  await sql`create index outbox_given_up on outbox (given_up_at) where given_up_at is not null`.execute(db)
  await sql`create index outbox_held on outbox (id) where held = 1`.execute(db)
  await sql`create index outbox_of_no_account on outbox (recipient) where account_id is null`.execute(db)
  await schema.createIndex('outbox_age').on('outbox').column('created_at').execute()

  // What the seller was told of by mail. What is there by now is no news.
  for (const table of ['orders', 'producer_applications'] as const) {
    await schema
      .alterTable(table)
      .addColumn('shop_told', 'integer', (column) => column.notNull().defaultTo(0).check(sql`shop_told in (0, 1)`))
      .execute()
    await db.updateTable(table).set({ shop_told: 1 }).execute()
  }
  await sql`create index orders_untold on orders (number)
    where shop_told = 0 and status not in ('Awaiting payment', 'Cancelled')`.execute(db)
  await sql`create index producer_applications_untold on producer_applications (created_at) where shop_told = 0`.execute(
    db,
  )

  // What the shop remembers of itself, such as when it was restored from a backup.
  await schema
    .createTable('shop_notes')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

/** Mails about an order belong to who ordered, and a welcome to whom it was written for. Of other mails nobody can say for sure. */
async function findAccounts(db: Kysely<Before>) {
  await sql`update outbox set account_id = users.id from users
    where users.email = outbox.recipient and users.created_at = outbox.created_at`.execute(db)
  for (let after = ''; ; ) {
    const mails = await db
      .selectFrom('outbox')
      .select(['id', 'subject'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PART)
      .execute()
    const last = mails.at(-1)
    if (!last) return
    after = last.id
    const byOrder = Map.groupBy(mails, ({ subject }) => Number(/ order #(\d{1,15})/.exec(subject)?.[1] ?? 0))
    const orders = await db
      .selectFrom('orders')
      .select(['number', 'user_id'])
      .where('number', 'in', [...byOrder.keys()])
      .where('user_id', '!=', 'deleted')
      .execute()
    for (const { number, user_id } of orders) {
      const ids = (byOrder.get(number) ?? []).map(({ id }) => id)
      await db.updateTable('outbox').set({ account_id: user_id }).where('id', 'in', ids).execute()
    }
  }
}
