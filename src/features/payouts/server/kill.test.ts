import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { DATABASE } from '#kernel/db/data-dir.ts'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { paise } from '#shared/money.ts'
import { cookieJar, isReady } from '#testing/http.ts'
import { isBuilt, startProcess } from '#testing/processes.ts'
import { START_DEADLINE_MS, until } from '#testing/program.ts'
import { freshPostgres, onPostgres, sellerSettings } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'
import { bankAccount } from '../testing/payouts.ts'

/** So many that a run takes its time. */
const MAKERS = 600
const DUE = 700_00

afterAll(undoAll)

/** Makers with an account, to each of whom the same is due. */
async function fill(db: Db) {
  const ids = Array.from({ length: MAKERS }, (_, at) => `maker-${at}`)
  await db.transaction().execute(async (tx) => {
    await takeLedgerTurn(tx)
    const sale = { ...NO_AMOUNTS, kind: 'sale', order: null, line: null, quantity: 1, maker: paise(DUE) } as const
    await appendEntries(
      tx,
      new Date(),
      ids.map((producerId) => ({ ...sale, producerId })),
    )
    const account = { account: JSON.stringify(bankAccount), changed_at: 1, changed_by: 'seller@example.com' }
    await tx
      .insertInto('payout_accounts')
      .values(ids.map((producer_id) => ({ producer_id, ...account })))
      .execute()
  })
}

/** Rows of the run, dues that it took, and what the ledger says was paid. */
async function booksOf(db: Db) {
  const { rows } = await sql<{ runs: number; payouts: number; taken: number; entries: number; paid: number }>`select
    (select count(*) from payout_runs) as runs,
    (select count(*) from payouts) as payouts,
    (select count(*) from ledger_dues where payout_id is not null) as taken,
    (select count(*) from ledger_entries where kind = 'payout') as entries,
    (select cast(coalesce(sum(paid_paise), 0) as bigint) from ledger_sums) as paid`.execute(db)
  return rows[0]
}
const nothing = { runs: 0, payouts: 0, taken: 0, entries: 0, paid: 0 }
const all = { runs: 1, payouts: MAKERS, taken: MAKERS, entries: MAKERS, paid: MAKERS * DUE }

it.runIf(isBuilt)(
  'kill -9 in the middle of a run leaves nothing of it, or all; made again with its key, each producer is paid once',
  async () => {
    const fresh = onPostgres ? await freshPostgres() : undefined
    const settings = { ...sellerSettings, ...(fresh ? { DATABASE_URL: fresh.href } : {}) }
    let shop = await startProcess(settings)
    await until(shop, () => isReady(shop))
    const { dataDir } = shop
    const db = openDatabase(fresh?.href ?? path.join(dataDir, DATABASE))
    await fill(db)
    const logIn = async () => {
      const browser = cookieJar(shop.origin)
      const body = { email: sellerSettings.SELLER_EMAIL, password: sellerSettings.SELLER_PASSWORD }
      expect((await browser('/api/seller/login', { method: 'POST', body })).status).toBe(200)
      return () =>
        browser('/api/payout/run', {
          method: 'POST',
          headers: { 'idempotency-key': 'this week' },
          body: { currentPassword: body.password },
        })
    }
    let interrupted = 0
    for (const wait of [30, 80, 150]) {
      const run = await logIn()
      const answer = run().catch(() => 'cut')
      await setTimeout(wait)
      shop.child.kill('SIGKILL')
      await shop.ended
      if ((await answer) === 'cut') interrupted += 1
      shop = await startProcess({ ...settings, DATA_DIR: dataDir })
      await until(shop, () => isReady(shop))
      expect([nothing, all]).toContainEqual(await booksOf(db))
    }
    expect(interrupted).toBeGreaterThan(0)
    const run = await logIn()
    for (let times = 0; times < 2; times++) expect((await run()).run).toMatchObject({ number: 1, producers: MAKERS })
    expect(await booksOf(db)).toEqual(all)
    const { rows } = await sql`select 1 from payouts group by producer_id having count(*) > 1`.execute(db)
    expect(rows).toEqual([])
    shop.child.kill('SIGTERM')
    await shop.ended
    await db.destroy()
    await fresh?.drop()
  },
  5 * START_DEADLINE_MS,
)
