import { type CompiledQuery, Kysely, type Transaction } from 'kysely'
import type { AddressTables } from '#features/addresses/server/addresses.tables.ts'
import type { AuditTables } from '#features/audit/server/audit.tables.ts'
import type { AuthTables } from '#features/auth/server/auth.tables.ts'
import type { CartTables } from '#features/cart/server/cart.tables.ts'
import type { CatalogTables } from '#features/catalog/server/catalog.tables.ts'
import type { InvoiceTables } from '#features/invoices/server/invoices.tables.ts'
import type { NewsletterTables } from '#features/newsletter/server/newsletter.tables.ts'
import type { OrderTables } from '#features/orders/server/orders.tables.ts'
import type { PaymentTables } from '#features/payments/server/payments.tables.ts'
import type { ProducerTables } from '#features/producers/server/producers.tables.ts'
import type { TallyTables } from '#kernel/http/tallies.tables.ts'
import type { MailTables } from '#kernel/mail/mail.tables.ts'
import { MAX_CONNECTIONS, postgresDialect } from './postgres.ts'
import { openSqlite, sqliteDialect } from './sqlite.ts'

export type Tables = AuditTables &
  AuthTables &
  CatalogTables &
  CartTables &
  AddressTables &
  OrderTables &
  PaymentTables &
  InvoiceTables &
  ProducerTables &
  NewsletterTables &
  MailTables &
  TallyTables

/** For reading, and for starting transactions. */
export type Db = Kysely<Tables>
/** Inside a transaction use only this: the embedded database has one connection, `db` would wait for ever. */
export type Tx = Transaction<Tables>

type Listener = (statement: CompiledQuery) => void
const listeners = new WeakMap<Db, Set<Listener>>()

/** `:memory:` or a file: the embedded SQLite. A postgres:// address: that PostgreSQL, with so many connections at most. */
export function openDatabase(
  where: string,
  onError: (error: Error) => void = () => {},
  connections = MAX_CONNECTIONS,
): Db {
  const dialect = /^postgres(ql)?:/.test(where)
    ? postgresDialect(where, onError, connections)
    : sqliteDialect(() => openSqlite(where))
  const heard = new Set<Listener>()
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => heard.forEach((listen) => void listen(query)) })
  listeners.set(db, heard)
  return db
}

/**
 * Calls `listen` after each statement, done or failed, before whoever sent it goes on; begin and commit are statements too.
 * Returns what ends it.
 */
export function listenToStatements(db: Db, listen: Listener) {
  const heard = listeners.get(db)
  if (!heard) throw new Error('this database was not opened by openDatabase')
  heard.add(listen)
  return () => heard.delete(listen)
}
