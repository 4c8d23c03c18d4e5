import { type Kysely, sql } from 'kysely'
import { randomText } from './frozen/engine.ts'
import { createOrderCounts, dropOrderCounts } from './frozen/order-counts.ts'

export const besideOldVersion = false
export const whyNot = 'it would confirm orders without parcels'

/** How the money of a line is shared; the five add up to its price. */
const shares = ['maker_paise', 'costs_paise', 'producer_paise', 'community_paise', 'shop_paise']

/** Parcels, what they are to bring in cash, and what each line of an order keeps for them. */
export async function up(db: Kysely<unknown>) {
  await addToLines(db)
  await addToOrders(db)
  await createParcels(db)
  await countPiecesBack(db)
  await createCashEntries(db)
}

async function addToLines(db: Kysely<unknown>) {
  const { schema } = db
  // Its share of the order's tax. Lines of older orders have none, and no shares.
  for (const column of ['tax_paise', ...shares.slice(0, -1)])
    await schema.alterTable('order_lines').addColumn(column, 'bigint').execute()
  await schema
    .alterTable('order_lines')
    .addColumn('shop_paise', 'bigint', (column) =>
      column.check(sql.raw(`${shares.join(' + ')} = offer_price_paise * quantity`)),
    )
    .execute()
  // 1: the maker's price was not stated, so all of it is the shop's.
  await schema
    .alterTable('order_lines')
    .addColumn('unstated', 'integer', (column) => column.notNull().defaultTo(1).check(sql`unstated in (0, 1)`))
    .execute()
  // The producer who sends it; null: the shop does. And which parcel of its order it is in.
  await schema.alterTable('order_lines').addColumn('sender_id', 'text').execute()
  await schema
    .alterTable('order_lines')
    .addColumn('parcel', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  // Pieces of it that are in stock again, and pieces that were lost, or came back broken.
  for (const column of ['restocked', 'written_off'])
    await schema
      .alterTable('order_lines')
      .addColumn(column, 'integer', (add) => add.notNull().defaultTo(0))
      .execute()
  await schema.alterTable('order_events').addColumn('parcel', 'integer').execute()
  await schema.alterTable('order_events').addColumn('parcel_status', 'text').execute()
  // JSON: where a producer who sends by themselves does so from; null: the shop sends for them.
  await schema.alterTable('producer_applications').addColumn('sends_from', 'text').execute()
}

async function addToOrders(db: Kysely<unknown>) {
  const { schema } = db
  await dropOrderCounts(db)
  // 1: something waits for a person to decide.
  await schema
    .alterTable('orders')
    .addColumn('problem', 'integer', (column) => column.notNull().defaultTo(0).check(sql`problem in (0, 1)`))
    .execute()
  // Returns that wait for the shop: to be answered, or to be settled when the goods have arrived.
  await schema
    .alterTable('orders')
    .addColumn('open_returns', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const index of ['orders_newest', 'orders_counted', 'orders_of_status']) await schema.dropIndex(index).execute()
  const kinds = ['payment_type', 'status', 'is_paid', 'problem']
  await schema
    .createIndex('orders_newest')
    .on('orders')
    .columns(['created_at desc', 'id desc', ...kinds])
    .execute()
  await schema.createIndex('orders_counted').on('orders').columns(kinds).execute()
  await schema
    .createIndex('orders_of_status')
    .on('orders')
    .columns(['status', 'created_at desc', 'id desc', 'payment_type', 'is_paid', 'problem'])
    .execute()
  await sql`create index orders_problem on orders (created_at desc, id desc) where problem = 1`.execute(db)
  await createOrderCounts(db, kinds)
}

async function createParcels(db: Kysely<unknown>) {
  const { schema } = db
  await schema
    .createTable('parcels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('sender_id', 'text')
    // JSON: the sender's name, address and phone as they were; null: the shop's.
    .addColumn('sender', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('courier', 'text')
    .addColumn('tracking_number', 'text')
    // Capital letters and digits only, as it is compared.
    .addColumn('tracking_key', 'text', (column) => column.unique())
    .addColumn('tracking_url', 'text')
    .addColumn('cash_paise', 'bigint', (column) => column.notNull())
    .addColumn('cash_received_paise', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('cash_let_go_paise', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    // 1: what came back is in stock again; 0: it was written off; null: it did not come back.
    .addColumn('restocked', 'integer', (column) => column.check(sql`restocked in (0, 1)`))
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
    .addColumn('packed_at', 'bigint')
    .addColumn('shipped_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    // When it was refused, lost, returned or cancelled.
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('parcels_of_order', ['order_id', 'number'])
    .execute()

  const at = (status: string) => sql`(select min(order_events.at) from order_events
    where order_events.order_id = orders.id and order_events.status = ${sql.lit(status)})`
  // Orders that are confirmed already: one parcel each, from the shop.
  await sql`insert into parcels (id, order_id, number, status, cash_paise, cash_received_paise, token, restocked,
      confirmed_at, packed_at, shipped_at, delivered_at, ended_at)
    select id, id, 1, case status when 'Confirmed' then 'To pack' else status end,
      case payment_type when 'COD' then amount_paise else 0 end,
      case when payment_type = 'COD' and is_paid = 1 then amount_paise else 0 end, ${randomText(db)},
      case status when 'Returned' then 1 - written_off end,
      coalesce(${at('Confirmed')}, created_at), ${at('Packed')}, ${at('Shipped')}, ${at('Delivered')}, ${at('Returned')}
    from orders where status in ('Confirmed', 'Packed', 'Shipped', 'Delivered', 'Returned')`.execute(db)

  // What the desk and a courier's file look for.
  await schema.createIndex('parcels_of_status').on('parcels').columns(['status', 'order_id']).execute()
  await sql`create index parcels_owing on parcels (status, sender_id, cash_paise, cash_received_paise, cash_let_go_paise)
    where cash_paise > cash_received_paise + cash_let_go_paise`.execute(db)
}

/** What came back was counted by order until now. */
async function countPiecesBack(db: Kysely<unknown>) {
  await sql`update order_lines set restocked = quantity where order_id in
    (select id from orders where status = 'Cancelled' or (status = 'Returned' and written_off = 0))`.execute(db)
  await sql`update order_lines set written_off = quantity where order_id in
    (select id from orders where status = 'Returned' and written_off = 1)`.execute(db)
  await db.schema.alterTable('orders').dropColumn('written_off').execute()
}

async function createCashEntries(db: Kysely<unknown>) {
  const { schema } = db
  // Cash that came, and what of it was noted by mistake or given up. What came by card is not here.
  await schema
    .createTable('cash_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('parcel', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('received', 'undone', 'let go')`))
    // Below 0 where it was undone.
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('seller_email', 'text')
    // The courier's file that it was booked from.
    .addColumn('file_id', 'text')
    .execute()
  await schema.createIndex('cash_entries_of_order').on('cash_entries').column('order_id').execute()
  await sql`create index cash_entries_by_day on cash_entries (at, amount_paise, kind)
    where kind <> 'let go'`.execute(db)
  await sql`insert into cash_entries (id, order_id, parcel, kind, amount_paise, at)
    select id, id, 1, 'received', amount_paise, coalesce(paid_at, created_at)
    from orders where payment_type = 'COD' and is_paid = 1`.execute(db)
  // Revenue by day reads cash from its entries, and from orders what was paid online.
  await schema.dropIndex('orders_paid').execute()
  await sql`create index orders_paid on orders (payment_type, paid_at, amount_paise)
    where paid_at is not null`.execute(db)
}
