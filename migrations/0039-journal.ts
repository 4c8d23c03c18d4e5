import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it would set flags on orders that nobody reads any more'

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db)

/** Who reads the journal, and which orders a shop of before still had to look at, in the order in which it looked. */
const readers = [
  {
    name: 'papers',
    due: `(credit_due = 1 and invoiced = 1) or (invoiced = 0 and (is_paid = 1 or status not in ('Awaiting payment', 'Cancelled')))`,
    inOrder: 'created_at, number',
  },
  { name: 'ledger', due: 'ledger_due = 1', inOrder: 'number' },
  { name: 'new orders', due: `shop_told = 0 and status not in ('Awaiting payment', 'Cancelled')`, inOrder: 'number' },
  { name: 'parcel mails', due: '1 = 0', inOrder: 'number' },
  { name: 'search texts', due: 'text_due = 1', inOrder: 'number desc' },
]

const indexes = ['orders_without_invoice', 'orders_to_credit', 'orders_for_ledger', 'orders_untold', 'orders_text_due']
const flags = ['invoiced', 'credit_due', 'ledger_due', 'shop_told', 'text_due']

/** What happened to orders is read on from cursors. Until now each order said by flags who had to look at it. */
export async function up(db: Kysely<unknown>) {
  await run(db, 'alter table order_events add column place bigint')
  await run(db, 'update order_events set place = number')
  await run(db, 'create unique index order_events_place on order_events (place)')
  await run(db, 'create index order_events_unplaced on order_events (number) where place is null')
  await run(db, 'create table journal_cursors (reader text primary key, place bigint not null)')
  await run(
    db,
    `create table journal_troubles (reader text not null, event bigint not null,
      order_id text not null references orders (id) on delete cascade,
      tries integer not null, error text not null, due_at bigint not null,
      constraint journal_troubles_one primary key (reader, event))`,
  )
  await run(db, 'create index journal_troubles_due on journal_troubles (reader, due_at)')
  await run(db, 'create index journal_troubles_of_order on journal_troubles (order_id)')
  const last = '(select coalesce(max(place), 0) from order_events)'
  for (const reader of ['', ...readers.map(({ name }) => name)])
    await run(db, `insert into journal_cursors (reader, place) values ('${reader}', ${last})`)
  for (const { name, due, inOrder } of readers)
    await run(
      db,
      `insert into order_events (order_id, at, actor, kind, details)
        select id, created_at, 'shop', 'LOOK_AGAIN', '{"reader":"${name}"}' from orders where ${due} order by ${inOrder}`,
    )
  for (const index of indexes) await run(db, `drop index ${index}`)
  for (const flag of flags) await run(db, `alter table orders drop column ${flag}`)
}
