import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { accountLabel } from '../payouts.account.ts'
import type { ToLookAt } from '../payouts.contract.ts'
import { readAccount } from './read-account.ts'

/** How the payouts of a waiting run differ from the last one to the same producer, by the producer's name. */
export async function findToLookAt(db: Db, run: number): Promise<ToLookAt[]> {
  const rows = await db
    .selectFrom('payouts as p')
    .leftJoin('payouts as before', (join) =>
      join.onRef('before.producer_id', '=', 'p.producer_id').on(
        sql<boolean>`before.run = (select max(run) from payouts as earlier where earlier.producer_id = p.producer_id
          and earlier.run < p.run and earlier.state not in ('waiting', 'given up'))`,
      ),
    )
    .leftJoin('payout_accounts as a', 'a.producer_id', 'p.producer_id')
    .select(['p.id', 'p.account', 'before.run as run', 'before.account as was', 'before.state as state'])
    .select(['before.amount_paise as amount', 'a.replaced_at as since'])
    .where('p.run', '=', run)
    .where('p.state', '=', 'waiting')
    .orderBy(sql`lower(p.producer_name)`)
    .execute()
  return rows.flatMap(({ id: payout, account, run, was, state, amount, since }): ToLookAt[] => {
    if (run === null || amount === null) return [{ payout, isFirst: true, newAccount: null, failed: null }]
    const before = was === null || was === account ? null : readAccount(was)
    const newAccount = before && { was: accountLabel(before), since: since === null ? null : new Date(since) }
    const failed = state === 'failed' ? { run, amount } : null
    return newAccount || failed ? [{ payout, isFirst: false, newAccount, failed }] : []
  })
}
