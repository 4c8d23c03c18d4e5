import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/**
 * How many orders there are of each kind of payment, status and whether they are paid: `order_counts`. SQLite counts in the
 * transaction of whatever changes an order, since counting 200,000 of them keeps everybody else waiting. PostgreSQL counts in an
 * index when it is asked, beside the shop: a row that each order changes would have every order wait for the one before.
 */
// biome-ignore lint/suspicious/noExplicitAny: called from a migration
export async function createOrderCounts(db: Kysely<any>) {
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}

const columns = ['payment_type', 'status', 'is_paid']
const ofRow = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
const counted = `select ${columns.join(', ')}, count(*) as orders from orders group by ${columns.join(', ')}`

const countOut = `update order_counts set orders = orders - 1 where (${columns.join(', ')}) = (${ofRow('old')});`
const countIn = `insert into order_counts (${columns.join(', ')}, orders) values (${ofRow('new')}, 1)
  on conflict do update set orders = orders + 1;`
const sqlite = [
  `create table order_counts (payment_type text not null, status text not null, is_paid integer not null,
    orders integer not null, primary key (${columns.join(', ')})) without rowid`,
  `insert into order_counts (${columns.join(', ')}, orders) ${counted}`,
  `create trigger order_counts_insert after insert on orders begin ${countIn} end`,
  `create trigger order_counts_update after update of ${columns.join(', ')} on orders
    when (${ofRow('old')}) is not (${ofRow('new')}) begin ${countOut} ${countIn} end`,
  `create trigger order_counts_delete after delete on orders begin ${countOut} end`,
]
const postgres = [`create view order_counts as ${counted}`]
