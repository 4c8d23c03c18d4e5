import { type Kysely, sql } from 'kysely'
import { foldText } from './frozen/fold-text.ts'

export const besideOldVersion = false
export const whyNot = 'it lets two applications wait under one address, and does not know suspended producers'

interface ProducersBefore {
  producer_applications: {
    id: string
    name: string
    location: string
    country: string
    email: string
    status: string
    created_at: number
    search_text: string
    pending_email: string | null
  }
}

export async function up(db: Kysely<ProducersBefore>) {
  const { schema } = db

  // Taken out of the shop by the seller, until taken back.
  await schema.alterTable('producer_applications').addColumn('suspended_at', 'bigint').execute()
  // Name and place as the seller searches them.
  await schema
    .alterTable('producer_applications')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // The address while the application waits: there is one of each.
  await schema.alterTable('producer_applications').addColumn('pending_email', 'text').execute()
  const rows = await db
    .selectFrom('producer_applications')
    .select(['id', 'name', 'location', 'country', 'email', 'status'])
    .orderBy('created_at')
    .execute()
  const waiting = new Set<string>()
  for (const { id, name, location, country, email, status } of rows) {
    const isFirst = status === 'pending' && !waiting.has(email)
    if (isFirst) waiting.add(email)
    await db
      .updateTable('producer_applications')
      .set({ search_text: foldText(`${name} ${location} ${country}`), pending_email: isFirst ? email : null })
      .where('id', '=', id)
      .execute()
  }
  await schema
    .createIndex('producer_applications_pending')
    .on('producer_applications')
    .column('pending_email')
    .unique()
    .execute()

  // 1: archived because its producer is suspended; comes back with the producer.
  await schema
    .alterTable('products')
    .addColumn('suspended', 'integer', (column) => column.notNull().defaultTo(0).check(sql`suspended in (0, 1)`))
    .execute()
  await schema
    .createIndex('products_suspended')
    .on('products')
    .column('producer_id')
    .where(sql.ref('suspended'), '=', 1)
    .execute()
}
