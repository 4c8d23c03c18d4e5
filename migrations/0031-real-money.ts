import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it would pay back once more what was returned, and forget what the payment service has told'

/** To which return a refund belongs, what came of a return, what payment services do by themselves, and references of couriers. */
export async function up(db: Kysely<unknown>) {
  await addToRefunds(db)
  await addToReturns(db)
  await addToCash(db)
  await createMoneyProblems(db)
}

async function addToRefunds(db: Kysely<unknown>) {
  const { schema } = db
  // The return whose pieces it is of; null: of none.
  await schema.alterTable('refunds').addColumn('return_id', 'text').execute()
  // How many pieces stand in `quantities`.
  await schema
    .alterTable('refunds')
    .addColumn('pieces', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index refunds_of_return on refunds (return_id) where return_id is not null`.execute(db)
  // Refunds are compared with those of the payment service.
  await sql`create index refunds_at_provider on refunds (provider_id) where provider_id is not null`.execute(db)
  // What a payment service tells of is found by what it calls the payment.
  await sql`create index payments_by_reference on payments (reference) where reference is not null`.execute(db)
  // Pieces that were sent once more in exchange.
  await schema
    .alterTable('order_lines')
    .addColumn('sent_again', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** What older rows say: position of a line -> pieces. */
interface Claim {
  id: string
  order_id: string
  quantities: string
  state: string
  wish: string
  refund_id: string | null
}

const piecesOf = (quantities: string) => {
  const pieces: Record<string, number> = JSON.parse(quantities)
  return Object.entries(pieces)
}

async function addToReturns(db: Kysely<unknown>) {
  const { schema } = db
  // How many pieces it is of: those that were asked for, and from when it is there those that came.
  await schema
    .alterTable('returns')
    .addColumn('pieces', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // JSON: position of the line -> pieces that came, and of those the ones that were written off; null: nothing came yet.
  for (const column of ['came', 'broken']) await schema.alterTable('returns').addColumn(column, 'text').execute()
  // Where the shopper would like to have the cash: a UPI ID, or account number and IFSC.
  await schema.alterTable('returns').addColumn('pay_to', 'text').execute()
  await sql`create index returns_to_forget on returns (changed_at) where photos <> '[]' or pay_to is not null`.execute(
    db,
  )
  const { rows } = await sql<Claim>`select id, order_id, quantities, state, wish, refund_id from returns`.execute(db)
  for (const row of rows) {
    const pieces = piecesOf(row.quantities).reduce((sum, [, count]) => sum + count, 0)
    const hasCome = row.state === 'arrived' || row.state === 'damaged' || row.state === 'closed'
    const came = hasCome ? row.quantities : null
    const broken = row.state === 'damaged' ? row.quantities : hasCome ? '{}' : null
    await sql`update returns set pieces = ${pieces}, came = ${came}, broken = ${broken} where id = ${row.id}`.execute(
      db,
    )
    if (row.refund_id !== null)
      await sql`update refunds set return_id = ${row.id}, pieces = ${pieces} where id = ${row.refund_id}`.execute(db)
    if (row.state !== 'closed' || row.wish !== 'exchange') continue
    for (const [position, count] of piecesOf(row.quantities))
      await sql`update order_lines set sent_again = sent_again + cast(${count} as integer)
        where order_id = ${row.order_id} and position = cast(${Number(position)} as integer)`.execute(db)
    await sql`update orders set ledger_due = 1 where id = ${row.order_id} and ledger_salt is not null`.execute(db)
  }
}

async function addToCash(db: Kysely<unknown>) {
  const { schema } = db
  // The bank's, of the transfer that it came with.
  for (const table of ['cash_entries', 'courier_files'])
    await schema.alterTable(table).addColumn('reference', 'text').execute()
  // 1, 2 …: which of the files with this content and reference it is.
  await schema
    .alterTable('courier_files')
    .addColumn('copy', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`create index courier_files_alike on courier_files (hash) where booked_key is not null`.execute(db)
}

async function createMoneyProblems(db: Kysely<unknown>) {
  const { schema } = db
  // What a payment service did by itself, or has otherwise than the shop's books: it waits for a person.
  await schema
    .createTable('money_problems')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    // What it is about, so that it stands here once: the service's own id, or ours.
    .addColumn('subject', 'text', (column) => column.notNull())
    // null: it belongs to no order that we know.
    .addColumn('order_id', 'text', (column) => column.references('orders.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    // In the smallest unit of the currency.
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    // 1: the shop was told by mail.
    .addColumn('shop_told', 'integer', (column) => column.notNull().defaultTo(0))
    // null: it is open. Who ended it, null: the shop by itself; and what they wrote.
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by', 'text')
    .addColumn('note', 'text')
    .addUniqueConstraint('money_problems_once', ['kind', 'subject'])
    .execute()
  await sql`create index money_problems_open on money_problems (at) where closed_at is null`.execute(db)
  await sql`create index money_problems_of_order on money_problems (order_id) where closed_at is null`.execute(db)
  await sql`create index money_problems_untold on money_problems (at) where shop_told = 0`.execute(db)

  // How the last comparison with each payment service ended.
  await schema
    .createTable('gateway_checks')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('payments', 'integer', (column) => column.notNull())
    // What is there, in paise: received, less what went back.
    .addColumn('gateway_paise', 'bigint', (column) => column.notNull())
    .addColumn('books_paise', 'bigint', (column) => column.notNull())
    .addColumn('off', 'integer', (column) => column.notNull())
    .execute()
}
