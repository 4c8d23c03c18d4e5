import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { readSources } from './check-imports.ts'
import { checkTables, ownersOf } from './check-tables.ts'

const shop = readSources(path.join(import.meta.dirname, '..'))

const declared = [...shop].filter(([file]) => file.endsWith('.tables.ts'))

/** What is wrong with a file of the shop that has one line more. */
const wrongWith = (file: string, line: string) =>
  checkTables(new Map([...declared, [file, `${shop.get(file) ?? ''}\n${line}\n`]])).filter((wrong) =>
    wrong.startsWith(file),
  )

it('finds nothing wrong in the shop', () => {
  expect(checkTables(shop)).toEqual([])
})

it('knows the owner of each table that there is', async () => {
  const db = openDatabase(':memory:')
  await migrate(db)
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite%' and name not like 'kysely%'`.execute(
    db,
  )
  await db.destroy()
  const owners = ownersOf(shop)
  const kernel = ['outbox', 'rate_tallies', 'shop_notes']
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !owners.has(name))
      .sort(),
  ).toEqual(kernel)
})

it.each([
  ['a read', 'orders', "const rows = (db: Db) => db.selectFrom('orders').selectAll()"],
  ['a read under another name', 'users', "const rows = (db: Db) => db.selectFrom('users as people').selectAll()"],
  ['a join', 'products', "query.innerJoin('products', 'products.id', 'other.id')"],
  ['one of several', 'carts', "db.selectFrom(['outbox', 'carts'])"],
  ['a column', 'sessions', "query.where('sessions.role', '=', role)"],
  ['a write', 'invoices', "db.updateTable('invoices')"],
  ['a lock', 'parcels', "await lockTable(tx, 'parcels')"],
  ['a name for SQL', 'refunds', "sql.table('refunds')"],
  ['SQL', 'orders', 'sql`select count(*) from orders`'],
  ['SQL over lines', 'payments', 'sql`select count(*)\n  from payments where 1 = 1`'],
  ['a column in SQL', 'products', 'sql`products.number in (1)`'],
  ['a trigger', 'products', "'create trigger seen after insert on products begin select 1; end'"],
  ['a name of two words', 'product_counts', "const counts = 'product_counts'"],
  ['a table that only SQL names', 'search_tokens', "const tokens = 'search_tokens'"],
  ['a row type', 'orders', "type Order = Tables['orders']"],
])('refuses in the kernel %s: %s', (_what, table, line) => {
  const file = 'src/kernel/db/query/in-parts.ts'
  expect(wrongWith(file, line)).toEqual([expect.stringMatching(`^${file} names ${table}, a table of `)])
})

it('takes words for words, and the kernel for the owner of its own', () => {
  const file = 'src/kernel/db/query/in-parts.ts'
  for (const line of [
    '// Many rows of orders, as products on sale',
    "const series = ['orders', 'invoices'] as const",
    'const found = deps.sessions.find(role)',
    "db.selectFrom('outbox').select('id')",
  ])
    expect(wrongWith(file, line), line).toEqual([])
})

it('refuses a table of the kernel that is new', () => {
  const file = 'src/kernel/guard/tallies.tables.ts'
  const text = shop.get(file)?.replace('  rate_tallies: {', '  moods: { mood: string }\n  rate_tallies: {') ?? ''
  expect(checkTables(new Map([...shop, [file, text]]))).toEqual([expect.stringContaining('declares moods')])
})

it.each([
  ["db.insertInto('orders')"],
  ["db.updateTable('orders').set({ is_paid: 1 })"],
  ["db.deleteFrom('orders')"],
  ['sql`update orders set is_paid = 1`'],
  ['sql`delete from orders`'],
  ["sql`insert into orders (id) values ('a')`"],
])("refuses that a feature writes another's rows: %s", (line) => {
  const file = 'src/features/cart/server/cart.service.ts'
  expect(wrongWith(file, line)).toEqual([`${file} writes to orders, a table of orders: only its own service does`])
})

it("lets a feature read and join another's, and write its own", () => {
  const file = 'src/features/cart/server/cart.service.ts'
  expect(wrongWith(file, "db.updateTable('carts').from('products').where('products.archived', '=', 0)")).toEqual([])
})

it('refuses a reason for what nobody does any more', () => {
  const file = 'src/features/producers/server/sample-producers.ts'
  expect(checkTables(new Map([...shop, [file, '']]))).toEqual([expect.stringContaining('producers payout_accounts')])
})
