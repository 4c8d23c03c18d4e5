import { checkActivity } from '#features/audit/server/chain.ts'
import type { Job } from '#kernel/background.ts'
import { takeNight } from '#kernel/db/nights.ts'
import type { Deps } from '#kernel/deps.ts'
import { textOf } from '#shared/messages.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { checkLedger } from './check-ledger.ts'

/** 03:00 in India, when few people shop. */
const AT_MS = 3 * HOUR_MS

/** Runs in one process of the shop; all processes show the result in their metrics. */
export const nightlyCheck = (deps: Deps): Job => ({
  name: 'ledger-check',
  first: 'listening',
  everyMs: MINUTE_MS,
  async work(isStopping) {
    const last = await readCheck(deps)
    if (await takeNight(deps, 'ledger-check-at', AT_MS, last?.at)) await checkAndTell(deps, isStopping)
  },
})

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

/** Checks the ledger and the activity, stores, logs and counts the result; nothing if the shop stops meanwhile. */
export async function checkAndTell(deps: Deps, isStopping: () => boolean = () => false) {
  const found = await checkLedger(deps.db, { isStopping, now: deps.now(), checkLeaving: deps.checkLeaving })
  const activity = await checkActivity(deps.db, isStopping)
  if (!found || !activity) return
  const { entries, fault } = found
  const problem = fault ? textOf(fault.problem) : null
  const row = {
    ...{ at: deps.now().getTime(), entries },
    ...{ bad_number: fault?.number ?? null, problem, activity_problem: activity.problem ?? null },
  }
  await deps.db
    .insertInto('ledger_checks')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  if (fault) deps.log.error({ entry: fault.number, problem, entries }, 'the ledger is off')
  else deps.log.info({ entries }, 'the ledger is right')
  if (activity.problem) deps.log.error({ problem: activity.problem }, 'the activity is off')
  await readCheck(deps)
}
