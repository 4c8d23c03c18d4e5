import { type Kysely, sql } from 'kysely'

export const besideOldVersion = false
export const whyNot = 'it writes invoices without their document'

interface Before {
  orders: {
    id: string
    number: number
    address: string
    payment_type: string
    is_paid: number
    created_at: number
    subtotal_paise: number
    tax_paise: number
    amount_paise: number
    status: string
    invoiced: number
    credit_due: number
  }
  order_lines: {
    order_id: string
    position: number
    product_id: string
    name: string
    weight: string | null
    offer_price_paise: number
    quantity: number
    refunded: number
  }
  invoices: { number: number; order_id: string; document: string }
}

/** Invoices written at a time: with 100 lines each they still fit into memory easily. */
const PART = 200

/** Invoices become documents of their own, and what goes back of them is credited. */
export async function up(db: Kysely<Before>) {
  const { schema } = db

  // The shop as it called itself: a row for each time its legal name, address or name has changed.
  await schema
    .createTable('paper_sellers')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('store_name', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .execute()
  // Older invoices name the shop as its settings have it when the first one after them is numbered or read.
  await schema
    .alterTable('invoices')
    .addColumn('seller_id', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('invoices')
    .addColumn('document', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  await schema
    .createTable('credit_notes')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('invoice_number', 'bigint', (column) =>
      column.notNull().references('invoices.number').onDelete('cascade'),
    )
    .addColumn('reason', 'text', (column) =>
      column.notNull().check(sql`reason in ('Cancelled', 'Returned', 'Refunded')`),
    )
    .addColumn('issued_at', 'bigint', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull().check(sql`amount_paise > 0`))
    .addColumn('seller_id', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('credit_notes_of_order').on('credit_notes').columns(['order_id', 'number']).execute()
  await schema
    .alterTable('order_lines')
    .addColumn('credited', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('orders')
    .addColumn('credit_due', 'integer', (column) => column.notNull().defaultTo(0).check(sql`credit_due in (0, 1)`))
    .execute()
  await sql`create index orders_to_credit on orders (created_at, number) where credit_due = 1 and invoiced = 1`.execute(
    db,
  )

  await copyInvoices(db)
  // What went back before gets its credit notes when the shop has started.
  await sql`update orders set credit_due = 1 where invoiced = 1 and (status = 'Cancelled' or exists (
    select 1 from order_lines where order_lines.order_id = orders.id and refunded > 0))`.execute(db)
}

/** Writes down what each invoice says: an order's lines, prices and address have not changed since it was placed. */
async function copyInvoices(db: Kysely<Before>) {
  for (let last = 0; ; ) {
    const invoices = await db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.id', 'invoices.order_id')
      .select(['invoices.number as invoice', 'orders.id', 'orders.number', 'address', 'payment_type', 'is_paid'])
      .select(['created_at', 'subtotal_paise', 'tax_paise', 'amount_paise'])
      .where('invoices.number', '>', last)
      .orderBy('invoices.number')
      .limit(PART)
      .execute()
    if (invoices.length === 0) return
    const ids = invoices.map(({ id }) => id)
    const lines = await db
      .selectFrom('order_lines')
      .select(['order_id', 'product_id', 'name', 'weight', 'offer_price_paise', 'quantity'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute()
    const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
    const documents = invoices.map((order) => {
      const { firstName, lastName, street, city, state, zipcode, country } = JSON.parse(order.address)
      const document = JSON.stringify({
        orderNumber: order.number,
        placedAt: order.created_at,
        paymentType: order.payment_type,
        isPaid: order.is_paid === 1,
        buyer: { firstName, lastName, street, city, state, zipcode, country },
        lines: (linesOf.get(order.id) ?? []).map(({ product_id, name, weight, offer_price_paise, quantity }) => ({
          product: product_id,
          name,
          ...(weight === null ? {} : { weight }),
          unitPaise: offer_price_paise,
          quantity,
        })),
        subtotalPaise: order.subtotal_paise,
        taxPaise: order.tax_paise,
        amountPaise: order.amount_paise,
      })
      return sql`when number = ${order.invoice} then ${document}`
    })
    const numbers = invoices.map(({ invoice }) => invoice)
    await db
      .updateTable('invoices')
      .set({ document: sql<string>`case ${sql.join(documents, sql` `)} else document end` })
      .where('number', 'in', numbers)
      .execute()
    last = numbers.at(-1) ?? last
  }
}
