import { Kysely, type Transaction } from 'kysely'
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
import type { MailTables } from '#server/mail.tables.ts'
import { postgresDialect } from './postgres.ts'
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
  MailTables

/** For reading, and for starting transactions. */
export type Db = Kysely<Tables>
/** Inside a transaction use only this: the embedded database has one connection, `db` would wait for ever. */
export type Tx = Transaction<Tables>

/** `:memory:` or a file: the embedded SQLite. A postgres:// address: that PostgreSQL. */
export function openDatabase(where: string, onError: (error: Error) => void = () => {}): Db {
  const dialect = /^postgres(ql)?:/.test(where) ? postgresDialect(where, onError) : sqliteDialect(openSqlite(where))
  return new Kysely<Tables>({ dialect })
}
