import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  const { schema } = db

  // The shopper a mail is for: what belongs to a person is found by account, never by an address.
  await schema.alterTable('outbox').addColumn('account_id', 'text').execute()
  await schema
    .createIndex('outbox_of_account')
    .on('outbox')
    .column('account_id')
    .where(sql.ref('account_id'), 'is not', null)
    .execute()
}
