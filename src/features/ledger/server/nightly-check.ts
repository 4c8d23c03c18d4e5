import type { Job } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { checkLedger } from './check-ledger.ts'

/** When few people shop: 03:00 in India. */
const AT_MS = 3 * HOUR_MS
/** Who has begun and not ended by then has died. */
const LONGEST_MS = 2 * HOUR_MS

/** Checks the whole ledger every night, in one process of the shop. Each of them tells of the last check in its metrics. */
export const nightlyCheck = (deps: Deps): Job => ({
  name: 'ledger-check',
  first: 'listening',
  everyMs: MINUTE_MS,
  async work(isStopping) {
    const last = await readCheck(deps)
    const now = deps.now()
    const night = startOfIndianDay(indianDay(new Date(now.getTime() - AT_MS))) + AT_MS
    if ((last?.at ?? 0) < night && (await claim(deps, Math.max(night, now.getTime() - LONGEST_MS))))
      await checkAndTell(deps, isStopping)
  },
})

/** What the last check found, which also goes into the metrics. */
async function readCheck({ db, metrics }: Deps) {
  const last = await db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
  const { ledgerOk, ledgerEntries, ledgerChecked } = metrics
  if (last) {
    ledgerOk.set(last.bad_number === null ? 1 : 0)
    ledgerEntries.set(last.entries)
    ledgerChecked.set(last.at / SECOND_MS)
  } else for (const gauge of [ledgerOk, ledgerEntries, ledgerChecked]) gauge.remove()
  return last
}

/** False where another process has begun since then. */
async function claim({ db, now }: Deps, since: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shop_notes')
    .values({ key: 'ledger-check-at', value: now().toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: (row) => row.ref('excluded.value') })
        .where('shop_notes.value', '<', new Date(since).toISOString()),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Checks the ledger, and writes down, logs and counts what came of it. Nothing where the shop stops meanwhile. */
export async function checkAndTell(deps: Deps, isStopping: () => boolean = () => false) {
  const found = await checkLedger(deps.db, isStopping)
  if (!found) return
  const { entries, fault } = found
  const row = {
    ...{ at: deps.now().getTime(), entries },
    ...{ bad_number: fault?.number ?? null, problem: fault?.problem ?? null },
  }
  await deps.db
    .insertInto('ledger_checks')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  if (fault) deps.log.error({ entry: fault.number, problem: fault.problem, entries }, 'the ledger is off')
  else deps.log.info({ entries }, 'the ledger is right')
  await readCheck(deps)
}
