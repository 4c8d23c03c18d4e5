import { type ExpressionBuilder, sql } from 'kysely'
import { hasDemoShopper, removeDemoShopper } from '#features/account/server/demo-shopper.ts'
import { type SellingDay, sellingDay } from '#features/catalog/batches/server/batch-stock.ts'
import { endDemo } from '#features/catalog/server/end-demo.ts'
import { lockProductsOf } from '#features/catalog/server/stock-changes.ts'
import { takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { lastSkipped } from '#features/numbers/server/number-gaps.ts'
import { beginJournalAnew, stopReaders } from '#features/orders/journal/server/journal.ts'
import { forgetOrderKinds } from '#features/orders/server/order-counts.ts'
import { takePaperTurn } from '#features/orders/server/order-row.ts'
import { lockSamples } from '#features/producers/server/sample-producers.ts'
import { keyOfUpload, removeUnusedUploads } from '#features/producers/server/uploads.ts'
import { readPhotos } from '#features/returns/server/return-photos.ts'
import { readPayoutsAnew } from '#features/webhooks/server/webhook-rows.ts'
import { demoShopper, INVENTED } from '#kernel/config.ts'
import type { Tx } from '#kernel/db/database.ts'
import { type DemoMonth, forgetDemoMonth, readDemoMonth } from '#kernel/db/demo-month.ts'
import { countUpFrom, lockTable } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { whileUnfixed } from '#kernel/db/unfixed.ts'
import { deleteMailFiles } from '#kernel/mail/mail-files.ts'
import { giveBackStock } from './give-back-stock.ts'

/** As in migrations/0001-shop.ts. */
const FIRST_ORDER = 1001

/** What was not invented, and so keeps the month in the shop. */
export interface Others {
  /** Orders of real accounts, and of deleted ones: nobody can tell whose these were. */
  orders: number
  /** Pieces of orders by producers who are no samples. */
  lines: number
  payouts: number
  /** Ledger entries by hand after the month: community payouts and corrections. */
  entries: number
}

export type MonthEnd = 'gone' | Others | undefined

type Ending = Parameters<typeof removeDemoShopper>[0]

/** Ends the demo and removes its month, unless others ordered, sold or were paid: then `month` says what. One transaction. */
export async function endDemoWithMonth(deps: Ending) {
  const mails: string[] = []
  const isShopperRemoved = await hasDemoShopper(deps.db)
  const { more: month, ...ended } = await endDemo(deps, async (tx): Promise<MonthEnd> => {
    await stopReaders(tx)
    await takeLedgerTurn(tx)
    await takePaperTurn(tx)
    const known = await readDemoMonth(tx)
    if (!known) {
      await forgetAccounts(tx, await lockSamples(tx))
      return undefined
    }
    await lockSamples(tx)
    const products = await tx.selectFrom('order_lines').select('product_id').distinct().execute()
    await lockProductsOf(
      tx,
      products.map(({ product_id }) => product_id),
    )
    await lockTable(tx, 'orders')
    const samples = await findInvented(tx, known)
    const others = await countOthers(tx, known, samples)
    await forgetAccounts(tx, samples)
    if (Object.values(others).some((count) => count > 0)) return others
    mails.push(...(await removeMonth(tx, known, sellingDay(deps))))
    return 'gone'
  })
  await removeUnusedUploads(deps)
  await deleteMailFiles(deps.config, mails)
  await removeDemoShopper(deps)
  return { month, isShopperRemoved, ...ended }
}

async function forgetAccounts(tx: Tx, samples: readonly string[]) {
  if (samples.length === 0) return
  for (const table of ['payout_accounts', 'payout_asks'] as const)
    await tx.deleteFrom(table).where('producer_id', 'in', samples).execute()
}

const isInventedEmail = (column: string) =>
  sql<boolean>`(${sql.ref(column)} like ${`%${INVENTED}`} or ${sql.ref(column)} = ${demoShopper.email})`

/** Producers who are invented: samples, also those removed by an earlier start with DEMO=0, and the month's applicants. */
async function findInvented(tx: Tx, month: DemoMonth) {
  const rows = await tx
    .selectFrom('producers')
    .select('id')
    .where((producer) => producer.or([producer('demo', '=', 1), isInventedEmail('email')]))
    .union(
      tx
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .select(sql<string>`producer_id`.as('id'))
        .where('orders.number', '<=', month.orders)
        .where('producer_id', 'is not', null),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The month's accounts: by address or, where that was changed, by an order of the month. */
const isOfMonth = (month: DemoMonth) => (row: ExpressionBuilder<Tables, 'users'>) =>
  row.or([
    isInventedEmail('users.email'),
    row('users.id', 'in', row.selectFrom('orders').select('user_id').where('number', '<=', month.orders)),
  ])

async function countOthers(tx: Tx, month: DemoMonth, samples: readonly string[]): Promise<Others> {
  const buyers = tx.selectFrom('users').select('id').where(isOfMonth(month))
  const count = sql<number>`count(*)`.as('count')
  const isOther = (column: string) =>
    samples.length === 0
      ? sql<boolean>`${sql.ref(column)} is not null`
      : sql<boolean>`${sql.ref(column)} not in (${sql.join(samples)})`
  const [orders, lines, payouts, entries] = [
    await tx
      .selectFrom('orders')
      .select(count)
      .where('number', '>', month.orders)
      .where('user_id', 'not in', buyers)
      .executeTakeFirstOrThrow(),
    await tx.selectFrom('order_lines').select(count).where(isOther('producer_id')).executeTakeFirstOrThrow(),
    await tx.selectFrom('payouts').select(count).where(isOther('producer_id')).executeTakeFirstOrThrow(),
    await tx
      .selectFrom('ledger_entries')
      .select(count)
      .where('number', '>', month.entries)
      .where('kind', 'in', ['payout', 'correction'])
      .where('order_id', 'is', null)
      .where('payout_id', 'is', null)
      .executeTakeFirstOrThrow(),
  ].map((row) => Number(row.count))
  return { orders: orders ?? 0, lines: lines ?? 0, payouts: payouts ?? 0, entries: entries ?? 0 }
}

/** All that depends on orders alone, which are all of the month or followed from it. */
const ofOrders = [
  ...(['courier_files', 'orders', 'idempotency_keys', 'test_checkouts', 'gateway_checks', 'paper_sellers'] as const),
  ...(['payouts', 'payout_runs'] as const),
]
const ofLedger = [
  ...(['second_yeses', 'ledger_keys', 'ledger_dues', 'community_payouts', 'ledger_entries'] as const),
  ...(['ledger_sums', 'ledger_months', 'ledger_checks', 'ledger_makers'] as const),
]
const pagesOfOrders = ['/seller/orders', '/seller/returns', '/seller/payouts']

async function removeMonth(tx: Tx, month: DemoMonth, day: SellingDay) {
  const people = await tx.selectFrom('users').select(['id', 'email']).where(isOfMonth(month)).execute()
  await handOverFiles(tx)
  await giveBackStock(tx, day)
  await whileUnfixed(tx, 'ledger_entries', async () => {
    for (const table of ofLedger) await tx.deleteFrom(table).execute()
  })
  for (const table of ofOrders) await tx.deleteFrom(table).execute()
  await forgetOrderKinds(tx)
  await countUpFrom(tx, 'orders', Math.max(FIRST_ORDER, (await lastSkipped(tx, 'orders')) + 1))
  await countUpFrom(tx, 'order_events', 1)
  await beginJournalAnew(tx)
  await readPayoutsAnew(tx)
  // An invented applicant goes, and as a sample when approved since.
  await tx.updateTable('producers').set({ demo: 1 }).where(isInventedEmail('email')).execute()
  await tx.deleteFrom('producer_applications').where(isInventedEmail('email')).execute()
  await forgetPeople(
    tx,
    people.map(({ id }) => id),
  )
  await forgetDemoMonth(tx)
  return forgetMails(
    tx,
    people.map(({ email }) => email),
  )
}

/** Unused pictures become old unused uploads, whose files the next clean-up removes. */
async function handOverFiles(tx: Tx) {
  const photos = (await tx.selectFrom('returns').select('photos').execute()).flatMap(({ photos }) => readPhotos(photos))
  const unused = { kept: 0, created_at: 0 }
  if (photos.length > 0)
    await tx
      .insertInto('uploaded_pictures')
      .values(photos.map(({ key }) => ({ key, ...unused })))
      .execute()
  const pictures = (table: 'producers' | 'producer_applications') =>
    tx.selectFrom(table).select(['profile_image_url', 'cover_image_url']).where(isInventedEmail('email'))
  const applicants = await pictures('producers').union(pictures('producer_applications')).execute()
  const keys = applicants.flatMap((row) =>
    [row.profile_image_url, row.cover_image_url].flatMap((url) => keyOfUpload(url) ?? []),
  )
  if (keys.length > 0) await tx.updateTable('uploaded_pictures').set(unused).where('key', 'in', keys).execute()
}

async function forgetPeople(tx: Tx, ids: readonly string[]) {
  await tx.deleteFrom('newsletter_subscriptions').where(isInventedEmail('email')).execute()
  await tx.deleteFrom('stock_alerts').where(isInventedEmail('email')).execute()
  if (ids.length === 0) return
  await tx.deleteFrom('stock_alerts').where('account_id', 'in', ids).execute()
  await tx.deleteFrom('account_links').where('role', '=', 'user').where('account_id', 'in', ids).execute()
  await tx.deleteFrom('sessions').where('role', '=', 'user').where('account_id', 'in', ids).execute()
  await tx.deleteFrom('users').where('id', 'in', ids).execute()
}

/** Mails to people of the month, and the shop's mails about their orders, returns and payouts. */
async function forgetMails(tx: Tx, addresses: readonly string[]) {
  const gone = await tx
    .deleteFrom('outbox')
    .where((mail) =>
      mail.or([
        isInventedEmail('recipient'),
        ...(addresses.length > 0 ? [mail('recipient', 'in', addresses)] : []),
        ...pagesOfOrders.map((page) =>
          mail.and([mail('kind', '=', 'news'), mail('data', 'like', `%"page":"${page}%`)]),
        ),
      ]),
    )
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
