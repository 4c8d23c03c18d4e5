import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it looks for links to a new password in a table that is gone'

interface Before {
  users: { id: string; email: string }
  sellers: { email: string; setting_email: string | null }
  password_resets: { token_hash: string; user_id: string; expires_at: number }
  account_links: {
    token_hash: string
    role: string
    account_id: string
    purpose: string
    email: string
    mail_id: string | null
    expires_at: number
  }
}

/** Accounts looked at in one go. */
const PART = 1000

export async function up(db: Kysely<Before>) {
  const { schema } = db

  // When a link in a mail to this address was opened; null: nobody knows yet whose address it is.
  await schema.alterTable('users').addColumn('email_confirmed_at', 'bigint').execute()
  // What SELLER_EMAIL was when the account was made: a seller who changes the address is not made a second time.
  await schema.alterTable('sellers').addColumn('setting_email', 'text').execute()
  await db
    .updateTable('sellers')
    .set((seller) => ({ setting_email: seller.ref('email') }))
    .execute()

  await composeEmails(db)

  // Links in mails to the holder of an account: to a new password, or to confirm an address.
  await schema
    .createTable('account_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'seller')`))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('password', 'email')`))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('mail_id', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('account_links_one', ['account_id', 'purpose', 'email'])
    .execute()
  await schema.createIndex('account_links_end').on('account_links').column('expires_at').execute()
  await sql`insert into account_links (token_hash, role, account_id, purpose, email, expires_at)
    select max(token_hash), 'user', user_id, 'password', users.email, max(expires_at)
    from password_resets join users on users.id = user_id group by user_id, users.email`.execute(db)
  await schema.dropTable('password_resets').execute()

  // Sessions end by their age too, and a seller's sooner than a shopper's.
  await schema.dropIndex('sessions_last_seen').execute()
  await schema.createIndex('sessions_last_seen').on('sessions').columns(['role', 'last_seen_at']).execute()
  await schema.createIndex('sessions_age').on('sessions').columns(['role', 'created_at']).execute()

  // The list is read newest first, in parts.
  await schema
    .createIndex('newsletter_newest')
    .on('newsletter_subscriptions')
    .columns(['subscribed_at', 'email'])
    .execute()

  // Of several default addresses the newest stays one.
  await sql`update addresses set is_default = 0 where is_default = 1 and exists (
    select 1 from addresses newer where newer.user_id = addresses.user_id and newer.is_default = 1
    and (newer.created_at > addresses.created_at or (newer.created_at = addresses.created_at and newer.id > addresses.id)))`.execute(
    db,
  )
  await sql`create unique index addresses_default on addresses (user_id) where is_default = 1`.execute(db)
}

/** Addresses are kept in NFC from now on; one that another account has in that form stays as it is. */
async function composeEmails(db: Kysely<Before>) {
  for (let after = ''; ; ) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PART)
      .execute()
    for (const { id, email } of users) {
      const composed = email.normalize('NFC')
      if (composed === email) continue
      const other = db.selectFrom('users as other').select('other.id').where('other.email', '=', composed)
      await db
        .updateTable('users')
        .set({ email: composed })
        .where('id', '=', id)
        .where((user) => user.not(user.exists(other)))
        .execute()
    }
    const last = users.at(-1)
    if (!last) return
    after = last.id
  }
}
