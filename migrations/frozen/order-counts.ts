import { type Kysely, sql } from 'kysely'
import { isPostgres } from './engine.ts'

/**
 * How many orders there are of each kind, which is what these columns say of them: `order_counts`. SQLite counts in the
 * transaction of whatever changes an order, since counting 200,000 of them keeps everybody else waiting. PostgreSQL counts in an
 * index when it is asked, beside the shop: a row that each order changes would have every order wait for the one before.
 */
export async function createOrderCounts<DB>(db: Kysely<DB>, columns: readonly string[]) {
  const kinds = columns.join(', ')
  const ofRow = (row: string) => columns.map((column) => `${row}.${column}`).join(', ')
  const counted = `select ${kinds}, count(*) as orders from orders group by ${kinds}`
  const countOut = `update order_counts set orders = orders - 1 where (${kinds}) = (${ofRow('old')});`
  const countIn = `insert into order_counts (${kinds}, orders) values (${ofRow('new')}, 1)
  on conflict do update set orders = orders + 1;`
  const sqlite = [
    `create table order_counts (${columns.map((column) => `${column} ${types[column]} not null`).join(', ')},
    orders integer not null, primary key (${kinds})) without rowid`,
    `insert into order_counts (${kinds}, orders) ${counted}`,
    `create trigger order_counts_insert after insert on orders begin ${countIn} end`,
    `create trigger order_counts_update after update of ${kinds} on orders
    when (${ofRow('old')}) is not (${ofRow('new')}) begin ${countOut} ${countIn} end`,
    `create trigger order_counts_delete after delete on orders begin ${countOut} end`,
  ]
  const postgres = [`create view order_counts as ${counted}`]
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}

const types: Record<string, string> = {
  payment_type: 'text',
  status: 'text',
  is_paid: 'integer',
  problem: 'integer',
}

/** Before other columns are counted by. */
export async function dropOrderCounts<DB>(db: Kysely<DB>) {
  const statements = isPostgres(db)
    ? ['drop view order_counts']
    : [
        ...['insert', 'update', 'delete'].map((change) => `drop trigger order_counts_${change}`),
        'drop table order_counts',
      ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
