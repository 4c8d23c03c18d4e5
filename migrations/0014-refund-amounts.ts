import type { Kysely } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it asks for the amount of a refund under its former name'

/** A refund of money that came in another currency is not in paise: the amount is in the smallest unit of `currency`. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('refunds').renameColumn('amount_paise', 'amount_minor').execute()
}
